//! Looking at records, and asking engines about them. Nothing of it concerns a table.

mod socket;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use sarsen_catalog::Position;
use sarsen_core::Viewer;
use sarsen_core::record::{Reader, Record};
use sarsen_protocol::{Legal, Preview, Refusal, RefusalCode, StudyAsk, StudyPosition, StudyStep};
use sarsen_session::{legal, refusals, told, turn_of};

use crate::house::{self, House};
use crate::http::{Body, HttpRefusal, refuse};
pub(crate) use socket::run;

pub(crate) async fn study(
    State(_house): State<Arc<House>>,
    Body(ask): Body<StudyAsk>,
) -> Result<Json<StudyPosition>, HttpRefusal> {
    // A record of physics can take a while to replay, which must not hold up the sockets.
    Ok(Json(house::aside(move || position_of(&ask)).await??))
}

fn position_of(ask: &StudyAsk) -> Result<StudyPosition, Refusal> {
    let record = read(&ask.record)?;
    let walked = walk(&record, ask.at)?;
    let preview = match &ask.action {
        Some(action) => {
            let events = walked.position.preview(action, Viewer::Omniscient);
            let events = events.map_err(|error| refusals::from_play(&error))?;
            Some(Preview { action: action.clone(), events: events.into_iter().map(told).collect() })
        }
        None => None,
    };
    let tags = record.tags().iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect();
    let legal = legal(walked.position.legal());
    Ok(StudyPosition { tags, legal, preview, ..walked.seen_by(Viewer::Omniscient)? })
}

/// The position of a table's whole record after so many actions, as a viewer saw it then. What can be done there
/// and the record's tags might tell what the viewer must not know, so they are left out.
pub(crate) fn past(record: &str, at: u32, viewer: Viewer) -> Result<StudyPosition, Refusal> {
    walk(&read(record)?, Some(at))?.seen_by(viewer)
}

fn read(text: &str) -> Result<Record, Refusal> {
    match Reader::new(text.as_bytes()).next() {
        Some(Ok(record)) => Ok(record),
        Some(Err(error)) => Err(bad_record(&error)),
        None => Err(refusals::bad_record()),
    }
}

/// The refusal of a record, with what its author needs to mend it. The errors of records are in English.
fn bad_record(error: &sarsen_core::record::RecordError) -> Refusal {
    use sarsen_core::PlayError;
    use sarsen_core::record::Problem;
    let mut refusal = refusals::bad_record();
    for text in [&mut refusal.says.en, &mut refusal.says.fr, &mut refusal.says.ja] {
        text.push_str(&format!(" ({error})"));
    }
    if let Problem::Play(PlayError::Illegal(illegal)) = &error.problem {
        refusal.rule = Some(illegal.rule.to_owned());
    }
    refusal
}

/// A record, walked through.
struct Walked {
    steps: Vec<StudyStep>,
    /// The position at its end.
    end: Box<dyn Position>,
    /// The position that was asked for, and the one before it.
    position: Box<dyn Position>,
    before: Option<Box<dyn Position>>,
}

impl Walked {
    /// What a viewer sees of the position that was asked for, and of the actions as it knows them at the end.
    fn seen_by(self, viewer: Viewer) -> Result<StudyPosition, Refusal> {
        let position = self.position;
        let at = position.history(Viewer::Omniscient).len();
        let events = match (&self.before, at.checked_sub(1).and_then(|last| self.steps.get(last))) {
            (Some(before), Some(step)) => before.events(&step.action, viewer),
            _ => Ok(vec![]),
        };
        let events = events.map_err(|error| refusals::from_play(&error))?;
        let known = self.end.history(viewer);
        let steps = self.steps.into_iter().zip(known);
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        Ok(StudyPosition {
            game: position.options().spec().id.to_owned(),
            options: position.options().iter().map(owned).collect(),
            tags: BTreeMap::new(),
            at: at as u32,
            turn: turn_of(position.turn()),
            view: position.view(viewer),
            legal: Legal::None,
            score: position.score().map(|score| score.as_slice().to_vec()),
            events: events.into_iter().map(told).collect(),
            preview: None,
            steps: steps.map(|(step, action)| StudyStep { action, ..step }).collect(),
        })
    }
}

/// The steps of a record and the position after `at` of them.
fn walk(record: &Record, at: Option<u32>) -> Result<Walked, Refusal> {
    let whole = sarsen_catalog::replay(record).map_err(|error| bad_record(&error))?;
    let game = sarsen_catalog::game_of(record).map_err(|error| bad_record(&error))?;
    let tokens: Vec<&str> = record.tokens().map(|token| token.text).collect();
    let at = at.map_or(tokens.len(), |at| at as usize);
    if at > tokens.len() {
        return Err(refuse(RefusalCode::BadMessage));
    }
    let mut position = game.start(whole.options());
    let (mut wanted, mut before) = (None, None);
    let mut steps = Vec::with_capacity(tokens.len());
    for (index, token) in tokens.iter().enumerate() {
        if index == at {
            wanted = Some(position.boxed());
        }
        if index + 1 == at {
            before = Some(position.boxed());
        }
        let seat = position.turn().seat().map(sarsen_core::Seat::number);
        position.play(token).map_err(|error| refusals::from_play(&error))?;
        steps.push(StudyStep { action: (*token).to_owned(), seat, comments: Vec::new() });
    }
    for (count, comment) in record.comments() {
        if let Some(step) = count.checked_sub(1).and_then(|index| steps.get_mut(index)) {
            step.comments.push(comment.to_owned());
        }
    }
    let wanted = wanted.unwrap_or_else(|| position.boxed());
    Ok(Walked { steps, end: position, position: wanted, before })
}
