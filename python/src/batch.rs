//! Many games at once: numpy arrays in and out, on as many threads as are asked for, without the interpreter's lock.

use std::sync::{Arc, Mutex};

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::PyTypeInfo;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;
use rayon::prelude::*;
use sarsen_core::chance::{self, Generator};
use sarsen_core::{Illegal, Options, Seat, Turn};
use sarsen_search::Cancel;

use crate::errors::{self, IllegalAction};
use crate::playable::{Playable, generator_of};

/// The value of `to_act` where chance is to act.
const CHANCE: i8 = -1;

/// The number of games that take each part of a step together: their states and rows stay in the first-level cache, and
/// each part is a short loop over games that do not depend on each other.
const BLOCK: usize = 16;

/// One game of a batch.
struct Lane<G> {
    state: G,
    rng: Generator,
    notes: Box<Notes>,
}

/// What else a game of a batch needs. Few games use it, so it is kept apart.
#[derive(Default)]
struct Notes {
    /// Chance's steps so far, where they are handed out.
    drawn: Vec<usize>,
    /// What is set in the game's rows.
    mask: Vec<u16>,
    observation: Vec<u16>,
}

pub(crate) trait AnyBatch: Send {
    fn step(&mut self, actions: Option<&[i32]>, rows: RowSlices<'_>, threads: usize);
    fn random(&mut self, actions: &mut [i32], threads: usize);
    fn write(&mut self, rows: RowSlices<'_>, threads: usize);
    fn chance(&self, out: &mut [f32]);
    fn positions(&self) -> Vec<String>;
    /// Whether an action can be played in a game: chance's steps have no mask.
    fn chance_allows(&self, index: usize, step: usize) -> bool;
    /// What the rules say against an action in a game: its notation, and the rule.
    fn refusal(&self, index: usize, number: usize) -> Option<(String, Illegal)>;
}

/// The arrays of a whole batch.
pub(crate) struct RowSlices<'a> {
    pub(crate) to_act: &'a mut [i8],
    pub(crate) mask: &'a mut [bool],
    pub(crate) observation: &'a mut [f32],
    pub(crate) rewards: &'a mut [f32],
    pub(crate) done: &'a mut [bool],
}

pub(crate) struct Batch<G> {
    lanes: Vec<Lane<G>>,
    start: G,
    seats: usize,
    explicit: bool,
    options: Arc<Options>,
}

impl<G: Playable> Batch<G> {
    /// `None` if there is not enough memory.
    pub(crate) fn new(
        options: &Arc<Options>,
        size: usize,
        seed: u64,
        explicit: bool,
    ) -> Option<Batch<G>> {
        let start = G::start(options);
        let lane = |index: usize| {
            let mut lane = Lane {
                state: start.clone(),
                rng: generator_of(seed, index as u64),
                notes: Box::default(),
            };
            if !explicit {
                lane.let_chance_act();
            }
            lane
        };
        let mut lanes = Vec::new();
        lanes.try_reserve_exact(size).ok()?;
        lanes.extend((0..size).map(lane));
        let (seats, options) = (options.seats(), Arc::clone(options));
        Some(Batch { lanes, start, seats, explicit, options })
    }

    /// Does `work` with parts of the games and their rows, on several threads.
    fn share(
        &mut self,
        rows: RowSlices<'_>,
        threads: usize,
        work: impl Fn(usize, &mut [Lane<G>], RowSlices<'_>) + Sync,
    ) {
        let part = self.lanes.len().div_ceil(4 * threads.max(1)).max(BLOCK);
        if threads <= 1 || self.lanes.len() <= part {
            return work(0, &mut self.lanes, rows);
        }
        let mut parts = Vec::new();
        let mut rest = rows;
        for (index, lanes) in self.lanes.chunks_mut(part).enumerate() {
            let rows = rest.take::<G>(lanes.len(), self.seats);
            parts.push((index * part, lanes, rows));
        }
        pool(threads).install(|| {
            parts.into_par_iter().for_each(|(first, lanes, rows)| work(first, lanes, rows));
        });
    }
}

impl<'a> RowSlices<'a> {
    /// The rows of the first `count` games, which leaves those of the others.
    fn take<G: Playable>(&mut self, count: usize, seats: usize) -> RowSlices<'a> {
        let width = |kept: bool, width: usize| if kept { width } else { 0 };
        let mask = width(!self.mask.is_empty(), G::ACTIONS);
        let observation = width(!self.observation.is_empty(), G::OBSERVATION);
        RowSlices {
            to_act: take(&mut self.to_act, count),
            mask: take(&mut self.mask, count * mask),
            observation: take(&mut self.observation, count * observation),
            rewards: take(&mut self.rewards, count * seats),
            done: take(&mut self.done, count),
        }
    }
}

/// Takes the first `count` elements off a slice.
fn take<'a, T>(slice: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (first, rest) = std::mem::take(slice).split_at_mut(count);
    *slice = rest;
    first
}

impl<G: Playable> Lane<G> {
    #[inline]
    fn let_chance_act(&mut self) {
        while G::CHANCE_STEPS > 0
            && self.state.turn() == Turn::Chance
            && let Some(action) = self.state.draw(&mut self.rng)
        {
            self.state.apply(action);
        }
    }

    /// Plays a number that is legal; chance's steps where they are handed out.
    #[inline]
    fn play(&mut self, number: usize, explicit: bool) {
        if explicit && self.state.turn() == Turn::Chance {
            self.notes.drawn.push(number);
            if let Some(action) = self.state.of_steps(&self.notes.drawn) {
                self.notes.drawn.clear();
                self.state.apply(action);
            }
            return;
        }
        if let Some(action) = self.state.of_number(number) {
            self.state.apply(action);
        }
        if !explicit {
            self.let_chance_act();
        }
    }

    /// A random number that is legal here.
    fn random_number(&mut self) -> usize {
        if self.state.turn() == Turn::Chance {
            let (mut steps, mut weights) = (Vec::new(), Vec::new());
            self.state.visit_steps(&self.notes.drawn, |id, weight| {
                steps.push(id);
                weights.push(weight);
            });
            return steps[chance::weighted(&mut self.rng, &weights)];
        }
        let action = self.state.random(&mut self.rng);
        action.and_then(|action| self.state.number_of(action)).unwrap_or_default()
    }

    /// Plays a random action without going through its number.
    #[inline]
    fn play_random(&mut self, explicit: bool) {
        if explicit && self.state.turn() == Turn::Chance {
            let number = self.random_number();
            return self.play(number, true);
        }
        if let Some(action) = self.state.random(&mut self.rng) {
            self.state.apply(action);
        }
        if !explicit {
            self.let_chance_act();
        }
    }

    /// The seat to act; `None` where chance is.
    #[inline]
    fn to_act(&self) -> Option<Seat> {
        self.state.turn().seat()
    }

    /// Puts a new game in place of one that is over.
    fn begin_anew(&mut self, start: &G, explicit: bool) {
        self.state.clone_from(start);
        if !explicit {
            self.let_chance_act();
        }
    }
}

fn number_of_seat(seat: Option<Seat>) -> i8 {
    seat.map_or(CHANCE, |seat| seat.index() as i8)
}

/// Writes what is legal in each of some games and what is seen there; where chance is to act, what seat 1 sees.
fn show<G: Playable>(lanes: &mut [Lane<G>], rows: &mut RowSlices<'_>) {
    if !rows.mask.is_empty() {
        for (lane, mask) in lanes.iter_mut().zip(rows.mask.chunks_exact_mut(G::ACTIONS.max(1))) {
            lane.state.update_mask(mask, &mut lane.notes.mask);
        }
    }
    if !rows.observation.is_empty() {
        for (lane, seen) in lanes.iter_mut().zip(rows.observation.chunks_exact_mut(G::OBSERVATION))
        {
            let seat = lane.to_act().unwrap_or(Seat::ONE);
            lane.state.update_observation(seat, seen, &mut lane.notes.observation);
        }
    }
}

impl<G: Playable> AnyBatch for Batch<G> {
    fn step(&mut self, actions: Option<&[i32]>, rows: RowSlices<'_>, threads: usize) {
        let (start, explicit, seats) = (self.start.clone(), self.explicit, self.seats);
        self.share(rows, threads, |first, lanes, mut rows| {
            rows.rewards.fill(0.0);
            rows.done.fill(false);
            for (index, lanes) in lanes.chunks_mut(BLOCK).enumerate() {
                let mut rows = rows.take::<G>(lanes.len(), seats);
                match actions {
                    Some(actions) => {
                        let actions = &actions[first + index * BLOCK..];
                        for (lane, &action) in lanes.iter_mut().zip(actions) {
                            lane.play(action as usize, explicit);
                        }
                    }
                    None => lanes.iter_mut().for_each(|lane| lane.play_random(explicit)),
                }
                for (index, lane) in lanes.iter_mut().enumerate() {
                    let mut turn = lane.state.turn();
                    if let Turn::Over(outcome) = turn {
                        lane.begin_anew(&start, explicit);
                        turn = lane.state.turn();
                        rows.done[index] = true;
                        let rewards = &mut rows.rewards[index * seats..][..seats];
                        for (place, value) in rewards.iter_mut().zip(outcome.returns().iter()) {
                            *place = *value as f32;
                        }
                    }
                    rows.to_act[index] = number_of_seat(turn.seat());
                }
                show(lanes, &mut rows);
            }
        });
    }

    fn random(&mut self, actions: &mut [i32], threads: usize) {
        let chunk = self.lanes.len().div_ceil(4 * threads.max(1)).max(16);
        let fill = |(lanes, actions): (&mut [Lane<G>], &mut [i32])| {
            for (lane, action) in lanes.iter_mut().zip(actions) {
                *action = lane.random_number() as i32;
            }
        };
        if threads <= 1 {
            return fill((&mut self.lanes, actions));
        }
        let parts: Vec<_> = self.lanes.chunks_mut(chunk).zip(actions.chunks_mut(chunk)).collect();
        pool(threads).install(|| parts.into_par_iter().for_each(fill));
    }

    fn write(&mut self, rows: RowSlices<'_>, threads: usize) {
        self.share(rows, threads, |_, lanes, mut rows| {
            for (lane, to_act) in lanes.iter().zip(rows.to_act.iter_mut()) {
                *to_act = number_of_seat(lane.to_act());
            }
            show(lanes, &mut rows);
        });
    }

    fn chance(&self, out: &mut [f32]) {
        out.fill(0.0);
        for (lane, row) in self.lanes.iter().zip(out.chunks_exact_mut(G::CHANCE_STEPS.max(1))) {
            let mut total = 0;
            lane.state.visit_steps(&lane.notes.drawn, |id, weight| {
                row[id] = weight as f32;
                total += weight;
            });
            if total > 0 {
                row.iter_mut().for_each(|place| *place /= total as f32);
            }
        }
    }

    fn positions(&self) -> Vec<String> {
        let options = sarsen_core::options_string(&self.options);
        let text = |lane: &Lane<G>| {
            sarsen_core::position_string(G::SPEC.id, &options, &lane.state.state_string())
        };
        self.lanes.iter().map(text).collect()
    }

    fn refusal(&self, index: usize, number: usize) -> Option<(String, Illegal)> {
        let state = &self.lanes[index].state;
        let action = state.of_number(number)?;
        let illegal = state.check(action).err()?;
        Some((state.token_of_number(number)?, illegal))
    }

    fn chance_allows(&self, index: usize, step: usize) -> bool {
        let mut allowed = false;
        let lane = &self.lanes[index];
        lane.state.visit_steps(&lane.notes.drawn, |id, _| allowed |= id == step);
        allowed
    }
}

/// More threads than any machine has cores are a mistake.
const MOST_THREADS: usize = 256;

/// A number of threads as Python gives it: at least one.
pub(crate) fn threads_of(threads: usize) -> PyResult<usize> {
    if threads > MOST_THREADS {
        return Err(errors::value(format!("threads are 1 to {MOST_THREADS}")));
    }
    Ok(threads.max(1))
}

/// The thread pools of this process, by their size. A forked process has none of its parent's threads, so it makes its
/// own.
pub(crate) fn pool(threads: usize) -> Arc<rayon::ThreadPool> {
    static POOLS: Mutex<Vec<(u32, usize, Arc<rayon::ThreadPool>)>> = Mutex::new(Vec::new());
    let process = std::process::id();
    let mut pools = POOLS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some((.., pool)) =
        pools.iter().find(|(id, count, _)| (*id, *count) == (process, threads))
    {
        return Arc::clone(pool);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = Arc::new(pool.expect("threads can be started"));
    // Pools of a parent process are never dropped: their threads do not exist here, and dropping would wait for them.
    pools.push((process, threads, Arc::clone(&pool)));
    pool
}

/// Many games of one kind.
#[pyclass(name = "RawBatch", module = "sarsen._sarsen")]
pub(crate) struct PyBatch {
    batch: Mutex<Box<dyn AnyBatch>>,
    size: usize,
    threads: usize,
    explicit: bool,
    actions: usize,
    to_act: Py<PyArray1<i8>>,
    mask: Py<PyArray2<bool>>,
    observation: Py<PyArray2<f32>>,
    rewards: Py<PyArray2<f32>>,
    done: Py<PyArray1<bool>>,
}

/// How many numbers a batch's arrays have for each game.
pub(crate) struct Widths {
    pub(crate) seats: usize,
    pub(crate) actions: usize,
    pub(crate) mask: bool,
    pub(crate) observation: usize,
}

/// An array made by numpy, which raises `MemoryError` if there is not enough memory.
fn zeros<'py, A: PyTypeInfo>(
    py: Python<'py>,
    shape: impl IntoPyObject<'py>,
    kind: &str,
) -> PyResult<Py<A>> {
    let array = py.import("numpy")?.call_method1("zeros", (shape, kind))?;
    Ok(array.cast_into::<A>()?.unbind())
}

impl PyBatch {
    pub(crate) fn new(
        py: Python<'_>,
        games: impl FnOnce() -> Option<Box<dyn AnyBatch>>,
        size: usize,
        threads: usize,
        explicit: bool,
        widths: &Widths,
    ) -> PyResult<PyBatch> {
        let masked = if widths.mask { widths.actions } else { 0 };
        // The arrays first, so that no games are started if there is not enough memory for them.
        let to_act = zeros(py, size, "int8")?;
        let mask = zeros(py, (size, masked), "bool")?;
        let observation = zeros(py, (size, widths.observation), "float32")?;
        let rewards = zeros(py, (size, widths.seats), "float32")?;
        let done = zeros(py, size, "bool")?;
        let no_room = || PyMemoryError::new_err(format!("there is no room for {size} games"));
        let batch = Mutex::new(games().ok_or_else(no_room)?);
        let actions = widths.actions;
        let batch = PyBatch {
            batch,
            size,
            threads,
            explicit,
            actions,
            to_act,
            mask,
            observation,
            rewards,
            done,
        };
        batch.fill(py, |batch, rows, threads| batch.write(rows, threads))?;
        Ok(batch)
    }

    /// Lets the games write their rows, without the interpreter's lock.
    fn fill(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyBatch, RowSlices<'_>, usize) + Send,
    ) -> PyResult<()> {
        let busy = |_| PyRuntimeError::new_err("the batch is being stepped by another thread");
        let contiguous = |_| PyRuntimeError::new_err("the batch's arrays are its own");
        let mut to_act = self.to_act.bind(py).try_readwrite().map_err(busy)?;
        let mut mask = self.mask.bind(py).try_readwrite().map_err(busy)?;
        let mut observation = self.observation.bind(py).try_readwrite().map_err(busy)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(busy)?;
        let mut done = self.done.bind(py).try_readwrite().map_err(busy)?;
        let rows = RowSlices {
            to_act: to_act.as_slice_mut().map_err(contiguous)?,
            mask: mask.as_slice_mut().map_err(contiguous)?,
            observation: observation.as_slice_mut().map_err(contiguous)?,
            rewards: rewards.as_slice_mut().map_err(contiguous)?,
            done: done.as_slice_mut().map_err(contiguous)?,
        };
        let threads = self.threads;
        py.detach(|| {
            let mut batch = self.batch.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            work(batch.as_mut(), rows, threads);
        });
        Ok(())
    }

    /// Every action has to be legal before any is played.
    fn check(&self, py: Python<'_>, actions: &[i32]) -> PyResult<()> {
        if actions.len() != self.size {
            return Err(errors::value(format!(
                "{} actions for {} games",
                actions.len(),
                self.size
            )));
        }
        let to_act = self.to_act.bind(py).readonly();
        let mask = self.mask.bind(py).readonly();
        let (to_act, mask) = (to_act.as_slice()?, mask.as_slice()?);
        if mask.is_empty() {
            return Err(errors::value("a batch without masks plays random actions only"));
        }
        for (index, &action) in actions.iter().enumerate() {
            let number = usize::try_from(action).ok();
            let legal = match number {
                None => false,
                Some(number) if self.explicit && to_act[index] == CHANCE => {
                    let batch =
                        self.batch.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    batch.chance_allows(index, number)
                }
                Some(number) => number < self.actions && mask[index * self.actions + number],
            };
            if !legal {
                return Err(self.refused(py, index, action));
            }
        }
        Ok(())
    }

    /// The error for an action that is not legal, with its rule where it stands for anything.
    fn refused(&self, py: Python<'_>, index: usize, action: i32) -> PyErr {
        let refusal = usize::try_from(action).ok().and_then(|number| {
            let batch = self.batch.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            batch.refusal(index, number)
        });
        let error = match refusal {
            Some((token, illegal)) => {
                errors::illegal(py, &format!("game {index}: {token}"), &illegal)
            }
            None => {
                let error = IllegalAction::new_err(format!(
                    "game {index}: no action has number {action} here"
                ));
                let _ = error.value(py).setattr("rule", py.None());
                error
            }
        };
        let _ = error.value(py).setattr("index", index);
        let _ = error.value(py).setattr("action", action);
        error
    }
}

#[pymethods]
impl PyBatch {
    #[getter]
    fn size(&self) -> usize {
        self.size
    }

    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    /// The arrays that every step writes: to_act, mask, observation, rewards, done.
    #[allow(clippy::type_complexity)]
    fn arrays(
        &self,
        py: Python<'_>,
    ) -> (
        Py<PyArray1<i8>>,
        Py<PyArray2<bool>>,
        Py<PyArray2<f32>>,
        Py<PyArray2<f32>>,
        Py<PyArray1<bool>>,
    ) {
        (
            self.to_act.clone_ref(py),
            self.mask.clone_ref(py),
            self.observation.clone_ref(py),
            self.rewards.clone_ref(py),
            self.done.clone_ref(py),
        )
    }

    /// Plays one action in every game; random ones without `actions`.
    #[pyo3(signature = (actions=None))]
    fn step(&self, py: Python<'_>, actions: Option<PyReadonlyArray1<'_, i32>>) -> PyResult<()> {
        let Some(actions) = actions else {
            return self.fill(py, |batch, rows, threads| batch.step(None, rows, threads));
        };
        if !actions.is_contiguous() {
            return Err(errors::value("actions must be contiguous"));
        }
        let actions = actions.as_slice()?;
        self.check(py, actions)?;
        self.fill(py, |batch, rows, threads| batch.step(Some(actions), rows, threads))
    }

    /// Writes a random legal action for every game.
    fn random_actions(&self, py: Python<'_>, out: &Bound<'_, PyArray1<i32>>) -> PyResult<()> {
        let mut out = out.readwrite();
        let actions = out.as_slice_mut()?;
        if actions.len() != self.size {
            return Err(errors::value("one place for each game"));
        }
        py.detach(|| {
            let mut batch = self.batch.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            batch.random(actions, self.threads);
        });
        Ok(())
    }

    /// Chance's odds, a row for each game: zeros where chance is not to act.
    fn chance(&self, out: &Bound<'_, PyArray2<f32>>) -> PyResult<()> {
        let mut out = out.readwrite();
        let batch = self.batch.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        batch.chance(out.as_slice_mut()?);
        Ok(())
    }

    /// The position string of every game.
    fn positions(&self) -> Vec<String> {
        let batch = self.batch.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        batch.positions()
    }
}

/// The results of random games: actions played, games won by each seat, games drawn.
pub(crate) type Tally = (u64, Vec<u64>, u64);

/// Plays random games natively, on threads of their own: how many actions they had, and how many each seat won.
pub(crate) fn playouts<G: Playable>(
    options: &Options,
    games: u64,
    seed: u64,
    threads: usize,
    cancel: &Cancel,
) -> Tally {
    let start = G::start(options);
    let seats = options.seats();
    let share = |thread: usize| {
        let count = games / threads as u64 + u64::from((thread as u64) < games % threads as u64);
        let mut rng = generator_of(seed, thread as u64);
        let (mut actions, mut wins, mut draws) = (0, vec![0; seats], 0);
        for _ in 0..count {
            if cancel.is_cancelled() {
                break;
            }
            let mut state = start.clone();
            while let Some(action) = state.random(&mut rng) {
                state.apply(action);
                actions += 1;
            }
            match state.turn().outcome().and_then(|outcome| outcome.winner()) {
                Some(seat) => wins[seat.index()] += 1,
                None => draws += 1,
            }
        }
        (actions, wins, draws)
    };
    let add = |one: Tally, other: Tally| {
        let wins = one.1.iter().zip(&other.1).map(|(a, b)| a + b).collect();
        (one.0 + other.0, wins, one.2 + other.2)
    };
    if threads <= 1 {
        return share(0);
    }
    pool(threads)
        .install(|| (0..threads).into_par_iter().map(share).reduce(|| (0, vec![0; seats], 0), add))
}
