//! A match: several games of the same people, who may change seats between them.

use crate::{Outcome, PerSeat};

/// The sums over the games of a match, by player. In every game that counts points, the points are
/// what one would rather not have: the lowest sum wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchScore {
    players: usize,
    points: Vec<i32>,
    wins: Vec<u32>,
    games: u32,
}

impl MatchScore {
    /// A match before its first game.
    pub fn new(players: usize) -> MatchScore {
        MatchScore { players, points: vec![0; players], wins: vec![0; players], games: 0 }
    }

    /// Adds a finished game. `player_of_seat[s]` is the player who sat in the seat of index s.
    ///
    /// # Panics
    /// If the seats are not as many as the players.
    pub fn add(&mut self, outcome: Outcome, score: Option<PerSeat<i32>>, player_of_seat: &[usize]) {
        assert_eq!(player_of_seat.len(), self.players, "a seat for every player");
        let points = score.map(|score| score.as_slice().to_vec()).unwrap_or(vec![0; self.players]);
        for (seat, &player) in player_of_seat.iter().enumerate() {
            self.points[player] += points[seat];
            self.wins[player] +=
                u32::from(outcome.winner().is_some_and(|winner| winner.index() == seat));
        }
        self.games += 1;
    }

    /// How many games were added.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// The points of each player so far.
    pub fn points(&self) -> &[i32] {
        &self.points
    }

    /// The games that each player has won.
    pub fn wins(&self) -> &[u32] {
        &self.wins
    }

    /// How the match stands: the fewest points first.
    pub fn standing(&self) -> Outcome {
        Outcome::lowest_first(&self.points)
    }
}
