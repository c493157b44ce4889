//! A match: several games between the same players, who may change seats between games.

use serde::{Deserialize, Serialize};

use crate::{Options, Outcome, PerSeat, Phrase, Values};

/// How a match of a game is played.
///
/// ```
/// use sarsen_core::{MatchRule, NextGame, Rules};
///
/// let spec = sarsen_stonehenge::Stonehenge::SPEC.matches;
/// assert!(spec.lengths.contains(&3));
/// assert!(matches!(spec.next, NextGame::MoveSeats | NextGame::AlternateOption(_)));
/// assert!(matches!(spec.rule, MatchRule::LoserScores | MatchRule::LowestScore | MatchRule::MostWins));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MatchSpec {
    /// What decides it.
    pub rule: MatchRule,
    /// How the next game differs from the one before.
    pub next: NextGame,
    /// The numbers of games that players are offered, the smallest first.
    pub lengths: &'static [u32],
    /// What decides it, in a sentence for players.
    pub about: &'static Phrase,
}

impl MatchSpec {
    /// The number of games won decides, and the seats rotate after every game.
    pub const MOST_WINS: MatchSpec = MatchSpec {
        rule: MatchRule::MostWins,
        next: NextGame::MoveSeats,
        lengths: &[1, 2, 3, 5, 7],
        about: &Phrase::new(
            "The most games won decide; a draw is half a game.",
            "Le plus de parties gagnées l’emporte ; une nulle compte pour moitié.",
            "勝ち数の多い方がマッチの勝者です。引き分けは0.5勝です。",
        ),
    };
}

/// What decides a match.
///
/// ```
/// use sarsen_core::{MatchGame, MatchRule, MatchScore, Outcome, PerSeat, Seat};
///
/// let game = MatchGame {
///     outcome: Outcome::win(Seat::ONE),
///     score: Some(PerSeat::new(&[2, 5])),
///     played_out: true,
///     player_of_seat: &[0, 1],
/// };
/// let points = |rule| MatchScore::new(rule, 2).add(&game);
/// assert_eq!(points(MatchRule::MostWins), [0, 0], "only wins count");
/// assert_eq!(points(MatchRule::LoserScores), [0, 5]);
/// assert_eq!(points(MatchRule::LowestScore), [2, 5]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    schema(description = "What decides a match.")
)]
pub enum MatchRule {
    /// The player with the most games won; a draw is half a game.
    MostWins,
    /// The player with the lowest total score, where only the loser of a game scores.
    LoserScores,
    /// The player with the lowest total score. In a game that was resigned only the loser scores: otherwise a player
    /// could resign at equal scores and lose nothing.
    LowestScore,
}

/// How the next game at a table differs from the one before.
///
/// ```
/// use sarsen_core::NextGame;
///
/// assert_eq!(NextGame::MoveSeats.seats(&["Ada", "Bo"]), ["Bo", "Ada"]);
/// assert_eq!(NextGame::AlternateOption("people").seats(&["Ada", "Bo"]), ["Ada", "Bo"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextGame {
    /// Every player moves to the previous seat, the first to the last: with two seats they swap.
    MoveSeats,
    /// Everybody stays, and an option with two values takes the other one.
    AlternateOption(&'static str),
}

impl NextGame {
    /// The options of the game that follows one with these options.
    pub fn options(self, before: &Options) -> Options {
        let mut options = before.clone();
        if let NextGame::AlternateOption(name) = self
            && let Some(other) = other_word(before, name)
        {
            options.set(name, other).expect("a word of the option is one of its values");
        }
        options
    }

    /// The players by seat in the game that follows one with these seats.
    pub fn seats<T: Copy>(self, before: &[T]) -> Vec<T> {
        let mut seats = before.to_vec();
        if self == NextGame::MoveSeats && !seats.is_empty() {
            seats.rotate_left(1);
        }
        seats
    }
}

/// The first of an option's two words that it is not set to.
fn other_word(options: &Options, name: &str) -> Option<&'static str> {
    let Values::Words(words) = options.spec().option(name)?.values else { return None };
    let value = options.get(name);
    words.iter().take(2).map(|word| word.name).find(|&word| word != value)
}

/// A finished game, as a match counts it.
///
/// ```
/// use sarsen_core::{MatchGame, Outcome, Seat};
///
/// // Player 1 sat in seat 2 and won by resignation.
/// let game = MatchGame {
///     outcome: Outcome::win(Seat::TWO),
///     score: None,
///     played_out: false,
///     player_of_seat: &[1, 0],
/// };
/// let winner = game.outcome.winner().map(|seat| game.player_of_seat[seat.index()]);
/// assert_eq!(winner, Some(0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MatchGame<'a> {
    /// How it ended.
    pub outcome: Outcome,
    /// The score of its last position, for games that count.
    pub score: Option<PerSeat<i32>>,
    /// Whether it ended by its rules, not by resignation, clock or agreement.
    pub played_out: bool,
    /// The player, counted from 0, in each seat.
    pub player_of_seat: &'a [usize],
}

/// The totals of a match, by player.
///
/// ```
/// use sarsen_core::{MatchGame, MatchRule, MatchScore, Outcome, Seat};
///
/// let mut score = MatchScore::new(MatchRule::MostWins, 2);
/// for player_of_seat in [&[0, 1], &[1, 0], &[0, 1]] {
///     let outcome = Outcome::win(Seat::ONE);
///     score.add(&MatchGame { outcome, score: None, played_out: true, player_of_seat });
/// }
/// assert_eq!(score.wins(), [2, 1]);
/// assert_eq!(score.standing().winner(), Some(Seat::ONE), "the first player");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchScore {
    rule: MatchRule,
    points: Vec<i32>,
    wins: Vec<u32>,
    /// Games won counted in halves, one half each for a draw. With more than two seats, shared ranks count as draws.
    half_games: Vec<i32>,
    games: u32,
}

impl MatchScore {
    /// A match before its first game.
    pub fn new(rule: MatchRule, players: usize) -> MatchScore {
        MatchScore {
            rule,
            points: vec![0; players],
            wins: vec![0; players],
            half_games: vec![0; players],
            games: 0,
        }
    }

    /// Adds a finished game and returns the points that it brought each player.
    ///
    /// # Panics
    /// If there are not as many seats as players.
    pub fn add(&mut self, game: &MatchGame<'_>) -> Vec<i32> {
        let players = self.points.len();
        assert_eq!(game.player_of_seat.len(), players, "a seat for every player");
        let mut points = vec![0; players];
        for (seat, &player) in game.player_of_seat.iter().enumerate() {
            points[player] = self.points_of(game, seat);
            self.points[player] += points[player];
            let winner = game.outcome.winner();
            self.wins[player] += u32::from(winner.is_some_and(|winner| winner.index() == seat));
            self.half_games[player] += halves(game.outcome, seat);
        }
        self.games += 1;
        points
    }

    fn points_of(&self, game: &MatchGame<'_>, seat: usize) -> i32 {
        let first = game.outcome.ranks().as_slice().get(seat) == Some(&1);
        let only_losers = match self.rule {
            MatchRule::MostWins => return 0,
            MatchRule::LoserScores => true,
            MatchRule::LowestScore => !game.played_out,
        };
        let scores = game.score.as_ref().map_or(&[][..], |score| score.as_slice());
        if only_losers && first { 0 } else { scores.get(seat).copied().unwrap_or(0) }
    }

    /// The number of games added.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// The points of each player so far; all 0 where only wins decide.
    pub fn points(&self) -> &[i32] {
        &self.points
    }

    /// The number of games each player has won.
    pub fn wins(&self) -> &[u32] {
        &self.wins
    }

    /// The current standing of the match, ranked by player.
    pub fn standing(&self) -> Outcome {
        match self.rule {
            MatchRule::LoserScores | MatchRule::LowestScore => Outcome::lowest_first(&self.points),
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
