//! What can be asked of a table by HTTP.

use sarsen_core::Viewer;
use sarsen_protocol::{Joined, Refusal, SeatToken, TableInfo, TableSummary};
use sarsen_session::{Command, Credentials, Onlooker, PlayerId, Seating, refusals};
use tokio::sync::oneshot;

use super::Actor;
use crate::secrets;

type Done<T> = oneshot::Sender<Result<T, Refusal>>;

/// A question of HTTP.
pub(crate) enum Query {
    /// What is this table?
    Info { credentials: Credentials, done: Done<TableInfo> },
    /// How does it look in somebody's list?
    Summary { who: PlayerId, done: Done<TableSummary> },
    /// What has been played?
    Record { credentials: Credentials, game: Option<u32>, done: Done<String> },
    /// What has been played, with nothing hidden, and whose eyes may see it. The record must not leave the server.
    Past { credentials: Credentials, done: Done<(String, Viewer)> },
    /// Sit down.
    Join { who: PlayerId, name: String, invite: String, seat: Option<u8>, done: Done<Joined> },
    /// New tokens for one's seats.
    Retoken { who: PlayerId, done: Done<Joined> },
}

impl Actor {
    /// Answers; who has gone does not hear it.
    pub(super) async fn query(&mut self, query: Query) {
        match query {
            Query::Info { credentials, done } => {
                let seats = self.table.seats_for(&credentials);
                let onlooker = Onlooker { seats, looking: None };
                let _ = done.send(Ok(self.table.info(&onlooker, &self.presence())));
            }
            Query::Summary { who, done } => {
                let digest = self.table.digest();
                let _ = done.send(Ok(digest.summary(self.table.id(), &who, &self.presence())));
            }
            Query::Record { credentials, game, done } => {
                let record = self.work(|actor| actor.record(&credentials, game)).await;
                let _ = done.send(record);
            }
            Query::Past { credentials, done } => {
                let past = self.work(|actor| actor.past(&credentials)).await;
                let _ = done.send(past);
            }
            Query::Join { who, name, invite, seat, done } => {
                let _ = done.send(self.join(who, name, &invite, seat).await);
            }
            Query::Retoken { who, done } => {
                let _ = done.send(self.retoken(&who).await);
            }
        }
    }

    fn record(&self, credentials: &Credentials, game: Option<u32>) -> Result<String, Refusal> {
        let game = game.unwrap_or(self.table.games());
        self.table.record(game, self.viewer(credentials)).ok_or_else(refusals::not_now)
    }

    fn past(&self, credentials: &Credentials) -> Result<(String, Viewer), Refusal> {
        let record = self.table.record(self.table.games(), Viewer::Omniscient);
        Ok((record.ok_or_else(refusals::not_now)?, self.viewer(credentials)))
    }

    fn viewer(&self, credentials: &Credentials) -> Viewer {
        let seats = self.table.seats_for(credentials);
        self.table.viewer(&Onlooker { seats, looking: None })
    }

    async fn join(
        &mut self,
        who: PlayerId,
        name: String,
        invite: &str,
        seat: Option<u8>,
    ) -> Result<Joined, Refusal> {
        if !self.table.seats_of(&who).is_empty() {
            return self.retoken(&who).await;
        }
        if invite != self.table.invite() {
            return Err(refusals::no_right());
        }
        let token = self.house.sources.secret();
        let hash = secrets::token_hash(&token);
        let seating = Seating { who: who.clone(), name, token: hash.clone() };
        self.command(&Command::Sit { seating, seat }).await?;
        let seat = self.table.seats_of_token(&hash).first().copied().unwrap_or_default();
        Ok(self.joined(&who, vec![SeatToken { seat, token }]))
    }

    async fn retoken(&mut self, who: &PlayerId) -> Result<Joined, Refusal> {
        let seats = self.table.seats_of(who);
        if seats.is_empty() {
            return Err(refusals::no_right());
        }
        let mut tokens = Vec::new();
        for seat in seats {
            let token = self.house.sources.secret();
            let hash = secrets::token_hash(&token);
            self.command(&Command::Retoken { seat, token: hash }).await?;
            tokens.push(SeatToken { seat, token });
        }
        Ok(self.joined(who, tokens))
    }

    fn joined(&self, who: &PlayerId, tokens: Vec<SeatToken>) -> Joined {
        let onlooker = Onlooker { seats: self.table.seats_of(who), looking: None };
        Joined { table: self.table.info(&onlooker, &self.presence()), tokens }
    }
}
