//! Every refusal that a table can give, in all languages in one place.

use sarsen_core::{Phrase, PlayError};
use sarsen_protocol::{Refusal, RefusalCode};

fn refusal(code: RefusalCode, en: &'static str, fr: &'static str, ja: &'static str) -> Refusal {
    Refusal { code, rule: None, says: Phrase::new(en, fr, ja).into() }
}

/// There is no such game.
pub fn unknown_game() -> Refusal {
    refusal(
        RefusalCode::UnknownGame,
        "There is no such game.",
        "Ce jeu n’existe pas.",
        "そのゲームはありません。",
    )
}

/// There is no such table.
pub fn unknown_table() -> Refusal {
    refusal(
        RefusalCode::UnknownTable,
        "There is no such table.",
        "Cette table n’existe pas.",
        "そのテーブルはありません。",
    )
}

/// An option or a value that the game does not have.
pub fn bad_option() -> Refusal {
    refusal(
        RefusalCode::BadOption,
        "The game cannot be played with these options or seats.",
        "Le jeu ne peut pas se jouer avec ces options ou ces places.",
        "この設定または席の数では遊べません。",
    )
}

/// A record that cannot be replayed.
pub fn bad_record() -> Refusal {
    refusal(
        RefusalCode::BadRecord,
        "This record cannot be read.",
        "Cette partie notée ne peut pas être lue.",
        "この棋譜は読めません。",
    )
}

/// A token or an invitation that gives no access here.
pub fn no_right() -> Refusal {
    refusal(
        RefusalCode::NoRight,
        "This seat is not yours.",
        "Cette place n’est pas la vôtre.",
        "この席はあなたのものではありません。",
    )
}

/// No seat is open.
pub fn full() -> Refusal {
    refusal(
        RefusalCode::Full,
        "There is no open seat at this table.",
        "Il n’y a plus de place libre à cette table.",
        "このテーブルに空席はありません。",
    )
}

/// Another seat's turn.
pub fn not_your_turn() -> Refusal {
    refusal(
        RefusalCode::NotYourTurn,
        "It is not your turn.",
        "Ce n’est pas votre tour.",
        "あなたの手番ではありません。",
    )
}

/// The table has moved on since the request.
pub fn stale() -> Refusal {
    refusal(
        RefusalCode::Stale,
        "The position has changed in the meantime.",
        "La position a changé entre-temps.",
        "局面はすでに変わっています。",
    )
}

/// The request makes no sense now.
pub fn not_now() -> Refusal {
    refusal(
        RefusalCode::NotNow,
        "This cannot be done now.",
        "Ce n’est pas possible maintenant.",
        "今はできません。",
    )
}

/// On a shared screen, another seat may still be looking.
pub fn behind_curtain() -> Refusal {
    refusal(
        RefusalCode::NotNow,
        "The screen is covered: the player to act has to uncover it first.",
        "L’écran est masqué : la personne qui doit jouer doit d’abord le découvrir.",
        "画面は隠されています。手番の人が先に表示してください。",
    )
}

/// The rules offer chance no outcome: a bug in the program.
pub fn no_chance() -> Refusal {
    refusal(
        RefusalCode::Internal,
        "The server has failed at this. Try again.",
        "Le serveur n’y est pas arrivé. Réessayez.",
        "サーバーで問題が起きました。もう一度お試しください。",
    )
}

/// The clock has run out.
pub fn time_is_up() -> Refusal {
    refusal(RefusalCode::NotNow, "The time is up.", "Le temps est écoulé.", "時間切れです。")
}

/// A takeback may not cross what has been revealed.
pub fn shown_already() -> Refusal {
    refusal(
        RefusalCode::NotNow,
        "What has been thrown or seen cannot be taken back.",
        "Ce qui a été lancé ou vu ne peut pas être repris.",
        "振った結果や見たものは取り消せません。",
    )
}

/// The refusal by the rules of the game.
pub fn from_play(error: &PlayError) -> Refusal {
    match error {
        PlayError::Illegal(illegal) => Refusal {
            code: RefusalCode::Illegal,
            rule: Some(illegal.rule.to_owned()),
            says: (&illegal.sentence).into(),
        },
        PlayError::Parse(_) | PlayError::Masked | PlayError::Seen => refusal(
            RefusalCode::Illegal,
            "This is not an action of the game.",
            "Ce n’est pas un coup de ce jeu.",
            "このゲームの手ではありません。",
        ),
    }
}
