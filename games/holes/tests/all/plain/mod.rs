//! A second implementation of the rules: one list of pieces per seat, walked hole by hole, nothing clever. It shares no
//! code with the crate, not even the types of actions.

/// Where a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Where {
    Hand,
    Lane(u8),
    Shen,
    Removed,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Deed {
    Throw(u8),
    Leave(u8),
    Recover,
    Pass,
}

/// What happens next; seats are 0 and 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Wait {
    Opening(Vec<u8>),
    Throw(usize),
    Use(usize, u8),
    Won(usize),
}

#[derive(Clone, Debug)]
pub(crate) struct Plain {
    pub pieces: [Vec<Where>; 2],
    pub wait: Wait,
    recover_one: bool,
    warp_passes_nefer: bool,
}

impl Plain {
    pub(crate) fn new(pieces: usize, recover_one: bool, warp_passes_nefer: bool) -> Plain {
        let mut side = vec![Where::Hand; pieces];
        side[0] = Where::Lane(1);
        let pieces = [side.clone(), side];
        Plain { pieces, wait: Wait::Opening(vec![]), recover_one, warp_passes_nefer }
    }

    pub(crate) fn count(&self, seat: usize, place: Where) -> usize {
        self.pieces[seat].iter().filter(|&&piece| piece == place).count()
    }

    /// The holes of a seat's pieces, sorted.
    pub(crate) fn lane(&self, seat: usize) -> Vec<u8> {
        let mut lane: Vec<u8> = self.pieces[seat]
            .iter()
            .filter_map(|piece| if let Where::Lane(hole) = piece { Some(*hole) } else { None })
            .collect();
        lane.sort_unstable();
        lane
    }

    pub(crate) fn legal(&self) -> Vec<Deed> {
        match self.wait {
            Wait::Opening(_) | Wait::Throw(_) => (1..=5).map(Deed::Throw).collect(),
            Wait::Won(_) => vec![],
            Wait::Use(seat, throw) => self.uses(seat, throw),
        }
    }

    fn uses(&self, seat: usize, throw: u8) -> Vec<Deed> {
        let lane = self.lane(seat);
        let walks = |from: u8| {
            let path: Vec<u8> = (from + 1..=from + throw).collect();
            from + throw <= 30 && !path.iter().any(|hole| lane.contains(hole))
        };
        let mut uses: Vec<Deed> =
            lane.iter().filter(|&&from| walks(from)).map(|&from| Deed::Leave(from)).collect();
        if throw == 1 && self.count(seat, Where::Shen) > 0 {
            uses.push(Deed::Recover);
        }
        if uses.is_empty() {
            uses.push(Deed::Pass);
        }
        uses
    }

    pub(crate) fn play(&mut self, deed: Deed) {
        match (self.wait.clone(), deed) {
            (Wait::Opening(throws), Deed::Throw(throw)) => self.open(throws, throw),
            (Wait::Throw(seat), Deed::Throw(throw)) => self.wait = Wait::Use(seat, throw),
            (Wait::Use(seat, throw), Deed::Leave(from)) => self.walk(seat, from, throw),
            (Wait::Use(seat, _), Deed::Recover) => {
                let most = if self.recover_one { 1 } else { 5 };
                for _ in 0..most {
                    self.shift(seat, Where::Shen, Where::Hand);
                }
                self.fill_empty_lane(seat);
                self.wait = Wait::Throw(1 - seat);
            }
            (Wait::Use(seat, _), Deed::Pass) => self.wait = Wait::Throw(1 - seat),
            (wait, deed) => panic!("{deed:?} in {wait:?}"),
        }
    }

    fn open(&mut self, mut throws: Vec<u8>, throw: u8) {
        throws.push(throw);
        self.wait = match throws[..] {
            [one, two] if one < two => Wait::Use(0, one),
            [one, two] if one > two => Wait::Use(1, two),
            [_, _] => Wait::Opening(vec![]),
            _ => Wait::Opening(throws),
        };
    }

    /// Moves one piece from a place to another, if there is one.
    fn shift(&mut self, seat: usize, from: Where, to: Where) -> bool {
        let found = self.pieces[seat].iter_mut().find(|piece| **piece == from);
        found.map(|piece| *piece = to).is_some()
    }

    fn enter(&mut self, seat: usize) {
        if !self.lane(seat).contains(&1) {
            self.shift(seat, Where::Hand, Where::Lane(1));
        }
    }

    fn fill_empty_lane(&mut self, seat: usize) {
        if self.lane(seat).is_empty() {
            self.enter(seat);
        }
    }

    fn walk(&mut self, seat: usize, from: u8, throw: u8) {
        let stop = from + throw;
        if stop == 30 {
            self.shift(seat, Where::Lane(from), Where::Shen);
            return self.arrive(seat);
        }
        self.shift(seat, Where::Lane(from), Where::Lane(stop));
        let passed = (from + 1..stop).any(|hole| hole == 15 || hole == 25);
        if passed {
            self.enter(seat);
        }
        if stop == 15 || stop == 25 {
            self.enter(seat);
            self.wait = Wait::Throw(seat);
            return;
        }
        self.warp(seat, stop);
        self.wait = Wait::Throw(1 - seat);
    }

    fn warp(&mut self, seat: usize, stop: u8) {
        let end = match stop {
            6 => 20,
            20 => 6,
            8 => 10,
            10 => 8,
            _ => return,
        };
        if self.lane(seat).contains(&end) {
            return;
        }
        self.shift(seat, Where::Lane(stop), Where::Lane(end));
        if self.warp_passes_nefer && (stop == 6 || stop == 20) {
            self.enter(seat);
        }
    }

    fn arrive(&mut self, seat: usize) {
        let other = 1 - seat;
        let Some(&rearmost) = self.lane(other).first() else {
            self.wait = Wait::Won(seat);
            return;
        };
        self.shift(other, Where::Lane(rearmost), Where::Removed);
        if self.pieces[other].iter().all(|&piece| piece == Where::Removed) {
            self.wait = Wait::Won(seat);
            return;
        }
        self.fill_empty_lane(other);
        self.enter(seat);
        self.wait = Wait::Throw(other);
    }
}
