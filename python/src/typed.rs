//! A state of any game behind one interface.

use std::any::Any;
use std::sync::Arc;

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use sarsen_catalog::Position;
use sarsen_core::chance::Generator;
use sarsen_core::record::Record;
use sarsen_core::{
    Options, Phrase, PlayError, Rules, Seat, StateString, StateStringError, Turn, Viewer,
    options_string, position_string,
};
use sarsen_search::{Cancel, Limits};
use serde_json::Value;

use crate::past::Past;
use crate::playable::{ExactValue, NoValue, Playable, hash_of};

/// A state of any game, with its past.
pub(crate) trait AnyState: Send + Sync {
    fn turn(&self) -> Turn;
    fn score(&self) -> Option<Vec<i32>>;
    fn actions(&self) -> usize;
    fn observation_size(&self) -> usize;
    fn recall_width(&self) -> usize;
    fn recall_length(&self) -> Option<usize>;
    fn has_secrets(&self) -> bool;
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>>;
    fn legal_ids<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>>;
    fn mask(&self, out: &mut [bool]);
    fn observe(&self, seat: Seat, out: &mut [f32]);
    fn information(&self, seat: Seat, out: &mut [f32]);
    fn information_text(&self, seat: Seat) -> String;
    fn token_of(&self, id: usize) -> Option<String>;
    fn id_of(&self, token: &str) -> Result<Option<usize>, PlayError>;
    fn play_token(&mut self, token: &str) -> Result<(), PlayError>;
    /// `None` if the number means nothing in this state; otherwise whether it was legal, with its notation if not.
    fn play_id(&mut self, id: usize) -> Option<Result<(), (String, PlayError)>>;
    fn play_steps(&mut self, drawn: &[usize]) -> bool;
    fn steps(&self, drawn: &[usize]) -> Vec<(usize, u32)>;
    fn undo(&mut self) -> bool;
    fn len(&self) -> usize;
    fn history(&self, viewer: Viewer) -> Vec<String>;
    fn recalled(&self, seat: Seat) -> Vec<String>;
    fn outcomes(&self) -> Option<Vec<(String, u32)>>;
    fn view(&self, viewer: Viewer) -> Value;
    fn text(&self, viewer: Viewer) -> String;
    fn svg(&self, viewer: Viewer) -> String;
    fn describe(&self, token: &str) -> Option<Phrase>;
    fn conclusion(&self) -> Option<Phrase>;
    fn random<'py>(&self, py: Python<'py>, rng: &mut Generator) -> Option<Bound<'py, PyString>>;
    fn playout(&self, rng: &mut Generator) -> Vec<f64>;
    fn world(&self, seat: Seat, rng: &mut Generator) -> Option<Box<dyn AnyState>>;
    fn image(&self, symmetry: usize) -> Option<Box<dyn AnyState>>;
    fn action_at(&self, point: &[f64]) -> Option<String>;
    /// The kinds of continuous actions that the seat to act can choose from.
    fn kinds_now(&self) -> Vec<&'static str>;
    fn solve(&self, limits: &Limits, cancel: &Cancel) -> Result<ExactValue, NoValue>;
    fn record(&self) -> Option<Record>;
    /// The position that the past began with, if not the start.
    fn origin(&self) -> Option<String>;
    fn position_string(&self) -> String;
    fn position(&self) -> Box<dyn Position>;
    fn state(&self) -> &dyn Any;
    fn hash(&self) -> u64;
    fn copied(&self) -> Box<dyn AnyState>;
}

pub(crate) struct Typed<G: Rules> {
    pub(crate) options: Arc<Options>,
    pub(crate) state: G,
    past: Past<G, G::Action>,
    set_up: bool,
}

impl<G: Playable> Typed<G> {
    pub(crate) fn start(options: &Arc<Options>) -> Typed<G> {
        Typed {
            options: Arc::clone(options),
            state: G::start(options),
            past: Past::none(),
            set_up: false,
        }
    }

    pub(crate) fn set_up(options: &Arc<Options>, text: &str) -> Result<Typed<G>, StateStringError> {
        let state = G::from_state_string(options, text)?;
        Ok(Typed { options: Arc::clone(options), state, past: Past::none(), set_up: true })
    }

    fn at(options: &Arc<Options>, state: G) -> Typed<G> {
        Typed { options: Arc::clone(options), state, past: Past::none(), set_up: true }
    }

    fn apply(&mut self, action: G::Action) {
        let before = self.state.clone();
        self.state.apply(action);
        self.past.push(before, action);
    }

    fn resolved(&self, token: &str) -> Result<G::Action, PlayError> {
        match self.state.turn() {
            // A seat acts in its own words; what is really played may be named too, where it is known.
            Turn::Seat(seat) if token.contains('?') => self.state.resolve(seat, token),
            _ => {
                let action: G::Action = token.parse()?;
                self.state.check(action)?;
                Ok(action)
            }
        }
    }
}

impl<G: Playable> Typed<G> {
    /// The numbers of the legal actions in ascending order.
    fn ids(&self) -> Vec<i32> {
        let mut ids = Vec::with_capacity(128);
        self.state.visit_numbers(|id| ids.push(id as i32));
        if !ids.is_sorted() {
            ids.sort_unstable();
        }
        ids
    }
}

impl<G: Playable> AnyState for Typed<G> {
    fn turn(&self) -> Turn {
        self.state.turn()
    }
    fn score(&self) -> Option<Vec<i32>> {
        self.state.score().map(|score| score.as_slice().to_vec())
    }
    fn actions(&self) -> usize {
        G::ACTIONS
    }
    fn observation_size(&self) -> usize {
        G::OBSERVATION
    }
    fn recall_width(&self) -> usize {
        G::RECALL_WIDTH
    }
    fn recall_length(&self) -> Option<usize> {
        G::recall_length(&self.options)
    }
    fn has_secrets(&self) -> bool {
        self.state.has_secrets()
    }
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        if G::ACTIONS == 0 {
            return PyList::new(py, self.state.ranges());
        }
        let ids = self.ids();
        if let Some(names) = G::names(py) {
            return PyList::new(py, ids.iter().map(|&id| &names[id as usize]));
        }
        PyList::new(
            py,
            ids.iter()
                .filter_map(|&id| self.state.token_of_number(id as usize))
                .collect::<Vec<_>>(),
        )
    }
    fn legal_ids<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        PyArray1::from_slice(py, &self.ids())
    }
    fn mask(&self, out: &mut [bool]) {
        self.state.mask(out);
    }
    fn observe(&self, seat: Seat, out: &mut [f32]) {
        self.state.observe(seat, out);
    }
    fn information(&self, seat: Seat, out: &mut [f32]) {
        self.state.write_information(&self.past.actions(), seat, out);
    }
    fn information_text(&self, seat: Seat) -> String {
        self.state.information_state(&self.past.actions(), seat)
    }
    fn token_of(&self, id: usize) -> Option<String> {
        self.state.token_of_number(id)
    }
    fn id_of(&self, token: &str) -> Result<Option<usize>, PlayError> {
        if let (Turn::Seat(seat), true) = (self.state.turn(), token.contains('?')) {
            // The stone that is really played may differ from what its owner writes; the number belongs to what is written.
            let says = |id: &usize| self.state.token_of_number(*id).as_deref() == Some(token);
            let id = self.ids().into_iter().map(|id| id as usize).find(says);
            return match id {
                Some(id) => Ok(Some(id)),
                None => self.state.resolve(seat, token).map(|_| None),
            };
        }
        let action = token.parse()?;
        Ok(self.state.number_of(action))
    }
    fn play_token(&mut self, token: &str) -> Result<(), PlayError> {
        let action = self.resolved(token)?;
        self.apply(action);
        Ok(())
    }
    fn play_id(&mut self, id: usize) -> Option<Result<(), (String, PlayError)>> {
        if G::CHANCE_STEPS > 0 && self.state.turn() == Turn::Chance {
            return self.play_steps(&[id]).then_some(Ok(()));
        }
        let action = self.state.of_number(id)?;
        if let Err(illegal) = self.state.check(action) {
            let token = self.state.token_of_number(id).unwrap_or_default();
            return Some(Err((token, illegal.into())));
        }
        self.apply(action);
        Some(Ok(()))
    }
    fn play_steps(&mut self, drawn: &[usize]) -> bool {
        let action = self.state.of_steps(drawn).filter(|&action| self.state.check(action).is_ok());
        if let Some(action) = action {
            self.apply(action);
        }
        action.is_some()
    }
    fn steps(&self, drawn: &[usize]) -> Vec<(usize, u32)> {
        let mut steps = Vec::new();
        self.state.visit_steps(drawn, |id, weight| steps.push((id, weight)));
        steps
    }
    fn undo(&mut self) -> bool {
        let before = self.past.pop();
        before.map(|before| self.state = before).is_some()
    }
    fn len(&self) -> usize {
        self.past.len()
    }
    fn history(&self, viewer: Viewer) -> Vec<String> {
        self.state.masked(&self.past.actions(), viewer)
    }
    fn recalled(&self, seat: Seat) -> Vec<String> {
        self.state.recalled(&self.past.actions(), seat)
    }
    fn outcomes(&self) -> Option<Vec<(String, u32)>> {
        let mut outcomes = Vec::new();
        let listed =
            self.state.visit_outcomes(|action, weight| outcomes.push((action.to_string(), weight)));
        listed.then_some(outcomes)
    }
    fn view(&self, viewer: Viewer) -> Value {
        serde_json::to_value(self.state.view(viewer)).expect("views are plain data")
    }
    fn text(&self, viewer: Viewer) -> String {
        G::text(&self.state.view(viewer))
    }
    fn svg(&self, viewer: Viewer) -> String {
        G::svg(&self.state.view(viewer))
    }
    fn describe(&self, token: &str) -> Option<Phrase> {
        self.state.describe(token)
    }
    fn conclusion(&self) -> Option<Phrase> {
        self.state.conclusion()
    }
    fn random<'py>(&self, py: Python<'py>, rng: &mut Generator) -> Option<Bound<'py, PyString>> {
        let action = self.state.random(rng)?;
        if let (Some(names), Some(id)) = (G::names(py), self.state.number_of(action)) {
            return Some(names[id].bind(py).clone());
        }
        Some(PyString::new(py, &action.to_string()))
    }
    fn playout(&self, rng: &mut Generator) -> Vec<f64> {
        let mut state = self.state.clone();
        while let Some(action) = state.random(rng) {
            state.apply(action);
        }
        let outcome = state.turn().outcome();
        outcome.map_or_else(Vec::new, |outcome| outcome.returns().as_slice().to_vec())
    }
    fn world(&self, seat: Seat, rng: &mut Generator) -> Option<Box<dyn AnyState>> {
        let (_, history) = self.state.world(&self.past.actions(), seat, rng)?;
        let start = match (self.past.first(), self.set_up) {
            // A past that begins in the middle of a game: only what came after is known, so the world stands by itself.
            (_, true) => {
                let (world, _) = self.state.world(&[], seat, rng)?;
                return Some(Box::new(Typed::at(&self.options, world)));
            }
            (Some(first), false) => first.clone(),
            (None, false) => return Some(self.copied()),
        };
        let (options, past) = (Arc::clone(&self.options), Past::none());
        let mut world = Typed { options, state: start, past, set_up: false };
        for action in history {
            world.state.check(action).ok()?;
            world.apply(action);
        }
        Some(Box::new(world))
    }
    fn image(&self, symmetry: usize) -> Option<Box<dyn AnyState>> {
        (symmetry < <G as Playable>::SYMMETRIES)
            .then(|| Box::new(Typed::at(&self.options, self.state.image(symmetry))) as _)
    }
    fn action_at(&self, point: &[f64]) -> Option<String> {
        self.state.action_at(point).map(|action| action.to_string())
    }
    fn kinds_now(&self) -> Vec<&'static str> {
        self.state.kinds_now().into_iter().map(|kind| G::KINDS[kind].name).collect()
    }
    fn solve(&self, limits: &Limits, cancel: &Cancel) -> Result<ExactValue, NoValue> {
        self.state.solve(limits, cancel)
    }
    fn record(&self) -> Option<Record> {
        if self.set_up {
            return None;
        }
        let mut record = Record::new(G::SPEC.id);
        for (name, value) in self.options.changed() {
            record.set_tag(&format!("Option.{name}"), value);
        }
        if let Turn::Over(outcome) = self.state.turn() {
            record.set_tag("Result", &outcome.to_string());
        }
        for action in self.past.actions() {
            record.push_token(&action.to_string());
        }
        Some(record)
    }
    fn origin(&self) -> Option<String> {
        let first = self.past.first().unwrap_or(&self.state);
        self.set_up.then(|| whole(&self.options, first))
    }
    fn position_string(&self) -> String {
        whole(&self.options, &self.state)
    }
    fn position(&self) -> Box<dyn Position> {
        let game = sarsen_catalog::game(G::SPEC.id).expect("every game is in the catalog");
        game.resume(&self.options, &self.state).expect("a state of its own game")
    }
    fn state(&self) -> &dyn Any {
        &self.state
    }
    fn hash(&self) -> u64 {
        hash_of(&self.state)
    }
    fn copied(&self) -> Box<dyn AnyState> {
        Box::new(Typed {
            options: Arc::clone(&self.options),
            state: self.state.clone(),
            past: self.past.clone(),
            set_up: self.set_up,
        })
    }
}

fn whole<G: StateString>(options: &Options, state: &G) -> String {
    position_string(G::SPEC.id, &options_string(options), &state.state_string())
}
