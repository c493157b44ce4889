//! Why an action is illegal, in players' words.

use sarsen_core::{Illegal, Phrase, phrase};

use crate::side::{PASS, RECOVER};
use crate::state::Stage;
use crate::track::SHEN;
use crate::{Action, Hole, Holes, Throw};

/// The rule broken by an action that is known to be illegal.
pub(crate) fn explain(state: &Holes, action: Action) -> Illegal {
    match (state.stage(), action) {
        (Stage::Over, _) => Illegal::game_is_over("H13"),
        (Stage::FirstThrow | Stage::SecondThrow, _) => Illegal::chance_is_next("H2"),
        (Stage::Throw, _) => Illegal::chance_is_next("H3"),
        (Stage::Act, Action::Throw(_)) => Illegal::no_chance_now("H3"),
        (Stage::Act, Action::Move(hole)) => explain_move(state, hole),
        (Stage::Act, Action::Recover) => explain_recovery(state),
        (Stage::Act, Action::Pass) => explain_pass(state),
    }
}

fn explain_move(state: &Holes, from: Hole) -> Illegal {
    let score = state.pending().map_or(0, Throw::score);
    let to = from.number() + score;
    if state.side(state.seat()).lane & from.bit() == 0 {
        return Illegal::new(
            "H3",
            phrase!(
                "None of your pieces stands on hole {from}.",
                "Aucun de vos pions n’est sur le trou {from}.",
                "{from}番にあなたの駒はありません。",
            ),
        );
    }
    if to > SHEN {
        return Illegal::new(
            "H8",
            phrase!(
                "The Shen hole needs the exact throw: {score} is too much from hole {from}.",
                "Le trou Shen demande le jet exact : {score}, c’est trop depuis le trou {from}.",
                "シェンホールにはちょうどの目で入ります。{from}番から{score}は進みすぎです。",
            ),
        );
    }
    Illegal::new(
        "H4",
        phrase!(
            "A piece of yours stands on the way from hole {from} to hole {to}.",
            "Un de vos pions barre le chemin du trou {from} au trou {to}.",
            "{from}番から{to}番までの間に自分の駒があるので進めません。",
        ),
    )
}

fn explain_recovery(state: &Holes) -> Illegal {
    let sentence = if state.pending() == Some(Throw::ONE) {
        Phrase::new(
            "You have no piece in the Shen hole to take back.",
            "Vous n’avez aucun pion à reprendre dans le trou Shen.",
            "シェンホールに戻せる駒がありません。",
        )
    } else {
        Phrase::new(
            "Only a throw of 1 takes pieces back from the Shen hole.",
            "Seul un 1 permet de reprendre des pions dans le trou Shen.",
            "シェンホールの駒を戻せるのは、1が出たときだけです。",
        )
    };
    Illegal::new("H11", sentence)
}

fn explain_pass(state: &Holes) -> Illegal {
    debug_assert!(state.choices() & PASS == 0, "passing is refused only where it is not legal");
    if state.choices() == RECOVER {
        return Illegal::new(
            "H11",
            Phrase::new(
                "This 1 has to be used to take your pieces back from the Shen hole.",
                "Ce 1 doit servir à reprendre vos pions dans le trou Shen.",
                "この1では、シェンホールの駒を手元に戻さなければなりません。",
            ),
        );
    }
    Illegal::new(
        "H3",
        Phrase::new(
            "You can use this throw, so you may not pass.",
            "Vous pouvez jouer ce jet : il est interdit de passer.",
            "この目で動ける駒があるので、パスはできません。",
        ),
    )
}
