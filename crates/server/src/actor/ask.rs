//! Requests of a client on a WebSocket.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sarsen_catalog::Position;
use sarsen_core::{Level, Seat, Viewer};
use sarsen_protocol::{Analysis, Ask, AskKind, Refusal, RefusalCode, Tell};
use sarsen_session::{Command, Observer, refusals};

use super::Actor;
use crate::connection::text_of;
use crate::engine::{self, Purpose, Task};
use crate::http;

impl Actor {
    pub(super) async fn ask(&mut self, connection: u64, ask: Ask) {
        let Some(observer) = self.observer(connection) else { return };
        let Ask { id, seat, kind } = ask;
        self.payer = self.clients.get(&connection).map(|client| client.address);
        let answer = match (kind, id) {
            (AskKind::Preview { action }, Some(id)) => {
                let preview = self.work(|actor| actor.table.preview(&observer, &action)).await;
                preview.map(|preview| Some(Tell::Preview { id, preview }))
            }
            (AskKind::Look, id) => {
                let looked = self.work(|actor| {
                    let looking = actor.look(connection, &observer, seat)?;
                    let observer = Observer { looking, ..observer };
                    Ok(actor.table.position(&observer).map(Box::new))
                });
                looked.await.map(|position| Some(Tell::Looked { id, position }))
            }
            (AskKind::Hint { millis }, Some(id)) => {
                self.hint(connection, &observer, id, millis).map(|()| None)
            }
            (AskKind::Stop, Some(id)) => {
                self.stop_hint(connection, id);
                Ok(None)
            }
            (AskKind::Say { speech }, id) => {
                self.say(&observer, seat, speech).map(|()| self.accepted(id))
            }
            (kind, id) => match command_of(kind, seat, &observer, self.to_act()) {
                Ok(command) => self.command(&command).await.map(|()| self.accepted(id)),
                Err(refusal) => Err(refusal),
            },
        };
        match answer {
            Ok(Some(tell)) => self.tell(connection, &tell),
            Ok(None) => {}
            Err(refusal) => self.tell(connection, &Tell::Refused { id, refusal }),
        }
    }

    /// The answer to a request that has been carried out, if the client wants one.
    fn accepted(&self, id: Option<u32>) -> Option<Tell> {
        id.map(|id| Tell::Accepted { id, number: self.table.number() })
    }

    fn to_act(&self) -> Option<Seat> {
        self.table.whole_position().and_then(|position| position.turn().seat())
    }

    /// Remembers which seat looks at a shared screen, and returns it.
    fn look(
        &mut self,
        connection: u64,
        observer: &Observer,
        number: Option<u8>,
    ) -> Result<Option<Seat>, Refusal> {
        let seat = number.map(|number| named_seat(number, observer)).transpose()?;
        if let Some(client) = self.clients.get_mut(&connection) {
            client.looking = seat;
        }
        Ok(seat)
    }

    /// Starts a search for a hint. Its reports go directly into the client's queue.
    fn hint(
        &mut self,
        connection: u64,
        observer: &Observer,
        id: u32,
        millis: Option<u32>,
    ) -> Result<(), Refusal> {
        let seat = self.to_act().filter(|seat| observer.seats.contains(seat));
        if !self.table.allows_hints(observer) {
            return Err(refusals::not_now());
        }
        let seat = seat.ok_or_else(refusals::not_your_turn)?;
        if self.table.curtain(observer).is_some() {
            return Err(refusals::behind_curtain());
        }
        let position = self.table.whole_position().ok_or_else(refusals::not_now)?.boxed();
        let game = self.table.game_and_ply().map_or(0, |(game, _)| game);
        let place = HintPlace { game, seat, history: position.history(Viewer::Seat(seat)) };
        let Some(client) = self.clients.get_mut(&connection) else { return Ok(()) };
        let asked = Duration::from_millis(u64::from(millis.unwrap_or(2000)));
        let time = asked.min(self.app.limits.longest_analysis);
        if let Some(analysis) = self.hint.of(&place, time) {
            client.hint = None;
            let _ = client.out.send(text_of(&Tell::Analysis { id, analysis }));
            return Ok(());
        }
        let kept = self.hint.clone();
        let (engine, out) = (Arc::clone(&self.app.engine), client.out.clone());
        let (seed, name) = (self.app.sources.number(), self.table.id().to_owned());
        let asker = client.asker(self.table.id());
        let ticket = self.app.pool.submit(asker, Purpose::Hint, move |cancel| {
            let task = Task {
                position: position.as_ref(),
                seat,
                level: Level::MAX,
                time,
                nodes: None,
                also: None,
                seed,
                cancel,
            };
            let mut tell = |mut analysis: Analysis| {
                in_seat_notation(&mut analysis, position.as_ref(), seat);
                // Later moves of the line may depend on what the engine assumed about hidden things.
                for line in &mut analysis.lines {
                    let first = line.actions.first().map(|token| position.describe(token));
                    line.words = first.into_iter().collect();
                }
                if !cancel.is_cancelled() {
                    if analysis.done {
                        kept.keep(&place, time, &analysis);
                    }
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

/// What a seat has seen of a game when it asks for a hint.
#[derive(Clone, PartialEq, Eq, Debug)]
struct HintPlace {
    game: u32,
    seat: Seat,
    history: Vec<String>,
}

/// The last hint of a table: whoever asks again without anything having been played gets the same answer. Another search
/// could reach another depth in its time, or draw other worlds, and contradict the first.
#[derive(Clone, Default)]
pub(super) struct KeptHint(Arc<Mutex<Option<(HintPlace, Duration, Analysis)>>>);

impl KeptHint {
    /// The hint for a place, unless less time was spent on it than there is now.
    fn of(&self, place: &HintPlace, time: Duration) -> Option<Analysis> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, _, analysis) =
            kept.as_ref().filter(|(known, spent, _)| known == place && *spent >= time)?;
        Some(analysis.clone())
    }

    fn keep(&self, place: &HintPlace, time: Duration, analysis: &Analysis) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *kept = Some((place.clone(), time, analysis.clone()));
    }
}

/// Translates the first action of every line into the notation that the seat was offered.
fn in_seat_notation(analysis: &mut Analysis, position: &dyn Position, seat: Seat) {
    for action in analysis.lines.iter_mut().filter_map(|line| line.actions.first_mut()) {
        if let Some(word) = engine::seat_notation(position, seat, action) {
            *action = word;
        }
    }
}

fn command_of(
    kind: AskKind,
    seat: Option<u8>,
    observer: &Observer,
    to_act: Option<Seat>,
) -> Result<Command, Refusal> {
    let own = || own_seat(seat, observer, to_act);
    let sits = || if observer.seats.is_empty() { Err(refusals::no_right()) } else { Ok(()) };
    Ok(match kind {
        AskKind::Act { game, ply, action } => {
            sits()?;
            Command::Act { by: observer.clone(), game, ply, action }
        }
        AskKind::Resign => Command::Resign { seat: own()? },
        AskKind::OfferDraw => Command::OfferDraw { seat: own()? },
        AskKind::DeclineDraw => Command::DeclineDraw { seat: own()?, because: None },
        AskKind::TakeBack => Command::TakeBack { seat: own()? },
        AskKind::DeclineTakeback => Command::DeclineTakeback { seat: own()? },
        AskKind::Again => Command::Again { seat: own()? },
        AskKind::DeclineAgain => Command::DeclineAgain { seat: own()? },
        AskKind::Leave => Command::Leave { seat: own()? },
        AskKind::RetryEngine => Command::RetryEngine { seat: own_seat(None, observer, to_act)? },
        AskKind::EndUnplayed => {
            sits()?;
            Command::EndUnplayed
        }
        AskKind::Hello(_)
        | AskKind::Preview { .. }
        | AskKind::Look
        | AskKind::Say { .. }
        | AskKind::Hint { .. }
        | AskKind::Analyse { .. }
        | AskKind::Stop
        | AskKind::Ping => return Err(http::refuse(RefusalCode::BadMessage)),
    })
}

/// The seat that is meant: the named one, the only one, or on a shared screen the one to act.
pub(super) fn own_seat(
    number: Option<u8>,
    observer: &Observer,
    to_act: Option<Seat>,
) -> Result<Seat, Refusal> {
    match (number, observer.seats.as_slice()) {
        (Some(number), _) => named_seat(number, observer),
        (None, &[seat]) => Ok(seat),
        (None, seats) => {
            let acting = to_act.filter(|seat| seats.contains(seat));
            acting.or(seats.first().copied()).ok_or_else(refusals::no_right)
        }
    }
}

/// The seat with a number, if it is one of the client's.
fn named_seat(number: u8, observer: &Observer) -> Result<Seat, Refusal> {
    let seat = Seat::from_number(usize::from(number));
    seat.filter(|seat| observer.seats.contains(seat)).ok_or_else(refusals::no_right)
}
