//! Why an action is refused: the rule's id and a sentence for players.

use sarsen_core::{Illegal, Phrase, phrase};

use crate::board::{Cell, Line};
use crate::{Action, Phase, Stonehenge};

/// Whether the seat to act may do this; the game is not over.
pub(crate) fn check(state: &Stonehenge, action: Action) -> Result<(), Illegal> {
    match action {
        Action::Place { cell, value } => check_place(state, cell, value),
        Action::Mark(line) => check_mark(state, line),
        Action::End | Action::Pass => check_closing(state, action),
    }
}

fn check_place(state: &Stonehenge, cell: Cell, value: u8) -> Result<(), Illegal> {
    if state.phase != Phase::Druid {
        return Err(Illegal::new("K2", ONE_DRUID_A_TURN));
    }
    if state.empty_cells() & cell.bit() == 0 {
        return Err(Illegal::new(
            "K2",
            phrase!(
                "There is already a druid on {cell}.",
                "Il y a déjà un druide en {cell}.",
                "{cell}にはすでにドルイドがいます。"
            ),
        ));
    }
    if !state.hand(state.mover).has(value) {
        return Err(Illegal::new(
            "K1",
            phrase!(
                "You have no druid of value {value} left.",
                "Il ne vous reste aucun druide de valeur {value}.",
                "値{value}のドルイドはもう残っていません。"
            ),
        ));
    }
    Ok(())
}

fn check_mark(state: &Stonehenge, line: Line) -> Result<(), Illegal> {
    if !state.manual {
        return Err(Illegal::new("K9", CLAIMS_ARE_AUTOMATIC));
    }
    if (state.marked[0] | state.marked[1]) & line.bit() != 0 {
        return Err(Illegal::new(
            "K7",
            phrase!(
                "Line {line} already carries a megalith.",
                "La ligne {line} porte déjà un mégalithe.",
                "ライン{line}にはすでにメガリスが置かれています。"
            ),
        ));
    }
    if state.markable(state.mover) & line.bit() == 0 {
        return Err(Illegal::new(
            if state.hidden { "K11" } else { "K5" },
            phrase!(
                "You do not dominate line {line}.",
                "Vous ne dominez pas la ligne {line}.",
                "あなたはライン{line}を支配していません。"
            ),
        ));
    }
    Ok(())
}

fn check_closing(state: &Stonehenge, action: Action) -> Result<(), Illegal> {
    if state.closing() == Some(action) {
        return Ok(());
    }
    Err(Illegal::new(if state.manual { "K9" } else { "K2" }, NOTHING_TO_CLOSE))
}

const ONE_DRUID_A_TURN: Phrase = Phrase::new(
    "Your druid is placed: now mark lines or end your turn.",
    "Votre druide est posé : marquez des lignes ou terminez votre tour.",
    "ドルイドは置きました。ラインに印をつけるか、手番を終えてください。",
);
const CLAIMS_ARE_AUTOMATIC: Phrase = Phrase::new(
    "Megaliths are placed by themselves in this game.",
    "Dans cette partie, les mégalithes sont dressés d’office.",
    "このゲームではメガリスは自動で置かれます。",
);
const NOTHING_TO_CLOSE: Phrase = Phrase::new(
    "`end` comes after your druid while lines are left to mark, `pass` on a full board with nothing to mark.",
    "`end` vient après votre druide tant qu’il reste des lignes à marquer, `pass` sur un plateau plein sans rien à marquer.",
    "`end`はドルイドを置いた後に印をつけられるラインが残っているとき、`pass`は盤が埋まって印をつけるラインがないときだけです。",
);
