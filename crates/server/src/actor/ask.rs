//! Requests of a client on a WebSocket.

use std::sync::Arc;
use std::time::Duration;

use sarsen_catalog::Position;
use sarsen_core::Seat;
use sarsen_protocol::{Analysis, Ask, Refusal, RefusalCode, Tell};
use sarsen_session::{Command, Observer, refusals, said};

use super::Actor;
use crate::connection::text_of;
use crate::engine::{self, Purpose, Task};
use crate::http;

impl Actor {
    pub(super) async fn ask(&mut self, connection: u64, ask: Ask) {
        let Some(observer) = self.observer(connection) else { return };
        let id = id_of(&ask);
        self.payer = self.clients.get(&connection).map(|client| client.address);
        let answer = match ask {
            Ask::Preview { id, action } => {
                let preview = self.work(|actor| actor.table.preview(&observer, &action)).await;
                preview.map(|preview| Some(Tell::Preview { id, preview }))
            }
            Ask::Look { id, seat } => {
                let looked = self.work(|actor| {
                    actor.look(connection, &observer, seat)?;
                    let observer = Observer { looking: seat, ..observer };
                    Ok(actor.table.position(&observer).map(Box::new))
                });
                looked.await.map(|position| Some(Tell::Looked { id, position }))
            }
            Ask::Hint { id, millis } => self.hint(connection, &observer, id, millis).map(|()| None),
            Ask::Stop { id } => {
                self.stop_hint(connection, id);
                Ok(None)
            }
            Ask::Say { id, seat, speech } => self
                .say(&observer, seat, speech)
                .map(|()| id.map(|id| Tell::Accepted { id, number: self.table.number() })),
            Ask::Hello(_) | Ask::Analyse { .. } | Ask::Ping { .. } => {
                Err(http::refuse(RefusalCode::BadMessage))
            }
            command => match command_of(command, &observer, self.to_act()) {
                Ok(command) => self
                    .command(&command)
                    .await
                    .map(|()| id.map(|id| Tell::Accepted { id, number: self.table.number() })),
                Err(refusal) => Err(refusal),
            },
        };
        match answer {
            Ok(Some(tell)) => self.tell(connection, &tell),
            Ok(None) => {}
            Err(refusal) => self.tell(connection, &Tell::Refused { id, refusal }),
        }
    }

    fn to_act(&self) -> Option<Seat> {
        self.table.whole_position().and_then(|position| position.turn().seat())
    }

    fn look(
        &mut self,
        connection: u64,
        observer: &Observer,
        seat: Option<u8>,
    ) -> Result<(), Refusal> {
        if seat.is_some_and(|seat| !observer.seats.contains(&seat)) {
            return Err(refusals::no_right());
        }
        if let Some(client) = self.clients.get_mut(&connection) {
            client.looking = seat;
        }
        Ok(())
    }

    /// Starts a search for a hint. Its reports go directly into the client's queue.
    fn hint(
        &mut self,
        connection: u64,
        observer: &Observer,
        id: u32,
        millis: Option<u32>,
    ) -> Result<(), Refusal> {
        let seat = self.to_act().filter(|seat| observer.seats.contains(&seat.number()));
        if !self.table.allows_hints(observer) {
            return Err(refusals::not_now());
        }
        let seat = seat.ok_or_else(refusals::not_your_turn)?;
        if self.table.curtain(observer).is_some() {
            return Err(refusals::behind_curtain());
        }
        let position = self.table.whole_position().ok_or_else(refusals::not_now)?.boxed();
        let Some(client) = self.clients.get_mut(&connection) else { return Ok(()) };
        let asked = Duration::from_millis(u64::from(millis.unwrap_or(2000)));
        let time = asked.min(self.app.limits.longest_analysis);
        let (engine, out) = (Arc::clone(&self.app.engine), client.out.clone());
        let (seed, name) = (self.app.sources.number(), self.table.id().to_owned());
        let asker = client.asker(self.table.id());
        let ticket = self.app.pool.submit(asker, Purpose::Hint, move |cancel| {
            let task = Task { position: position.as_ref(), seat, level: 8, time, seed, cancel };
            let mut tell = |mut analysis: Analysis| {
                in_own_words(&mut analysis, position.as_ref(), seat);
                // Later moves of the line may depend on what the engine assumed about hidden things.
                for line in &mut analysis.lines {
                    let first = line.actions.first().map(|token| position.describe(token));
                    line.words = first.map(said).into_iter().collect();
                }
                if !cancel.is_cancelled() {
                    // If the queue is full, this report is dropped; a better one follows.
                    let _ = out.send(text_of(&Tell::Analysis { id, analysis }));
                }
            };
            if engine::guarded(&name, || engine.analyse(&task, 1, &mut tell)).is_none()
                && !cancel.is_cancelled()
            {
                let refusal = http::refuse(RefusalCode::Internal);
                let _ = out.send(text_of(&Tell::Refused { id: Some(id), refusal }));
            }
        });
        let ticket = ticket.ok_or_else(|| http::refuse(RefusalCode::TooMany))?;
        client.hint = Some((id, ticket));
        Ok(())
    }

    fn stop_hint(&mut self, connection: u64, id: u32) {
        if let Some(client) = self.clients.get_mut(&connection)
            && client.hint.as_ref().is_some_and(|(hint, _)| *hint == id)
        {
            client.hint = None;
        }
    }
}

/// Translates the first action of every line into the notation that the seat was offered.
fn in_own_words(analysis: &mut Analysis, position: &dyn Position, seat: Seat) {
    for action in analysis.lines.iter_mut().filter_map(|line| line.actions.first_mut()) {
        if let Some(word) = engine::in_words_of(position, seat, action) {
            *action = word;
        }
    }
}

/// The id that answers carry back.
pub(crate) fn id_of(ask: &Ask) -> Option<u32> {
    match ask {
        Ask::Hello(_) => None,
        Ask::Act { id, .. }
        | Ask::Look { id, .. }
        | Ask::Resign { id, .. }
        | Ask::OfferDraw { id, .. }
        | Ask::DeclineDraw { id, .. }
        | Ask::TakeBack { id, .. }
        | Ask::DeclineTakeback { id, .. }
        | Ask::Again { id, .. }
        | Ask::DeclineAgain { id, .. }
        | Ask::RetryEngine { id }
        | Ask::EndUnplayed { id }
        | Ask::Say { id, .. }
        | Ask::Leave { id, .. } => *id,
        Ask::Preview { id, .. }
        | Ask::Hint { id, .. }
        | Ask::Analyse { id, .. }
        | Ask::Stop { id }
        | Ask::Ping { id } => Some(*id),
    }
}

fn command_of(ask: Ask, observer: &Observer, to_act: Option<Seat>) -> Result<Command, Refusal> {
    if observer.seats.is_empty() {
        return Err(refusals::no_right());
    }
    let own = |seat: Option<u8>| own_seat(seat, observer, to_act);
    Ok(match ask {
        Ask::Act { game, ply, action, .. } => {
            Command::Act { by: observer.clone(), game, ply, action }
        }
        Ask::Resign { seat, .. } => Command::Resign { seat: own(seat)? },
        Ask::OfferDraw { seat, .. } => Command::OfferDraw { seat: own(seat)? },
        Ask::DeclineDraw { seat, .. } => Command::DeclineDraw { seat: own(seat)?, because: None },
        Ask::TakeBack { seat, .. } => Command::TakeBack { seat: own(seat)? },
        Ask::DeclineTakeback { seat, .. } => Command::DeclineTakeback { seat: own(seat)? },
        Ask::Again { seat, .. } => Command::Again { seat: own(seat)? },
        Ask::DeclineAgain { seat, .. } => Command::DeclineAgain { seat: own(seat)? },
        Ask::Leave { seat, .. } => Command::Leave { seat: own(seat)? },
        Ask::RetryEngine { .. } => Command::RetryEngine { seat: own(None)? },
        Ask::EndUnplayed { .. } => Command::EndUnplayed,
        Ask::Hello(_)
        | Ask::Preview { .. }
        | Ask::Look { .. }
        | Ask::Say { .. }
        | Ask::Hint { .. }
        | Ask::Analyse { .. }
        | Ask::Stop { .. }
        | Ask::Ping { .. } => return Err(http::refuse(RefusalCode::BadMessage)),
    })
}

/// The seat that is meant: the named one, the only one, or on a shared screen the one to act.
pub(super) fn own_seat(
    seat: Option<u8>,
    observer: &Observer,
    to_act: Option<Seat>,
) -> Result<u8, Refusal> {
    match (seat, observer.seats.as_slice()) {
        (Some(seat), seats) if seats.contains(&seat) => Ok(seat),
        (Some(_), _) => Err(refusals::no_right()),
        (None, &[seat]) => Ok(seat),
        (None, seats) => {
            let acting = to_act.map(Seat::number).filter(|seat| seats.contains(seat));
            acting.or(seats.first().copied()).ok_or_else(refusals::no_right)
        }
    }
}
