//! Tables as records and back, to move them between stores.
//!
//! In addition to the usual tags, the record of a table carries `Table` (its id), `TableGame`, `MatchGame` and
//! `MatchGames`, `Clock`, and for every person `PlayerN` (the hash of the person's key, so that the person finds the
//! table again). `NextSeatN` and `NextPlayerN` of the last game say who took a seat after it. Offers, takebacks and times are not transferred. A table that has not started is a record without
//! actions whose `TableGame` is 0, with its `Invite` and its `Begins`. Unknown tags, the date and the comments of an
//! imported record are kept in the [`Annotations`] of its game.

use data_encoding::HEXLOWER;
use sarsen_core::record::{Record, RecordError, read_options};
use sarsen_core::{Level, Options, Outcome, Seat, Turn, Viewer};
use sarsen_protocol::{Begins, Clock, EndReason, PlayerNumber};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::game::{Game, NO_RESULT};
use crate::record::NOT_PLAYED;
use crate::table::{Occupant, ReplayError, difference};
use crate::{Annotations, Event, EventKind, PlayerId, Seed, Setup, Slot, Table, TokenHash};

/// Records that do not make a table.
#[derive(Debug, Error)]
pub enum ImportError {
    /// A record cannot be played.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The games of one table do not fit together.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A tag of ours with a malformed value.
    #[error("tag `{0}` has a value that cannot be read")]
    Tag(String),
}

impl Table {
    /// Every game of the table as a record with nothing hidden, in order.
    pub fn export(&self) -> Vec<Record> {
        let kept = self.records.iter().map(|kept| with_tags(&kept.record, &kept.tags));
        let present = match &self.game {
            Some(game) => {
                let record =
                    with_tags(&self.record_of(game, Viewer::Omniscient), &self.table_tags(game));
                with_tags(&record, &self.next_tags(game))
            }
            None => self.waiting_record(),
        };
        kept.chain([present]).collect()
    }

    /// The record of a table that waits for people: who is seated, what will be played, and the invitation.
    fn waiting_record(&self) -> Record {
        let mut record = Record::new(&self.setup.game);
        for (name, value) in self.options.changed() {
            record.set_tag(&format!("Option.{name}"), value);
        }
        for (seat, player) in (1..).zip(&self.players) {
            record.set_tag(&format!("Seat{seat}"), &player.name());
            if let Occupant::Person { who, .. } = player {
                record.set_tag(&format!("Player{seat}"), &who.0);
            }
        }
        record.set_tag("Result", NO_RESULT);
        record.set_tag("Table", &self.id);
        record.set_tag("TableGame", "0");
        record.set_tag("MatchGames", &self.setup.games.to_string());
        if let Some(clock) = clock_text(self.setup.clock) {
            record.set_tag("Clock", &clock);
        }
        record.set_tag("Invite", &self.setup.invite);
        if self.setup.begins == Begins::ByLot {
            record.set_tag("Begins", BY_LOT);
        }
        for token in &self.setup.from {
            record.push_token(token);
        }
        record
    }

    /// The tags that an export adds to a game's record.
    pub(crate) fn table_tags(&self, game: &Game) -> Vec<(String, String)> {
        let mut tags = vec![
            // An export may contain the seed: the game continues with the same chance elsewhere.
            ("Seed".to_owned(), game.seed.to_string()),
            ("Table".to_owned(), self.id.clone()),
            ("TableGame".to_owned(), game.number.to_string()),
            ("MatchGame".to_owned(), game.match_game.to_string()),
            ("MatchGames".to_owned(), self.setup.games.to_string()),
        ];
        tags.extend(clock_text(self.setup.clock).map(|clock| ("Clock".to_owned(), clock)));
        for (seat, (number, sitter)) in (1..).zip(game.players.iter().zip(&game.sitters)) {
            tags.push((format!("PlayerOfSeat{seat}"), number.to_string()));
            if let Occupant::Person { who, .. } = sitter {
                tags.push((format!("Player{seat}"), who.0.clone()));
            }
        }
        tags
    }

    /// The tags of the last game of a table whose players have left since, or made room for others.
    fn next_tags(&self, game: &Game) -> Vec<(String, String)> {
        let mut tags = Vec::new();
        for (seat, (number, sitter)) in (1..).zip(game.players.iter().zip(&game.sitters)) {
            let Some(player) = self.players.get(number.index()) else { continue };
            if who(player) != who(sitter) {
                tags.push((format!("{NEXT_SEAT}{seat}"), player.name()));
                let next = who(player).map(|who| who.0.clone());
                tags.extend(next.map(|next| (format!("{NEXT_PLAYER}{seat}"), next)));
            }
        }
        if self.players.contains(&Occupant::Open) {
            tags.push(("Invite".to_owned(), self.setup.invite.clone()));
        }
        tags
    }
}

fn who(player: &Occupant) -> Option<&PlayerId> {
    match player {
        Occupant::Person { who, .. } => Some(who),
        Occupant::Open | Occupant::Engine { .. } => None,
    }
}

/// The beginnings of tags about who took a player's seat after the game: `NextSeat1`, and for a person `NextPlayer1`.
const NEXT_SEAT: &str = "NextSeat";
const NEXT_PLAYER: &str = "NextPlayer";

/// The value of the `Begins` tag if the first seat is drawn by lot.
const BY_LOT: &str = "by lot";

/// The tags that a table writes itself, apart from options and tags that end in a seat number.
const OWN_TAGS: [&str; 13] = [
    "Game",
    "Result",
    "End",
    "SeedHash",
    "Seed",
    "Given",
    "Table",
    "TableGame",
    "MatchGame",
    "MatchGames",
    "Clock",
    "Invite",
    "Begins",
];
const OWN_TAGS_OF_SEATS: [&str; 9] = [
    "Seat",
    "PlayerOfSeat",
    "Player",
    "PlayerName",
    "PlayerKey",
    NEXT_SEAT,
    NEXT_PLAYER,
    "NextPlayerName",
    "NextPlayerKey",
];

/// The name of an empty seat.
pub(crate) const NOBODY: &str = "?";

fn with_tags(record: &Record, tags: &[(String, String)]) -> Record {
    let mut record = record.clone();
    for (name, value) in tags {
        record.set_tag(name, value);
    }
    record
}

/// The tags and comments of a record that do not affect the game.
fn annotations(record: &Record) -> Annotations {
    let own = |name: &str| {
        let seat = |rest: &str| rest.parse::<u8>().is_ok();
        let of_seat = |kind: &&str| name.strip_prefix(*kind).is_some_and(seat);
        OWN_TAGS.contains(&name)
            || name.starts_with("Option.")
            || OWN_TAGS_OF_SEATS.iter().any(of_seat)
    };
    let tags = record.tags().iter().filter(|tag| !own(&tag.name));
    let comments = record.comments().map(|(before, text)| (before as u32, text.to_owned()));
    Annotations {
        tags: tags.map(|tag| (tag.name.clone(), tag.value.clone())).collect(),
        comments: comments.collect(),
    }
}

/// The id of the table that a record came from.
pub fn table_of(record: &Record) -> Option<&str> {
    record.tag("Table").map(|tag| tag.value.as_str())
}

/// The table id for a record that did not come from a table. It depends only on the record, so importing it again does
/// not create a second table.
pub fn table_for(record: &Record) -> String {
    let mut id = HEXLOWER.encode(&Sha256::digest(record.to_string()));
    id.truncate(18);
    id
}

/// The log of the table that records describe: all games of one table, in order. `seed` is used where a record has
/// none; `invite` becomes the table's new invitation.
///
/// # Errors
/// If the records do not make a table.
pub fn import(
    records: &[Record],
    seed: Seed,
    invite: &str,
    at: u64,
) -> Result<Vec<Event>, ImportError> {
    let first = records.first().ok_or(ReplayError::NoBeginning)?;
    let table_options = sarsen_catalog::replay(first)?.options().clone();
    let invites = records.iter().rev().find_map(|record| value(record, "Invite"));
    let mut kinds = beginning(first, invites.unwrap_or(invite))?;
    let mut people = people_of(first)?;
    for (index, record) in records.iter().enumerate().filter(|(_, record)| has_begun(record)) {
        let now = people_of(record)?;
        // Others sit down before a game begins. People who are renamed during a game keep their old names in earlier ones.
        let changed = |kind: fn(&Person, &Person) -> bool| {
            let before = |person: &Person| people.iter().find(|old| old.player == person.player);
            let is_changed = |person: &&Person| before(person).is_some_and(|old| kind(old, person));
            now.iter().filter(is_changed).map(Person::sits_down).collect::<Vec<_>>()
        };
        kinds.extend(changed(|old, new| old.who != new.who));
        let renamed = changed(|old, new| old.who == new.who && old.name != new.name);
        game(record, index, seed, &table_options, renamed, &mut kinds)?;
        people = now;
    }
    if let Some(last) = records.last() {
        kinds.extend(since(last)?);
    }
    let events: Vec<Event> = kinds.into_iter().map(|kind| Event { at, tick: None, kind }).collect();
    Table::replay("import", events.clone())?;
    Ok(events)
}

/// A person in a record, as a player of the table.
struct Person {
    player: PlayerNumber,
    who: PlayerId,
    name: String,
}

impl Person {
    fn sits_down(&self) -> EventKind {
        let Person { player, who, name } = self;
        // No token has an empty hash, so only the person's key gives access to the seat.
        let token = TokenHash(String::new());
        EventKind::Seated { player: *player, who: who.clone(), name: name.clone(), token }
    }
}

/// The people in a record whose keys it knows.
fn people_of(record: &Record) -> Result<Vec<Person>, ImportError> {
    let players = players_of_seats(record, seats(record)?)?;
    let person = |(seat, player): (usize, &PlayerNumber)| {
        let who = value(record, &format!("Player{seat}"))?;
        let name = value(record, &format!("Seat{seat}")).unwrap_or(NOBODY);
        Some(Person { player: *player, who: PlayerId(who.to_owned()), name: name.to_owned() })
    };
    Ok((1..).zip(&players).filter_map(person).collect())
}

/// Who left after the last game, and who took their seats.
fn since(record: &Record) -> Result<Vec<EventKind>, ImportError> {
    let players = players_of_seats(record, seats(record)?)?;
    let change = |(seat, &player): (usize, &PlayerNumber)| {
        let name = value(record, &format!("{NEXT_SEAT}{seat}"))?.to_owned();
        Some(match value(record, &format!("{NEXT_PLAYER}{seat}")) {
            Some(who) => Person { player, who: PlayerId(who.to_owned()), name }.sits_down(),
            None => EventKind::Left { player },
        })
    };
    Ok((1..).zip(&players).filter_map(change).collect())
}

/// The number of seats of a record's game.
fn seats(record: &Record) -> Result<usize, ImportError> {
    let game = sarsen_catalog::game_of(record)?;
    Ok(read_options(record, game.spec())?.seats())
}

/// Whether a record is of a game, as opposed to a table that waits for people.
pub fn has_begun(record: &Record) -> bool {
    value(record, "TableGame") != Some("0")
}

/// The creation of the table and the seating of its players.
fn beginning(record: &Record, invite: &str) -> Result<Vec<EventKind>, ImportError> {
    let position = sarsen_catalog::replay(record)?;
    let options = position.options();
    let seats = options.seats();
    let players = players_of_seats(record, seats)?;
    let mut slots = vec![Slot::Person; seats];
    let mut seated = Vec::new();
    for (index, &player) in players.iter().enumerate() {
        let name = value(record, &format!("Seat{}", index + 1)).unwrap_or(NOBODY).to_owned();
        // People may call themselves anything, even by an engine's name; the `PlayerN` tags identify them.
        let who = value(record, &format!("Player{}", index + 1));
        let engine = || name.strip_prefix("sarsen:").and_then(|level| level.parse().ok());
        match (who, engine()) {
            (None, Some(number)) => {
                slots[player.index()] = Slot::Engine { level: Level::nearest(number) };
            }
            (None, None) if !has_begun(record) => {}
            (who, _) => {
                let who = PlayerId(who.unwrap_or_default().to_owned());
                seated.push(Person { player, who, name }.sits_down());
            }
        }
    }
    let changed = options.changed();
    let setup = Setup {
        game: options.spec().id.to_owned(),
        options: changed.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        slots,
        clock: read_clock(record)?,
        begins: match value(record, "Begins") {
            Some(BY_LOT) => Begins::ByLot,
            _ => Begins::AsSeated,
        },
        games: number(record, "MatchGames")?.unwrap_or(1),
        from: given(record)?,
        invite: invite.to_owned(),
        // Whoever reads tables from a file does not offer them to strangers.
        open: false,
    };
    let mut kinds = vec![EventKind::Created(Box::new(setup))];
    kinds.extend(seated);
    Ok(kinds)
}

fn game(
    record: &Record,
    index: usize,
    fresh: Seed,
    table_options: &Options,
    renamed: Vec<EventKind>,
    kinds: &mut Vec<EventKind>,
) -> Result<(), ImportError> {
    let whole = sarsen_catalog::replay(record)?;
    let seed = match value(record, "Seed") {
        Some(text) => text.parse().map_err(|_| ImportError::Tag("Seed".to_owned()))?,
        None => fresh,
    };
    let seats = players_of_seats(record, whole.options().seats())?;
    let match_game = number(record, "MatchGame")?.unwrap_or(1);
    if whole.options().spec().id != table_options.spec().id {
        return Err(ReplayError::Disorder.into());
    }
    let options = difference(table_options, whole.options());
    kinds.push(EventKind::Started {
        seed,
        seats,
        match_game,
        options,
        annotations: annotations(record),
    });
    kinds.extend(renamed);
    let skip = if index == 0 { given(record)?.len() } else { 0 };
    let game = sarsen_catalog::game_of(record)?;
    let mut position = game.start(whole.options());
    for (index, token) in record.tokens().enumerate() {
        let seat = position.turn().seat();
        let error = |error| sarsen_core::record::token_error(token, error);
        position.play(token.text).map_err(error)?;
        if index >= skip {
            kinds.push(EventKind::Acted { seat, action: token.text.to_owned(), said: None });
        }
    }
    let ended = match position.turn() {
        Turn::Over(outcome) => Some((EndReason::Rules, outcome.to_string())),
        _ => value(record, "Result")
            .filter(|result| *result != NO_RESULT || value(record, "End") == Some(NOT_PLAYED))
            .map(|result| (read_reason(value(record, "End"), result), result.to_owned())),
    };
    if let Some((reason, result)) = ended {
        kinds.push(EventKind::Ended { reason, seat: None, result });
    }
    Ok(())
}

fn value<'a>(record: &'a Record, name: &str) -> Option<&'a str> {
    record.tag(name).map(|tag| tag.value.as_str())
}

fn number(record: &Record, name: &str) -> Result<Option<u32>, ImportError> {
    let parse = |text: &str| text.parse().map_err(|_| ImportError::Tag(name.to_owned()));
    value(record, name).map(parse).transpose()
}

/// The actions already played when the first game of the table started. A record without a seed was played elsewhere:
/// the seed it gets here does not vouch for its chance.
fn given(record: &Record) -> Result<Vec<String>, ImportError> {
    let all = record.tokens().count();
    let played_here = has_begun(record) && record.tag("Seed").is_some();
    let count = if played_here { number(record, "Given")?.unwrap_or(0) as usize } else { all };
    Ok(record.tokens().take(count).map(|token| token.text.to_owned()).collect())
}

fn players_of_seats(record: &Record, seats: usize) -> Result<Vec<PlayerNumber>, ImportError> {
    let mut players = Vec::new();
    for seat in Seat::all(seats) {
        let name = format!("PlayerOfSeat{seat}");
        let player = match number(record, &name)? {
            None => Some(PlayerNumber::of_seat(seat)),
            Some(number) => (number as usize).checked_sub(1).and_then(PlayerNumber::from_index),
        };
        let fits = |player: &PlayerNumber| player.index() < seats && !players.contains(player);
        players.push(player.filter(fits).ok_or(ImportError::Tag(name))?);
    }
    Ok(players)
}

fn clock_text(clock: Clock) -> Option<String> {
    match clock {
        Clock::None => None,
        Clock::Fischer { initial, increment } => Some(format!("fischer {initial} {increment}")),
        Clock::PerMove { time } => Some(format!("per-move {time}")),
    }
}

fn read_clock(record: &Record) -> Result<Clock, ImportError> {
    let Some(text) = value(record, "Clock") else { return Ok(Clock::None) };
    let words: Vec<&str> = text.split(' ').collect();
    let wrong = || ImportError::Tag("Clock".to_owned());
    let millis = |text: &str| text.parse::<u64>().map_err(|_| wrong());
    match words.as_slice() {
        ["fischer", initial, increment] => {
            Ok(Clock::Fischer { initial: millis(initial)?, increment: millis(increment)? })
        }
        ["per-move", time] => Ok(Clock::PerMove { time: millis(time)? }),
        _ => Err(wrong()),
    }
}

/// A draw that did not follow from the rules must have been agreed, even if the record does not say so.
fn read_reason(word: Option<&str>, result: &str) -> EndReason {
    match word {
        None if result.parse() == Ok(Outcome::draw()) => EndReason::Agreed,
        Some("left") => EndReason::Left,
        Some("time") => EndReason::Time,
        Some("agreed") => EndReason::Agreed,
        Some(NOT_PLAYED) => EndReason::NotPlayed,
        _ => EndReason::Resigned,
    }
}
