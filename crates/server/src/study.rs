//! Studying records and asking engines about them, independent of any table.

mod checkpoints;
mod socket;
mod variations;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use sarsen_catalog::Position;
use sarsen_core::record::{Item, Reader, Record, read_options};
use sarsen_core::{Audience, Outcome, Seat, Viewer};
use sarsen_protocol::{
    Legal, Preview, Refusal, RefusalCode, Story, StoryEntry, StudyAsk, StudyPosition, StudyStep,
};
use sarsen_session::refusals;

use crate::actor::PastGame;
use crate::addresses::Address;
use crate::app_state::AppState;
use crate::engine::{Cancel, Requester};
use crate::http::{Body, HttpRefusal, refuse};
pub(crate) use checkpoints::Checkpoints;
use checkpoints::{ReplayFailure, ReplayPath};
pub(crate) use socket::run;

#[utoipa::path(post, path = "/api/v1/study", operation_id = "study", tag = "study", request_body = StudyAsk,
    responses((status = 200, body = StudyPosition), (status = 400, body = Refusal)))]
pub(crate) async fn study(
    State(app): State<Arc<AppState>>,
    address: Address,
    Body(ask): Body<StudyAsk>,
) -> Result<Json<StudyPosition>, HttpRefusal> {
    let checkpoints = Arc::clone(&app.checkpoints);
    let work = move |cancel: &Cancel| position_of(&ask, &checkpoints, cancel);
    Ok(Json(app.replay(Requester::new(address, "study"), work).await??))
}

fn position_of(
    ask: &StudyAsk,
    checkpoints: &Checkpoints,
    cancel: &Cancel,
) -> Result<StudyPosition, Refusal> {
    let record = read(&ask.record)?;
    let walked = walk(&record, ask.at, checkpoints, cancel)?;
    let preview = match &ask.action {
        Some(action) => {
            let audience = Audience::default();
            let events = walked.position.preview(action, Viewer::Omniscient, &audience);
            let events = events.map_err(|error| refusals::from_play(&error))?;
            Some(Preview { action: action.clone(), events })
        }
        None => None,
    };
    let tags = record.tags().iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect();
    let legal = walked.position.legal();
    let comments = record.comments().take_while(|(count, _)| *count == 0);
    let comments = comments.map(|(_, comment)| comment.to_owned()).collect();
    let variations = if record.has_variations() {
        variations::of(&record, walked.position.options(), cancel)?
    } else {
        vec![]
    };
    let position = Some(walked.position.position_string());
    let seen = walked.seen_by(Viewer::Omniscient)?;
    Ok(StudyPosition { tags, comments, variations, position, legal, preview, ..seen })
}

/// The position of a table's complete record after some actions, as a viewer saw it then. The legal actions and the
/// record's tags could reveal what the viewer must not know, so they are left out.
pub(crate) fn past(
    record: &str,
    at: u32,
    viewer: Viewer,
    checkpoints: &Checkpoints,
    cancel: &Cancel,
) -> Result<StudyPosition, Refusal> {
    walk(&read(record)?, Some(at), checkpoints, cancel)?.seen_by(viewer)
}

/// The consequences of the actions of a table's game, from a number on, worded for the reader.
pub(crate) fn story(
    past: &PastGame,
    after: u32,
    checkpoints: &Checkpoints,
    cancel: &Cancel,
) -> Result<Story, Refusal> {
    let record = read(&past.record)?;
    let game = sarsen_catalog::game_of(&record).map_err(|error| bad_record(&error))?;
    let options = read_options(&record, game.spec()).map_err(|error| bad_record(&error))?;
    let tokens: Vec<&str> = record.tokens().map(|token| token.text).collect();
    let after = (after as usize).min(tokens.len());
    let way = ReplayPath::new(game, &options, &tokens, checkpoints, cancel);
    let fault = |not_reached| match not_reached {
        ReplayFailure::Cancelled => refuse(RefusalCode::TooMany),
        ReplayFailure::Play(error) => refusals::from_play(&error),
    };
    let mut position = way.reach(after).map_err(fault)?.position;
    let mut entries = Vec::with_capacity(tokens.len() - after);
    for (index, token) in tokens.iter().enumerate().skip(after) {
        let events = position.events(token, past.viewer, &past.audience);
        let events = events.map_err(|error| refusals::from_play(&error))?;
        let says = events.into_iter().map(|event| event.says).collect();
        entries.push(StoryEntry { ply: index as u32 + 1, says });
        way.advance(&mut position, index).map_err(fault)?;
    }
    Ok(Story { game: past.game, entries })
}

/// The position of a record after a number of actions; by default after all of them.
pub(crate) fn position(
    record: &Record,
    at: Option<u32>,
    checkpoints: &Checkpoints,
    cancel: &Cancel,
) -> Result<Box<dyn Position>, Refusal> {
    Ok(walk(record, at, checkpoints, cancel)?.position)
}

/// The most actions in a record, variations included: each is answered with its words in every language, which take fifty
/// times the room.
const MAX_ACTIONS: usize = 10_000;

/// The first record of a text.
pub(crate) fn read(text: &str) -> Result<Record, Refusal> {
    let record = match Reader::new(text.as_bytes()).next() {
        Some(Ok(record)) => record,
        Some(Err(error)) => return Err(bad_record(&error)),
        None => return Err(refusals::bad_record()),
    };
    let actions = record.items().filter(|item| matches!(item, Item::Action(_))).count();
    if actions > MAX_ACTIONS { Err(refuse(RefusalCode::TooLarge)) } else { Ok(record) }
}

/// The refusal of a record, with what its author needs to correct it: the place, and why. What the format forbids is only said in
/// English, what the rules forbid in every language.
fn bad_record(error: &sarsen_core::record::RecordError) -> Refusal {
    use sarsen_core::PlayError;
    use sarsen_core::record::{Place, Problem};
    let mut refusal = refusals::bad_record();
    let Place { line, column } = error.place;
    let mut details = [
        error.to_string(),
        format!("ligne {line}, colonne {column}"),
        format!("{line}行目、{column}文字目"),
    ];
    if let Problem::Play(error) = &error.problem {
        let why = refusals::from_play(error).says;
        details[1].push_str(&format!(" : {}", why.fr));
        details[2].push_str(&format!("：{}", why.ja));
    }
    let says = &mut refusal.says;
    for (text, detail) in [&mut says.en, &mut says.fr, &mut says.ja].into_iter().zip(details) {
        text.to_mut().push_str(&format!(" ({detail})"));
    }
    if let Problem::Play(PlayError::Illegal(illegal)) = &error.problem {
        refusal.rule = Some(illegal.rule.to_owned());
    }
    refusal
}

/// A replayed record.
struct ReplayedRecord {
    steps: Vec<StudyStep>,
    /// The position at its end.
    end: Box<dyn Position>,
    /// The requested position, and the one before it.
    position: Box<dyn Position>,
    before: Option<Box<dyn Position>>,
}

impl ReplayedRecord {
    /// What a viewer sees of the requested position, and of the actions as it knows them at the end.
    fn seen_by(self, viewer: Viewer) -> Result<StudyPosition, Refusal> {
        let position = self.position;
        let at = position.history(Viewer::Omniscient).len();
        let events = match (&self.before, at.checked_sub(1).and_then(|last| self.steps.get(last))) {
            (Some(before), Some(step)) => before.events(&step.action, viewer, &Audience::default()),
            _ => Ok(vec![]),
        };
        let events = events.map_err(|error| refusals::from_play(&error))?;
        let known = self.end.history(viewer).into_iter().zip(self.end.words(viewer));
        let steps = self.steps.into_iter().zip(known);
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        Ok(StudyPosition {
            game: position.options().spec().id.to_owned(),
            options: position.options().iter().map(owned).collect(),
            tags: BTreeMap::new(),
            comments: vec![],
            variations: vec![],
            at: at as u32,
            position: None,
            turn: position.turn().into(),
            view: position.view(viewer),
            legal: Legal::None,
            score: position.score().map(|score| score.as_slice().to_vec()),
            events,
            preview: None,
            steps: steps
                .map(|(step, (action, words))| StudyStep { action, words: Some(words), ..step })
                .collect(),
        })
    }
}

/// The steps of a record and the position after `at` of them.
fn walk(
    record: &Record,
    at: Option<u32>,
    checkpoints: &Checkpoints,
    cancel: &Cancel,
) -> Result<ReplayedRecord, Refusal> {
    let game = sarsen_catalog::game_of(record).map_err(|error| bad_record(&error))?;
    let options = read_options(record, game.spec()).map_err(|error| bad_record(&error))?;
    let tokens: Vec<&str> = record.tokens().map(|token| token.text).collect();
    let at = at.map_or(tokens.len(), |at| at as usize);
    if at > tokens.len() {
        return Err(refuse(RefusalCode::BadMessage));
    }
    let way = ReplayPath::new(game, &options, &tokens, checkpoints, cancel);
    let fault = |not_reached| match not_reached {
        ReplayFailure::Cancelled => refuse(RefusalCode::TooMany),
        ReplayFailure::Play(error) => {
            fault_of(record).unwrap_or_else(|| refusals::from_play(&error))
        }
    };
    let end = way.reach(tokens.len()).map_err(fault)?;
    if claims_other_result(record, end.position.as_ref())
        && let Some(refusal) = fault_of(record)
    {
        return Err(refusal);
    }
    let before = match at.checked_sub(1) {
        Some(before) => Some(way.reach(before).map_err(fault)?.position),
        None => None,
    };
    let position = if at == tokens.len() {
        end.position.boxed()
    } else {
        way.reach(at).map_err(fault)?.position
    };
    let step = |(token, &seat): (&&str, &Option<Seat>)| StudyStep {
        action: (*token).to_owned(),
        seat,
        comments: Vec::new(),
        marks: Vec::new(),
        words: None,
    };
    let mut steps: Vec<StudyStep> = tokens.iter().zip(end.seats.iter()).map(step).collect();
    for (count, comment) in record.comments() {
        if let Some(step) = count.checked_sub(1).and_then(|index| steps.get_mut(index)) {
            step.comments.push(comment.to_owned());
        }
    }
    for (count, mark) in record.marks() {
        if let Some(step) = count.checked_sub(1).and_then(|index| steps.get_mut(index)) {
            step.marks.push(mark);
        }
    }
    Ok(ReplayedRecord { steps, end: end.position, position, before })
}

/// What is wrong with a record, with its place.
fn fault_of(record: &Record) -> Option<Refusal> {
    sarsen_catalog::replay(record).err().map(|error| bad_record(&error))
}

/// Whether a record's result obviously differs from its last position.
fn claims_other_result(record: &Record, end: &dyn Position) -> bool {
    let Some(tag) = record.tag("Result").filter(|tag| tag.value != "*") else { return false };
    match (tag.value.parse::<Outcome>(), end.turn().outcome()) {
        (Ok(claimed), Some(actual)) => claimed != actual,
        (Ok(claimed), None) => claimed.ranks().seats() != end.options().seats(),
        (Err(_), _) => true,
    }
}
