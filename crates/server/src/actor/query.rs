//! HTTP requests to a table.

use sarsen_core::{Audience, Seat, Viewer};
use sarsen_protocol::{
    Joined, OpenTable, Refusal, RefusalCode, SeatToken, TableInfo, TableSummary,
};
use sarsen_session::{Command, Credentials, Observer, PlayerId, Seating, refusals};
use tokio::sync::oneshot;

use super::Actor;
use crate::addresses::Address;
use crate::{http, secrets};

type Done<T> = oneshot::Sender<Result<T, Refusal>>;

/// The games whose records are requested.
#[derive(Clone, Copy)]
pub(crate) enum WhichRecord {
    /// The current one.
    Present,
    /// One of the table's games, counted from 1.
    Game(u32),
    /// All games of the current match.
    Match,
}

/// The current game as it is on disk, and its reader.
pub(crate) struct PastGame {
    /// Its number at the table.
    pub(crate) game: u32,
    /// With nothing hidden: it must not leave the server.
    pub(crate) record: String,
    /// The viewer it may be shown to.
    pub(crate) viewer: Viewer,
    /// The seat names for the reader.
    pub(crate) audience: Audience,
}

/// An HTTP request.
pub(crate) enum Query {
    /// The table's description.
    Info { credentials: Credentials, done: Done<TableInfo> },
    /// How does it look in the list of open tables? Nothing where it is not listed there.
    OpenTable { done: Done<Option<OpenTable>> },
    /// The table's entry in a person's list.
    Summary { who: PlayerId, done: Done<TableSummary> },
    /// The record as the requester may read it.
    Record { credentials: Credentials, which: WhichRecord, done: Done<String> },
    /// The record with nothing hidden, and what the requester may read of it.
    Past { credentials: Credentials, done: Done<PastGame> },
    /// Sit down.
    Join {
        who: PlayerId,
        name: String,
        invite: String,
        seat: Option<u8>,
        address: Address,
        done: Done<Joined>,
    },
    /// Close a table whose game is not finished.
    Close { who: PlayerId, address: Address, done: Done<()> },
    /// Replace the tokens of a person's seats.
    Retoken { who: PlayerId, address: Address, done: Done<Joined> },
}

impl Query {
    /// Answers with a refusal; who has gone does not hear it.
    pub(super) fn refuse(self, refusal: Refusal) {
        match self {
            Query::Info { done, .. } => drop(done.send(Err(refusal))),
            Query::OpenTable { done } => drop(done.send(Err(refusal))),
            Query::Summary { done, .. } => drop(done.send(Err(refusal))),
            Query::Record { done, .. } => drop(done.send(Err(refusal))),
            Query::Past { done, .. } => drop(done.send(Err(refusal))),
            Query::Close { done, .. } => drop(done.send(Err(refusal))),
            Query::Join { done, .. } | Query::Retoken { done, .. } => {
                drop(done.send(Err(refusal)));
            }
        }
    }
}

impl Actor {
    /// Answers a request; the requester may be gone.
    pub(super) async fn query(&mut self, query: Query) {
        match query {
            Query::Info { credentials, done } => {
                let seats = self.table.seats_for(&credentials);
                let observer = Observer { seats, looking: None };
                let _ = done.send(Ok(self.table.info(&observer, &self.presence())));
            }
            Query::OpenTable { done } => {
                let _ = done.send(Ok(self.table.open_table(&self.presence())));
            }
            Query::Summary { who, done } => {
                let digest = self.table.digest();
                let _ = done.send(Ok(digest.summary(self.table.id(), &who, &self.presence())));
            }
            Query::Record { credentials, which, done } => {
                let record = self.work(|actor| actor.record(&credentials, which)).await;
                let _ = done.send(record);
            }
            Query::Past { credentials, done } => {
                let past = self.work(|actor| actor.past(&credentials)).await;
                let _ = done.send(past);
            }
            Query::Join { who, name, invite, seat, address, done } => {
                self.payer = Some(address);
                let _ = done.send(self.join(who, name, &invite, seat).await);
            }
            Query::Close { who, address, done } => {
                self.payer = Some(address);
                let seats = self.table.seats_of(&who);
                let _ = done.send(self.command(&Command::Close { seats }).await);
            }
            Query::Retoken { who, address, done } => {
                self.payer = Some(address);
                let _ = done.send(self.retoken(&who, None).await);
            }
        }
    }

    fn record(&self, credentials: &Credentials, which: WhichRecord) -> Result<String, Refusal> {
        let viewer = self.viewer(credentials);
        let record = match which {
            WhichRecord::Present => self.table.record(self.table.games(), viewer),
            WhichRecord::Game(game) => self.table.record(game, viewer),
            WhichRecord::Match => self.table.match_record(viewer),
        };
        record.ok_or_else(refusals::not_now)
    }

    fn past(&self, credentials: &Credentials) -> Result<PastGame, Refusal> {
        let record = self.table.whole_record().ok_or_else(refusals::not_now)?;
        let seats = self.table.seats_for(credentials);
        let listener = self.table.listener(&Observer { seats, looking: None });
        let audience = self.table.audience(listener.you);
        Ok(PastGame { game: self.table.games(), record, viewer: listener.viewer, audience })
    }

    fn viewer(&self, credentials: &Credentials) -> Viewer {
        let seats = self.table.seats_for(credentials);
        self.table.viewer(&Observer { seats, looking: None })
    }

    async fn join(
        &mut self,
        who: PlayerId,
        name: String,
        invite: &str,
        seat: Option<u8>,
    ) -> Result<Joined, Refusal> {
        if !self.table.seats_of(&who).is_empty() {
            return self.retoken(&who, Some(&name)).await;
        }
        if invite != self.table.invite() {
            return Err(refusals::no_right());
        }
        let token = self.app.sources.secret();
        let hash = secrets::token_hash(&token);
        let seating = Seating { who: who.clone(), name, token: hash.clone() };
        // A number that is not a seat is refused like a seat that is taken.
        let seat = match seat {
            None => None,
            Some(number) => {
                Some(Seat::from_number(usize::from(number)).ok_or_else(refusals::full)?)
            }
        };
        self.command(&Command::Sit { seating, seat }).await?;
        let seat = self.table.seats_of_token(&hash).first().copied();
        let seat = seat.ok_or_else(|| {
            tracing::error!(table = self.table.id(), "a player who sat down has no seat");
            http::refuse(RefusalCode::Internal)
        })?;
        Ok(self.joined(&who, vec![SeatToken { seat, token }]))
    }

    /// Replaces the tokens of a person's seats, and updates the name of a person with one seat. On a shared screen each
    /// seat keeps the name it was given.
    async fn retoken(&mut self, who: &PlayerId, name: Option<&str>) -> Result<Joined, Refusal> {
        let seats = self.table.seats_of(who);
        if seats.is_empty() {
            return Err(refusals::no_right());
        }
        let name = name.filter(|_| seats.len() == 1);
        let mut tokens = Vec::new();
        for seat in seats {
            let token = self.app.sources.secret();
            let hash = secrets::token_hash(&token);
            let name = name.map(str::to_owned);
            self.command(&Command::Retoken { seat, token: hash, name }).await?;
            tokens.push(SeatToken { seat, token });
        }
        Ok(self.joined(who, tokens))
    }

    fn joined(&self, who: &PlayerId, tokens: Vec<SeatToken>) -> Joined {
        let observer = Observer { seats: self.table.seats_of(who), looking: None };
        Joined { table: self.table.info(&observer, &self.presence()), tokens }
    }
}
