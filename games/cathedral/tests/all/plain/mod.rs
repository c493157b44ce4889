//! A second implementation of the rules, slow and plain: lists of squares, no bit sets, no tables, nothing shared with
//! the crate. Written from the rules alone, to be compared with the fast implementation.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A column and a row, both from 0 at the bottom left.
pub(crate) type Cell = (i32, i32);

/// The People Piece's owner.
pub(crate) const NOBODY: usize = 2;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Move {
    Place { code: &'static str, rotation: usize, at: Cell },
    Keep(Cell),
    Take(Cell),
    Pass,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) optional: bool,
    pub(crate) outside_counts: bool,
    pub(crate) free_passing: bool,
    pub(crate) after_first: bool,
    pub(crate) people_dark: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Standing {
    pub(crate) owner: usize,
    pub(crate) code: &'static str,
    pub(crate) cells: Vec<Cell>,
}

#[derive(Clone, Debug)]
pub(crate) struct Plain {
    settings: Settings,
    pub(crate) seat: usize,
    pub(crate) standing: Vec<Standing>,
    /// The seat that claims each square, by row and column.
    pub(crate) claims: [[Option<usize>; 10]; 10],
    trays: [Vec<&'static str>; 2],
    placed_any: [bool; 2],
    people_placed: bool,
    passes: usize,
    /// Enclosed single pieces to be decided, each with its region, in order.
    undecided: Vec<(Cell, Vec<Cell>)>,
    accepted: Vec<Vec<Cell>>,
    pub(crate) over: bool,
}

const CODES: [&str; 11] = ["TA", "ST", "IN", "BR", "SQ", "MA", "AB", "AC", "IF", "CA", "TO"];

fn picture(code: &str, owner: usize) -> &'static [&'static str] {
    match (code, owner) {
        ("TA", _) => &["#"],
        ("ST", _) => &["##"],
        ("IN", _) => &["##", ".#"],
        ("BR", _) => &["###"],
        ("SQ", _) => &["##", "##"],
        ("MA", _) => &["###", ".#."],
        ("AB", 1) => &["##.", ".##"],
        ("AB", _) => &[".##", "##."],
        ("AC", 1) => &[".##", "##.", ".#."],
        ("AC", _) => &["##.", ".##", ".#."],
        ("IF", _) => &[".#.", "###", ".#."],
        ("CA", _) => &["###", "#.#"],
        ("TO", _) => &["##.", ".##", "..#"],
        _ => &[".#.", "###", ".#.", ".#."],
    }
}

/// The squares of a piece in a rotation, from the bottom-left corner of its bounding box, sorted.
pub(crate) fn shape(code: &str, owner: usize, rotation: usize) -> Vec<Cell> {
    let mut rows: Vec<Vec<u8>> =
        picture(code, owner).iter().map(|row| row.bytes().collect()).collect();
    for _ in 0..rotation {
        // Clockwise: the first column, read from below, becomes the first row.
        let width = rows[0].len();
        rows = (0..width).map(|x| rows.iter().rev().map(|row| row[x]).collect()).collect();
    }
    let height = rows.len() as i32;
    let mut cells = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, &mark) in row.iter().enumerate() {
            if mark == b'#' {
                cells.push((x as i32, height - 1 - y as i32));
            }
        }
    }
    cells.sort();
    cells
}

/// The named rotations of a piece with their squares.
type Rotations = Vec<(usize, Vec<Cell>)>;

/// The rotations of every piece in both sets that have a name of their own.
static NAMED: LazyLock<HashMap<(&str, usize), Rotations>> = LazyLock::new(|| {
    let codes = CODES.iter().copied().chain(["PP"]);
    let all = codes.flat_map(|code| [(code, 0), (code, 1)]);
    all.map(|(code, owner)| ((code, owner), rotations(code, owner))).collect()
});

fn rotations(code: &str, owner: usize) -> Rotations {
    let mut named = Rotations::new();
    for rotation in 0..4 {
        let cells = shape(code, owner, rotation);
        if named.iter().all(|(_, other)| *other != cells) {
            named.push((rotation, cells));
        }
    }
    named
}

/// All squares.
fn board() -> impl Iterator<Item = Cell> {
    (0..100).map(|n| (n % 10, n / 10))
}

fn on_board((x, y): Cell) -> bool {
    (0..10).contains(&x) && (0..10).contains(&y)
}

fn neighbours((x, y): Cell) -> impl Iterator<Item = Cell> {
    let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
    around
        .filter(|&near| near != (0, 0))
        .map(move |(dx, dy)| (x + dx, y + dy))
        .filter(|&cell| on_board(cell))
}

/// The order of squares: row first, then column.
fn lowest(cells: &[Cell]) -> Cell {
    *cells.iter().min_by_key(|(x, y)| (*y, *x)).expect("a piece has squares")
}

impl Plain {
    pub(crate) fn new(settings: Settings) -> Plain {
        let mut tray: Vec<&'static str> = CODES.to_vec();
        tray.extend(["TA", "ST", "IN"]);
        let people = usize::from(settings.people_dark);
        let seat = if settings.after_first { 1 - people } else { people };
        Plain {
            settings,
            seat,
            standing: Vec::new(),
            claims: [[None; 10]; 10],
            trays: [tray.clone(), tray],
            placed_any: [false; 2],
            people_placed: false,
            passes: 0,
            undecided: Vec::new(),
            accepted: Vec::new(),
            over: false,
        }
    }

    pub(crate) fn score(&self, seat: usize) -> usize {
        self.trays[seat].iter().map(|code| shape(code, seat, 0).len()).sum()
    }

    /// The squares that pieces of an owner cover.
    pub(crate) fn built(&self, owner: usize) -> Vec<Cell> {
        let own = self.standing.iter().filter(|piece| piece.owner == owner);
        own.flat_map(|piece| piece.cells.clone()).collect()
    }

    fn people_is_next(&self) -> bool {
        !self.people_placed && (!self.settings.after_first || self.placed_any != [false; 2])
    }

    fn open_for(&self, seat: usize) -> [[bool; 10]; 10] {
        let mut open = [[true; 10]; 10];
        for piece in &self.standing {
            for &(x, y) in &piece.cells {
                open[y as usize][x as usize] = false;
            }
        }
        for (claims, open) in self.claims.iter().flatten().zip(open.iter_mut().flatten()) {
            *open &= *claims != Some(1 - seat);
        }
        open
    }

    /// Up to `enough` placements of a seat's piece.
    fn placements(&self, seat: usize, code: &'static str, enough: usize) -> Vec<Move> {
        let open = self.open_for(seat);
        let mut moves = Vec::new();
        for (rotation, cells) in &NAMED[&(code, seat)] {
            for at in board() {
                let free = cells
                    .iter()
                    .map(|(dx, dy)| (at.0 + dx, at.1 + dy))
                    .all(|cell| on_board(cell) && open[cell.1 as usize][cell.0 as usize]);
                if free {
                    moves.push(Move::Place { code, rotation: *rotation, at });
                }
                if moves.len() >= enough {
                    return moves;
                }
            }
        }
        moves
    }

    fn monument_moves(&self, seat: usize, enough: usize) -> impl Iterator<Item = Move> {
        let left = CODES.iter().filter(move |code| self.trays[seat].contains(code));
        left.flat_map(move |code| self.placements(seat, code, enough))
    }

    pub(crate) fn legal(&self) -> Vec<Move> {
        if self.over {
            return Vec::new();
        }
        if let Some((cell, _)) = self.undecided.first() {
            return vec![Move::Keep(*cell), Move::Take(*cell)];
        }
        if self.people_is_next() {
            return self.placements(self.seat, "PP", usize::MAX);
        }
        let mut moves: Vec<Move> = self.monument_moves(self.seat, usize::MAX).collect();
        if moves.is_empty() || self.settings.free_passing && self.people_placed {
            moves.push(Move::Pass);
        }
        moves
    }

    pub(crate) fn play(&mut self, action: Move) {
        match action {
            Move::Place { code, rotation, at } => self.place(code, rotation, at),
            Move::Keep(_) | Move::Take(_) => {
                let (cell, region) = self.undecided.remove(0);
                if action == Move::Take(cell) {
                    self.remove_piece_on(cell);
                    self.accepted.push(region);
                }
                if self.undecided.is_empty() {
                    self.claim_and_end();
                }
            }
            Move::Pass => {
                self.passes += 1;
                self.end_turn();
                self.over |= self.passes == 2;
            }
        }
    }

    fn place(&mut self, code: &'static str, rotation: usize, at: Cell) {
        let seat = self.seat;
        let cells: Vec<Cell> =
            shape(code, seat, rotation).iter().map(|(x, y)| (x + at.0, y + at.1)).collect();
        let owner = if code == "PP" { NOBODY } else { seat };
        self.standing.push(Standing { owner, code, cells: cells.clone() });
        if code == "PP" {
            self.people_placed = true;
            if !self.settings.after_first {
                self.seat = 1 - seat;
            }
            return;
        }
        let place = self.trays[seat].iter().position(|other| *other == code).expect("in the tray");
        self.trays[seat].remove(place);
        self.passes = 0;
        for &(x, y) in &cells {
            self.claims[y as usize][x as usize] = None;
        }
        if std::mem::replace(&mut self.placed_any[seat], true) {
            self.look_at_regions(&cells);
        }
        if self.undecided.is_empty() {
            self.claim_and_end();
        }
    }

    /// All regions of a seat on the whole board.
    pub(crate) fn regions(&self, seat: usize) -> Vec<Vec<Cell>> {
        let mut seen = [[false; 10]; 10];
        for (x, y) in self.built(seat) {
            seen[y as usize][x as usize] = true;
        }
        let mut regions = Vec::new();
        for start in board() {
            if std::mem::replace(&mut seen[start.1 as usize][start.0 as usize], true) {
                continue;
            }
            let mut region = vec![start];
            let mut next = 0;
            while next < region.len() {
                for (x, y) in neighbours(region[next]) {
                    if !std::mem::replace(&mut seen[y as usize][x as usize], true) {
                        region.push((x, y));
                    }
                }
                next += 1;
            }
            regions.push(region);
        }
        regions
    }

    fn look_at_regions(&mut self, monument: &[Cell]) {
        let regions = self.regions(self.seat);
        if regions.len() < 2 {
            return;
        }
        let touches = |region: &Vec<Cell>| {
            monument.iter().any(|&cell| neighbours(cell).any(|near| region.contains(&near)))
        };
        for region in regions.into_iter().filter(touches) {
            if region.len() > 50 && !self.settings.outside_counts {
                continue;
            }
            let strangers: Vec<&Standing> = self
                .standing
                .iter()
                .filter(|piece| piece.owner != self.seat && region.contains(&piece.cells[0]))
                .collect();
            match strangers.as_slice() {
                [] => self.accepted.push(region),
                [piece] => self.undecided.push((lowest(&piece.cells), region)),
                _ => {}
            }
        }
        self.undecided.sort_by_key(|((x, y), _)| (*y, *x));
        if !self.settings.optional {
            for (cell, region) in std::mem::take(&mut self.undecided) {
                self.remove_piece_on(cell);
                self.accepted.push(region);
            }
        }
    }

    fn remove_piece_on(&mut self, cell: Cell) {
        let place = self.standing.iter().position(|piece| piece.cells.contains(&cell));
        let piece = self.standing.remove(place.expect("a piece stands there"));
        if piece.owner != NOBODY {
            self.trays[piece.owner].push(piece.code);
        }
    }

    fn claim_and_end(&mut self) {
        for (x, y) in std::mem::take(&mut self.accepted).into_iter().flatten() {
            self.claims[y as usize][x as usize] = Some(self.seat);
        }
        self.end_turn();
    }

    fn end_turn(&mut self) {
        self.seat = 1 - self.seat;
        if !self.people_is_next() {
            self.over = [0, 1].iter().all(|&seat| self.monument_moves(seat, 1).next().is_none());
        }
    }
}
