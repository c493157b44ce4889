//! The variations of a record, played through.

use sarsen_catalog::Position;
use sarsen_core::record::{Item, Record, Token, token_error};
use sarsen_core::{Options, Viewer};
use sarsen_protocol::{Refusal, RefusalCode, StudyStep, StudyVariation};

use super::bad_record;
use crate::engine::Cancel;
use crate::http::refuse;

/// All variations of a record, each after the line that it branches off from.
pub(super) fn of(
    record: &Record,
    options: &Options,
    cancel: &Cancel,
) -> Result<Vec<StudyVariation>, Refusal> {
    let game = sarsen_catalog::game_of(record).map_err(|error| bad_record(&error))?;
    let mut reading = Reading {
        line: Line { number: 0, position: game.start(options), before: None },
        outer: Vec::new(),
        found: Vec::new(),
    };
    for item in record.items() {
        if cancel.is_cancelled() {
            return Err(refuse(RefusalCode::TooMany));
        }
        reading.item(item)?;
    }
    Ok(reading.found)
}

/// A line that is being played.
struct Line {
    /// 0 is the main line; any other is that number, counted from 1, of those that were found.
    number: usize,
    position: Box<dyn Position>,
    /// The position before the last action, which variations replace.
    before: Option<Box<dyn Position>>,
}

struct Reading {
    line: Line,
    outer: Vec<Line>,
    found: Vec<StudyVariation>,
}

impl Reading {
    fn item(&mut self, item: Item<'_>) -> Result<(), Refusal> {
        match item {
            Item::Action(token) => self.play(token)?,
            Item::VariationStart(_) => self.start(),
            Item::VariationEnd => self.end(),
            Item::Comment(text) => {
                if let Some(variation) = self.variation() {
                    let comments = match variation.steps.last_mut() {
                        Some(step) => &mut step.comments,
                        None => &mut variation.comments,
                    };
                    comments.push(text.to_owned());
                }
            }
            Item::Mark(mark) => {
                if let Some(step) = self.variation().and_then(|found| found.steps.last_mut()) {
                    step.marks.push(mark);
                }
            }
        }
        Ok(())
    }

    /// The variation that is being read; none on the main line.
    fn variation(&mut self) -> Option<&mut StudyVariation> {
        self.found.get_mut(self.line.number.checked_sub(1)?)
    }

    fn play(&mut self, token: Token<'_>) -> Result<(), Refusal> {
        let seat = self.line.position.turn().seat();
        self.line.before = Some(self.line.position.boxed());
        let played = self.line.position.play(token.text);
        played.map_err(|error| bad_record(&token_error(token, error)))?;
        if let Some(variation) = self.variation() {
            variation.steps.push(StudyStep {
                action: token.text.to_owned(),
                seat,
                comments: vec![],
                marks: vec![],
                words: None,
            });
        }
        Ok(())
    }

    fn start(&mut self) {
        // The reader has seen to it that an action stands before every variation.
        let Some(position) = self.line.before.as_ref().map(|before| before.boxed()) else { return };
        self.found.push(StudyVariation {
            line: self.line.number as u32,
            ply: position.history(Viewer::Omniscient).len() as u32,
            comments: vec![],
            steps: vec![],
        });
        let line = Line { number: self.found.len(), position, before: None };
        self.outer.push(std::mem::replace(&mut self.line, line));
    }

    fn end(&mut self) {
        let Some(outside) = self.outer.pop() else { return };
        let words = self.line.position.words(Viewer::Omniscient);
        if let Some(variation) = self.variation() {
            let words = words.into_iter().skip(variation.ply as usize);
            for (step, words) in variation.steps.iter_mut().zip(words) {
                step.words = Some(words);
            }
        }
        self.line = outside;
    }
}
