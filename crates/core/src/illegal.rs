//! Why an action is refused.

use thiserror::Error;

use crate::Phrase;

/// The refusal of an action that the rules forbid now: the rule's id and a sentence for players.
///
/// ```
/// use sarsen_core::{Options, Rules};
/// use sarsen_stonehenge::Stonehenge;
///
/// let mut game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// game.play("G4".parse()?)?;
/// let refused = game.check("G5".parse()?).unwrap_err();
/// assert_eq!(refused.rule, "K2");
/// assert!(!refused.sentence.ja.is_empty(), "players read it in their own language");
/// # Ok::<(), sarsen_core::PlayError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{rule}: {}", sentence.en)]
pub struct Illegal {
    /// The id of the rule that the action breaks, such as `K2`.
    pub rule: &'static str,
    /// What is wrong, in words that a player understands.
    pub sentence: Phrase,
}

impl Illegal {
    /// A refusal by a rule.
    pub fn new(rule: &'static str, sentence: Phrase) -> Illegal {
        Illegal { rule, sentence }
    }

    /// The refusal of any action in a finished game; `rule` is the one that ended it.
    pub fn game_is_over(rule: &'static str) -> Illegal {
        Illegal::new(
            rule,
            Phrase::new(
                "The game is over.",
                "La partie est terminée.",
                "ゲームはすでに終わっています。",
            ),
        )
    }

    /// The refusal of a seat's action where chance has to act.
    pub fn chance_is_next(rule: &'static str) -> Illegal {
        Illegal::new(
            rule,
            Phrase::new(
                "Chance acts first: this is no player's turn.",
                "Le hasard doit d’abord agir : ce n’est le tour de personne.",
                "先に偶然の結果を決めます。今は誰の手番でもありません。",
            ),
        )
    }

    /// The refusal of a chance outcome where a seat has to act.
    pub fn no_chance_now(rule: &'static str) -> Illegal {
        Illegal::new(
            rule,
            Phrase::new(
                "A player has to act now, not chance.",
                "C’est à un joueur d’agir, pas au hasard.",
                "今は偶然ではなく、プレイヤーの手番です。",
            ),
        )
    }
}

/// A text that is not an action of the game in any position.
///
/// ```
/// let error = "Z9".parse::<sarsen_stonehenge::Action>().unwrap_err();
/// assert!(error.expected.contains("`G4`"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("not an action of this game; expected {expected}")]
pub struct ParseActionError {
    /// What the notation looks like, with an example.
    pub expected: &'static str,
}

/// Why a notation string could not be played.
///
/// ```
/// use sarsen_core::{Options, PlayError, Rules, Seat, Views};
/// use sarsen_stonehenge::Stonehenge;
///
/// let game = Stonehenge::start(&Options::defaults(Stonehenge::SPEC));
/// assert!(matches!(game.resolve(Seat::ONE, "Z9"), Err(PlayError::Parse(_))), "no action at all");
/// assert!(matches!(game.resolve(Seat::ONE, "pass"), Err(PlayError::Illegal(_))), "not now");
/// assert_eq!(game.resolve(Seat::ONE, "G?"), Err(PlayError::Masked), "somebody's view of one");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayError {
    /// It is not an action of this game.
    #[error(transparent)]
    Parse(#[from] ParseActionError),
    /// The rules forbid it here.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// It contains a `?`: one reader's view of an action, which cannot be played.
    #[error(
        "contains `?`, something its reader may not know: such a record can be shown, not replayed"
    )]
    Masked,
    /// It contains a `?` for something that everybody can see.
    #[error(
        "contains `?` for something that everybody can see by now, so it is not the record of any reader"
    )]
    Seen,
}
