//! Puzzles of Logan Stones: the only turn that wins for certain, at once or with the next turn.
//!
//! For certain means in every world that the seat considers possible. Games are played with `memory=aid`, so that the table shows
//! all that the seat has seen: a person who solves a puzzle has not seen the game before it.
//!
//! Facts: the number of turns (1 or 2) and of worlds, `2 12`.

use std::collections::BTreeMap;

use sarsen_catalog::Position;
use sarsen_core::{
    Options, Phrase, Rules, Seat, StateString, Turn, Viewer, Views, legal_actions, phrase,
};
use sarsen_logan::{Action, Bag, Face, Logan};

use crate::limits::Cancel;
use crate::puzzles::{Finding, Puzzle, PuzzleMaker};

pub(crate) struct LoganPuzzles;

/// Positions with more worlds are left alone.
const MOST_WORLDS: u64 = 60;
/// The most positions that are searched for a win in two turns.
const MOST_POSITIONS: u32 = 400_000;

impl PuzzleMaker for LoganPuzzles {
    fn file(&self) -> &'static str {
        include_str!("../../../data/puzzles/logan.txt")
    }

    fn options(&self) -> &'static [(&'static str, &'static str)] {
        &[("memory", "aid")]
    }

    fn find(&self, position: &dyn Position, cancel: &Cancel) -> Option<Finding> {
        let state = position.state().downcast_ref::<Logan>()?;
        let seat = state.turn().seat()?;
        if matches!(legal_actions(state).first()?, Action::Put { .. }) {
            return None;
        }
        let looker = Looker { options: position.options(), seat, cancel };
        let worlds = looker.worlds(state)?;
        let at_once = looker.winning_turns(state, &worlds);
        let (turns, found) = match at_once.as_slice() {
            [] => (2, looker.turns_that_force(state, &worlds)?),
            _ => (1, at_once),
        };
        let [solution] = found.as_slice() else { return None };
        Some(Finding { solution: solution.clone(), facts: format!("{turns} {}", worlds.len()) })
    }

    fn task(&self, puzzle: &Puzzle) -> Phrase {
        if turns(puzzle) == 1 {
            return Phrase::new(
                "Only one turn is sure to make a row of four. Play it.",
                "Un seul coup forme à coup sûr une rangée de quatre. Jouez-le.",
                "確実に4つ並べられる手は1つだけです。その手を指してください。",
            );
        }
        Phrase::new(
            "Only one turn is sure to win with your next turn, whatever your opponent does. Play it.",
            "Un seul coup vous assure de gagner au tour suivant, quoi que fasse l’adversaire. Jouez-le.",
            "相手がどう応じても次の手番で必ず勝てる手は1つだけです。その手を指してください。",
        )
    }

    fn explain(&self, puzzle: &Puzzle, _position: &dyn Position) -> Phrase {
        let hidden = match worlds(puzzle) {
            1 => Phrase::new(
                "you know every face",
                "vous connaissez toutes les faces",
                "すべての面が分かっています",
            ),
            count => phrase!(
                "there are {count} ways the hidden faces can lie, and it works in all of them",
                "il y a {count} répartitions possibles des faces cachées, et il réussit dans toutes",
                "隠れた面の可能性は{count}通りありますが、そのすべてで成立します"
            ),
        };
        let (en, fr, ja) = (hidden.en, hidden.fr, hidden.ja);
        let [en, fr, ja] = if turns(puzzle) == 1 {
            [
                format!("This makes a row of four: {en}. No other turn does for certain."),
                format!(
                    "Ce coup forme une rangée de quatre : {fr}. Aucun autre n’y parvient à coup sûr."
                ),
                format!("これで4つ並びます。{ja}。確実に並べられる手は他にありません。"),
            ]
        } else {
            [
                format!(
                    "After this no reply stops a row of four in your next turn: {en}. Every other turn leaves a defence."
                ),
                format!(
                    "Après ce coup, aucune réponse n’empêche une rangée de quatre à votre tour suivant : {fr}. Tout autre coup laisse une défense."
                ),
                format!(
                    "この後は、相手がどう応じても次の手番で4つ並びます。{ja}。他の手では受けられてしまいます。"
                ),
            ]
        };
        Phrase { en: en.into(), fr: fr.into(), ja: ja.into() }
    }

    fn refute(&self, puzzle: &Puzzle, _position: &dyn Position, _answer: &[String]) -> Phrase {
        if turns(puzzle) == 1 {
            return Phrase::new(
                "This is not sure to make a row of four.",
                "Ce coup ne forme pas à coup sûr une rangée de quatre.",
                "これでは確実に4つ並ぶとは限りません。",
            );
        }
        Phrase::new(
            "After this your opponent has a defence.",
            "Après ce coup, l’adversaire a une défense.",
            "これでは相手に受けがあります。",
        )
    }
}

fn turns(puzzle: &Puzzle) -> u32 {
    fact(puzzle, 0)
}

fn worlds(puzzle: &Puzzle) -> u32 {
    fact(puzzle, 1)
}

fn fact(puzzle: &Puzzle, index: usize) -> u32 {
    puzzle.facts.split(' ').nth(index).and_then(|fact| fact.parse().ok()).unwrap_or(1)
}

/// A turn as the seat says it: one action, or a lift and where the stone is put down.
type OwnTurn = Vec<String>;

/// Looks for wins that are certain for one seat.
struct Looker<'a> {
    options: &'a Options,
    seat: Seat,
    cancel: &'a Cancel,
}

impl Looker<'_> {
    /// Every world that the seat considers possible; `None` if there are too many.
    fn worlds(&self, state: &Logan) -> Option<Vec<Logan>> {
        if state.worlds(self.seat).count() > MOST_WORLDS {
            return None;
        }
        let picture = state.shadow(Viewer::Seat(self.seat)).state_string();
        let mut texts = Vec::new();
        fill_in(picture.into_bytes(), &mut texts);
        // Those that do not fit the bag are refused by the reader.
        let worlds =
            texts.iter().filter_map(|text| Logan::from_state_string(self.options, text).ok());
        Some(worlds.collect())
    }

    /// The turns after which the seat has won in every world. Where lifting a stone shows a face, the seat puts it down
    /// by what it sees; then there has to be a way for everything that it may see, and those of `state` are given.
    fn winning_turns(&self, state: &Logan, worlds: &[Logan]) -> Vec<OwnTurn> {
        let mut turns = Vec::new();
        // What wins in all worlds wins in this one, which is one of them: that is quickly seen.
        if state.winning_action().is_none() {
            return turns;
        }
        for token in state.choices(self.seat) {
            if !token.starts_with('^') {
                if self.wins_in_all(&token, worlds) {
                    turns.push(vec![token]);
                }
                continue;
            }
            let Some(lifted) = self.played(state, &token) else { continue };
            if lifted.winning_action().is_none() {
                continue;
            }
            if let Some(puts) = self.winning_puts(&lifted, &token, worlds) {
                turns.extend(puts.into_iter().map(|put| vec![token.clone(), put]));
            }
        }
        turns
    }

    fn wins_in_all(&self, token: &str, worlds: &[Logan]) -> bool {
        worlds
            .iter()
            .all(|world| self.played(world, token).is_some_and(|after| self.has_won(&after)))
    }

    /// The ways to put down a lifted stone that win in all worlds in which the seat sees the same; `None` if there is something
    /// that it may see instead with which none wins.
    fn winning_puts(&self, lifted: &Logan, lift: &str, worlds: &[Logan]) -> Option<Vec<String>> {
        let mut seen: BTreeMap<String, Vec<Logan>> = BTreeMap::new();
        for world in worlds {
            let after = self.played(world, lift)?;
            seen.entry(self.sight(&after)).or_default().push(after);
        }
        let mut real = None;
        for (sight, worlds) in &seen {
            let mut puts = worlds.first()?.choices(self.seat);
            puts.retain(|put| self.wins_in_all(put, worlds));
            if puts.is_empty() {
                return None;
            }
            if *sight == self.sight(lifted) {
                real = Some(puts);
            }
        }
        real
    }

    /// What the seat sees, as a text.
    fn sight(&self, state: &Logan) -> String {
        state.shadow(Viewer::Seat(self.seat)).state_string()
    }

    /// The turns after which, in every world and whatever the other seat does, a turn wins for certain. `None` if that
    /// takes too long to find out.
    fn turns_that_force(&self, state: &Logan, worlds: &[Logan]) -> Option<Vec<OwnTurn>> {
        let mut left = MOST_POSITIONS;
        let mut forcing = Vec::new();
        for turn in self.own_turns(state) {
            if self.cancel.is_cancelled() {
                return None;
            }
            let after = worlds.iter().map(|world| {
                turn.iter().try_fold(world.clone(), |state, token| self.played(&state, token))
            });
            let Some(after) = after.collect::<Option<Vec<Logan>>>() else { continue };
            let mut forces = true;
            for state in &after {
                if !self.is_forced(state, &mut left)? {
                    forces = false;
                    break;
                }
            }
            if forces {
                forcing.push(turn);
                if forcing.len() > 1 {
                    break;
                }
            }
        }
        Some(forcing)
    }

    /// Whether after every reply the seat wins for certain; `None` if it takes too long to find out.
    fn is_forced(&self, state: &Logan, left: &mut u32) -> Option<bool> {
        if state.turn() != Turn::Seat(self.seat.other()) {
            return Some(false);
        }
        let mut pending = vec![state.clone()];
        let mut ends = Vec::new();
        while let Some(state) = pending.pop() {
            for action in legal_actions(&state) {
                *left = left.checked_sub(1)?;
                let mut after = state.clone();
                after.apply(action);
                match after.turn() {
                    Turn::Seat(seat) if seat != self.seat => pending.push(after),
                    Turn::Seat(_) if after.winning_action().is_some() => ends.push(after),
                    _ => return Some(false),
                }
            }
        }
        for end in ends {
            let Some(worlds) = self.worlds(&end) else { return Some(false) };
            *left = left.checked_sub(worlds.len() as u32)?;
            if self.winning_turns(&end, &worlds).is_empty() {
                return Some(false);
            }
        }
        Some(true)
    }

    fn own_turns(&self, state: &Logan) -> Vec<OwnTurn> {
        let mut turns = Vec::new();
        for token in state.choices(self.seat) {
            match self.played(state, &token) {
                Some(lifted) if token.starts_with('^') => {
                    let puts = lifted.choices(self.seat);
                    turns.extend(puts.into_iter().map(|put| vec![token.clone(), put]));
                }
                _ => turns.push(vec![token]),
            }
        }
        turns
    }

    fn played(&self, state: &Logan, token: &str) -> Option<Logan> {
        let action = state.resolve(self.seat, token).ok()?;
        let mut after = state.clone();
        after.apply(action);
        Some(after)
    }

    fn has_won(&self, state: &Logan) -> bool {
        matches!(state.turn(), Turn::Over(outcome) if outcome.winner() == Some(self.seat))
    }
}

/// The texts in which every `?` is a face that can lie behind the one before it. Those that do not fit the bag are refused when
/// they are read; leaving them early keeps the others few enough to try.
fn fill_in(text: Vec<u8>, filled: &mut Vec<String>) {
    let Some(at) = text.iter().position(|&letter| letter == b'?') else {
        filled.extend(String::from_utf8(text));
        return;
    };
    for face in Face::SYMBOLS {
        let mut text = text.clone();
        text[at] = face.letter() as u8;
        if is_within_bag(&text) {
            fill_in(text, filled);
        }
    }
}

/// Whether a state's text holds no more stones of any two faces than there are.
fn is_within_bag(text: &[u8]) -> bool {
    let face = |letter: u8| Face::from_letter(letter).filter(|face| face.is_known());
    let stones = text.windows(2).filter_map(|pair| Some((face(pair[0])?, face(pair[1])?)));
    let mut counts = [[0_u8; Face::SYMBOLS.len()]; Face::SYMBOLS.len()];
    for (one, other) in stones {
        let count = &mut counts[one.min(other) as usize][one.max(other) as usize];
        *count += 1;
        if *count > Bag::Distinct.count(one, other) {
            return false;
        }
    }
    true
}
