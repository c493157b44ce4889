//! A second implementation of the rules, slow and plain: cells in a map, faces as letters, nothing stored that can be
//! computed. The fast rules have to agree with it. Each `Twist` breaks one rule, to show that tests notice.

use std::collections::{BTreeMap, BTreeSet};

use sarsen_core::{Options, Seat};

type Cell = (i32, i32);

/// The seat to act and every stone, shifted to the corner.
type Position = (usize, Vec<(Cell, char, char)>);

/// A rule played wrongly.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Twist {
    #[default]
    None,
    /// L7: flipped stones flip others in their turn.
    Chain,
    /// L7: an added stone is flipped by a stronger neighbour.
    AddedIsFlipped,
    /// L12: only rows with the played stone in them count.
    OnlyOwnRows,
}

/// A game.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    pub(crate) stones: BTreeMap<Cell, (char, char)>,
    pub(crate) hands: [Vec<(char, char)>; 2],
    pub(crate) seat: usize,
    pub(crate) lifted: Option<(Cell, (char, char))>,
    pub(crate) turns: u32,
    pub(crate) over: Option<String>,
    seen: BTreeMap<Position, u32>,
    either: bool,
    repetition: bool,
    limit: Option<u32>,
    pub(crate) twist: Twist,
}

fn beats(winner: char, loser: char) -> bool {
    matches!((winner, loser), ('R', 'S') | ('S', 'P') | ('P', 'R'))
}

pub(crate) fn neighbours((q, r): Cell) -> [Cell; 6] {
    [(q + 1, r), (q + 1, r - 1), (q, r - 1), (q - 1, r), (q - 1, r + 1), (q, r + 1)]
}

fn cell(text: &str) -> Cell {
    let (q, r) = text.split_once(',').unwrap();
    (q.parse().unwrap(), r.parse().unwrap())
}

fn stone(text: &str) -> (char, char) {
    let mut letters = text.chars();
    (letters.next().unwrap(), letters.next().unwrap())
}

impl Plain {
    pub(crate) fn deal(options: &Options, token: &str) -> Plain {
        let groups: Vec<Vec<_>> = token["deal=".len()..]
            .split('|')
            .map(|group| group.split(',').map(stone).collect())
            .collect();
        Plain {
            stones: [((0, 0), groups[0][0]), ((1, 0), groups[0][1])].into(),
            hands: [groups[1].clone(), groups[2].clone()],
            seat: 0,
            lifted: None,
            turns: 0,
            over: None,
            seen: BTreeMap::new(),
            either: options.get("adding") == "either",
            repetition: options.get("repetition") == "draw",
            limit: options.number("limit"),
            twist: Twist::None,
        }
    }

    fn contacts(&self, cell: Cell) -> usize {
        neighbours(cell).iter().filter(|next| self.stones.contains_key(next)).count()
    }

    fn open_cells(&self) -> Vec<Cell> {
        let around: BTreeSet<Cell> =
            self.stones.keys().flat_map(|&cell| neighbours(cell)).collect();
        let open = |cell: &Cell| !self.stones.contains_key(cell) && self.contacts(*cell) >= 2;
        around.into_iter().filter(open).collect()
    }

    fn is_one_island(&self) -> bool {
        let mut reached = BTreeSet::new();
        let mut waiting: Vec<Cell> = self.stones.keys().take(1).copied().collect();
        while let Some(cell) = waiting.pop() {
            if self.stones.contains_key(&cell) && reached.insert(cell) {
                waiting.extend(neighbours(cell));
            }
        }
        reached.len() == self.stones.len()
    }

    pub(crate) fn legal(&self) -> Vec<String> {
        let mut legal = BTreeSet::new();
        let open = self.open_cells();
        if self.over.is_some() {
            return Vec::new();
        }
        if let Some((from, (up, down))) = self.lifted {
            for (q, r) in open.into_iter().filter(|&cell| cell != from) {
                legal.insert(format!("_{q},{r}"));
                if up != down {
                    legal.insert(format!("_{q},{r}~"));
                }
            }
        } else if self.hands[self.seat].is_empty() {
            for &(q, r) in self.stones.keys() {
                legal.insert(format!("~{q},{r}"));
                let mut without = self.clone();
                without.stones.remove(&(q, r));
                let elsewhere = without.open_cells().iter().any(|&cell| cell != (q, r));
                if without.is_one_island() && elsewhere {
                    legal.insert(format!("^{q},{r}"));
                }
            }
        } else {
            for (up, down) in &self.hands[self.seat] {
                for (q, r) in &open {
                    legal.insert(format!("+{up}{down}@{q},{r}"));
                    if up != down && self.either {
                        legal.insert(format!("+{up}{down}~@{q},{r}"));
                    }
                }
            }
        }
        legal.into_iter().collect()
    }

    pub(crate) fn play(&mut self, token: &str) {
        let (kind, rest) = token.split_at(1);
        match kind {
            "+" => {
                let (which, at) = rest.split_once('@').unwrap();
                let held = stone(which);
                let place = self.hands[self.seat].iter().position(|&have| have == held).unwrap();
                self.hands[self.seat].remove(place);
                let laid = if which.ends_with('~') { (held.1, held.0) } else { held };
                self.stones.insert(cell(at), laid);
                self.settle(cell(at), false);
            }
            "^" => {
                let from = cell(rest);
                self.lifted = Some((from, self.stones.remove(&from).unwrap()));
            }
            "_" => {
                let (_, (up, down)) = self.lifted.take().unwrap();
                let turned = rest.ends_with('~');
                let at = cell(rest.trim_end_matches('~'));
                self.stones.insert(at, if turned { (down, up) } else { (up, down) });
                self.settle(at, true);
            }
            _ => {
                let at = cell(rest);
                self.turn(at);
                self.settle(at, true);
            }
        }
    }

    fn turn(&mut self, at: Cell) {
        let (up, down) = self.stones[&at];
        self.stones.insert(at, (down, up));
    }

    fn beaten(&self, at: Cell) -> Vec<Cell> {
        let up = self.stones[&at].0;
        let loses = |next: &Cell| self.stones.get(next).is_some_and(|stone| beats(up, stone.0));
        neighbours(at).into_iter().filter(loses).collect()
    }

    fn settle(&mut self, at: Cell, second_phase: bool) {
        let up = self.stones[&at].0;
        let mut flipped = self.beaten(at);
        for &next in &flipped {
            self.turn(next);
        }
        if self.twist == Twist::Chain {
            let mut turned: BTreeSet<Cell> = flipped.iter().copied().chain([at]).collect();
            while let Some(cell) = flipped.pop() {
                for next in self.beaten(cell) {
                    if turned.insert(next) {
                        self.turn(next);
                        flipped.push(next);
                    }
                }
            }
        }
        let stronger = |next: Cell| self.stones.get(&next).is_some_and(|stone| beats(stone.0, up));
        if self.twist == Twist::AddedIsFlipped && neighbours(at).into_iter().any(stronger) {
            self.turn(at);
        }
        self.end_turn(at, second_phase);
    }

    pub(crate) fn rows(&self) -> Vec<Vec<Cell>> {
        let mut rows = Vec::new();
        for (&(q, r), &(up, _)) in &self.stones {
            for (dq, dr) in [(1, 0), (0, 1), (1, -1)] {
                let shows = |n: i32| {
                    self.stones.get(&(q + n * dq, r + n * dr)).is_some_and(|stone| stone.0 == up)
                };
                let row: Vec<Cell> =
                    (0..).take_while(|&n| shows(n)).map(|n| (q + n * dq, r + n * dr)).collect();
                if row.len() >= 4 && !shows(-1) {
                    rows.push(row);
                }
            }
        }
        rows
    }

    fn end_turn(&mut self, at: Cell, second_phase: bool) {
        let mover = self.seat;
        self.seat = 1 - self.seat;
        let mut rows = self.rows();
        if self.twist == Twist::OnlyOwnRows {
            rows.retain(|row| row.contains(&at));
        }
        if !rows.is_empty() {
            self.over = Some(if mover == 0 { "1-0" } else { "0-1" }.to_owned());
            return;
        }
        if !second_phase {
            return;
        }
        self.turns += 1;
        let (q, r) = (
            self.stones.keys().map(|cell| cell.0).min().unwrap(),
            self.stones.keys().map(|cell| cell.1).min().unwrap(),
        );
        let shifted =
            self.stones.iter().map(|(cell, stone)| ((cell.0 - q, cell.1 - r), stone.0, stone.1));
        let times = self.seen.entry((self.seat, shifted.collect())).or_default();
        *times += 1;
        if (self.repetition && *times >= 3) || self.limit == Some(self.turns) {
            self.over = Some("1/2-1/2".to_owned());
        }
    }

    /// The number of action sequences of a given length.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let after = |token: &String| {
            let mut next = self.clone();
            next.play(token);
            next.perft(depth - 1)
        };
        self.legal().iter().map(after).sum()
    }

    /// The last line that `sarsen replay` prints.
    pub(crate) fn state_line(&self) -> String {
        match &self.over {
            Some(result) => format!("over: {result}"),
            None => format!("to act: seat {}", Seat::from_index(self.seat).unwrap()),
        }
    }
}
