//! A match: several games of the same people, who may change seats between them.

use crate::{Outcome, PerSeat};

/// What decides a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchRule {
    /// The player with the most games won; a draw is half a game.
    MostWins,
    /// The player with the lowest sum of scores.
    LowestScore,
}

/// The sums over the games of a match, by player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchScore {
    players: usize,
    points: Vec<i32>,
    wins: Vec<u32>,
    /// Half a game each for a draw, summed in halves; shared ranks of more seats count as draws.
    half_games: Vec<i32>,
    games: u32,
}

impl MatchScore {
    /// A match before its first game.
    pub fn new(players: usize) -> MatchScore {
        MatchScore {
            players,
            points: vec![0; players],
            wins: vec![0; players],
            half_games: vec![0; players],
            games: 0,
        }
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
            self.half_games[player] += halves(outcome, seat);
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

    /// How the match stands by a rule.
    pub fn standing(&self, rule: MatchRule) -> Outcome {
        match rule {
            MatchRule::LowestScore => Outcome::lowest_first(&self.points),
            MatchRule::MostWins => {
                let missing: Vec<i32> = self.half_games.iter().map(|halves| -halves).collect();
                Outcome::lowest_first(&missing)
            }
        }
    }
}

fn halves(outcome: Outcome, seat: usize) -> i32 {
    let first = outcome.ranks().as_slice().get(seat) == Some(&1);
    match (first, outcome.winner()) {
        (true, Some(_)) => 2,
        (true, None) => 1,
        (false, _) => 0,
    }
}
