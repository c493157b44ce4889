//! The texts of the terminal in three languages.

use sarsen_core::{Audience, Lang, Options, Outcome, Phrase, Seat, SeatName, Values, phrase};

use super::seating::Sitter;

pub(crate) static TOO_SMALL: Phrase = Phrase::new(
    "Please enlarge the terminal: at least 32 columns and 10 lines.",
    "Agrandissez le terminal : au moins 32 colonnes et 10 lignes.",
    "ターミナルを広げてください（32桁×10行以上）。",
);
pub(crate) static BOARD: Phrase = Phrase::new("Board", "Plateau", "盤面");
pub(crate) static CHOICES: Phrase = Phrase::new("What you can do", "Vos choix", "できること");
pub(crate) static LOG: Phrase = Phrase::new("So far", "Coups joués", "これまで");
pub(crate) static HELP: Phrase = Phrase::new("Help", "Aide", "ヘルプ");
pub(crate) static HINT: Phrase = Phrase::new("Hint", "Conseil", "ヒント");
pub(crate) static CURTAIN: Phrase = Phrase::new("Curtain", "Rideau", "カーテン");
pub(crate) static GAME_OVER: Phrase =
    Phrase::new("The game is over.", "La partie est finie.", "対局終了です。");
pub(crate) static NOTHING_TO_UNDO: Phrase = Phrase::new(
    "There is nothing to take back.",
    "Il n’y a rien à reprendre.",
    "取り消せる手がありません。",
);
pub(crate) static TAKEN_BACK: Phrase =
    Phrase::new("Taken back.", "Coup repris.", "一手戻しました。");
pub(crate) static ADVISING: Phrase = Phrase::new(
    "The computer is looking for advice … (Esc stops it)",
    "L’ordinateur cherche un conseil … (Échap l’arrête)",
    "コンピューターがヒントを考えています…（Escで中止）",
);
pub(crate) static NO_CHOICE: Phrase = Phrase::new(
    "Nothing fits what you typed.",
    "Rien ne correspond à votre saisie.",
    "入力に合う手がありません。",
);
pub(crate) static NOT_YOUR_TURN: Phrase = Phrase::new(
    "It is not your turn.",
    "Ce n’est pas à vous de jouer.",
    "あなたの手番ではありません。",
);
pub(crate) static NO_ENGINE: Phrase = Phrase::new(
    "No computer plays in this game.",
    "Aucun ordinateur ne joue dans cette partie.",
    "この対局にコンピューターはいません。",
);
pub(crate) static NO_FILE: Phrase = Phrase::new(
    "Say where to: :record FILE",
    "Dites où : :record FICHIER",
    "保存先を指定してください：:record FILE",
);
pub(crate) static KEYS: Phrase = Phrase::new(
    "↑↓ choose  Enter play  F1 help  F2 hint  F3 take back  Ctrl-C quit",
    "↑↓ choisir  Entrée jouer  F1 aide  F2 conseil  F3 reprendre  Ctrl-C quitter",
    "↑↓ 選ぶ  Enter 指す  F1 ヘルプ  F2 ヒント  F3 待った  Ctrl-C 終了",
);
pub(crate) static KEYS_OVER: Phrase = Phrase::new(
    "F3 take back  F1 help  Ctrl-C quit",
    "F3 reprendre  F1 aide  Ctrl-C quitter",
    "F3 待った  F1 ヘルプ  Ctrl-C 終了",
);
pub(crate) static HELP_TEXT: Phrase = Phrase::new(
    "Choose from the list with ↑ and ↓ (page by page: PgUp, PgDn), or type: notation or words narrow the list, Tab completes. \
     Enter plays what is marked. Where nothing is hidden the board shows what would change.\n\
     \n\
     F1  :help         this page\n\
     F2  :hint         advice of the strongest level\n\
     F3  :undo         take your last action back\n\
     :level N          set the computer's level, 1 to 8\n\
     :record FILE      keep the record in this file from now on\n\
     Ctrl-C  :quit     end; the record is kept\n\
     ← → Ctrl-↑ Ctrl-↓ move a board that does not fit\n\
     Esc               clear, close, stop",
    "Choisissez dans la liste avec ↑ et ↓ (par pages : PgPréc, PgSuiv), ou tapez : notation ou mots réduisent la liste, Tab complète. \
     Entrée joue ce qui est marqué. Là où rien n’est caché, le plateau montre ce qui changerait.\n\
     \n\
     F1  :help         cette page\n\
     F2  :hint         un conseil du plus fort niveau\n\
     F3  :undo         reprendre votre dernier coup\n\
     :level N          régler le niveau de l’ordinateur, de 1 à 8\n\
     :record FICHIER   conserver la partie dans ce fichier\n\
     Ctrl-C  :quit     quitter ; la partie est conservée\n\
     ← → Ctrl-↑ Ctrl-↓ déplacer un plateau trop grand\n\
     Échap             effacer, fermer, arrêter",
    "↑と↓でリストから選びます（PgUp、PgDnでページ送り）。棋譜の記号や言葉を入力すると絞り込まれ、Tabで補完します。\
     Enterで印の付いた手を指します。隠れた情報がないときは、盤面に変化が示されます。\n\
     \n\
     F1  :help         このページ\n\
     F2  :hint         最強レベルのヒント\n\
     F3  :undo         直前の自分の手を取り消す\n\
     :level N          コンピューターのレベル（1〜8）\n\
     :record FILE      以後このファイルに棋譜を保存\n\
     Ctrl-C  :quit     終了（棋譜は保存されます）\n\
     ← → Ctrl-↑ Ctrl-↓ 入りきらない盤面を動かす\n\
     Esc               消去・閉じる・中止",
);

/// The name of a seat.
fn name(sitter: &Sitter, seat: Seat) -> SeatName {
    match sitter {
        Sitter::Person(Some(name)) => SeatName::proper(name),
        Sitter::Person(None) => SeatName::numbered(seat),
        Sitter::Engine(level) => SeatName::Noun(phrase!(
            "the computer (level {level})",
            "l’ordinateur (niveau {level})",
            "コンピューター（レベル{level}）"
        )),
    }
}

/// The people at the terminal: sentences use everybody's name.
pub(crate) fn audience(sitters: &[Sitter]) -> Audience {
    let seats = Seat::all(sitters.len());
    Audience::new(None, seats.zip(sitters).map(|(seat, sitter)| name(sitter, seat)).collect())
}

pub(crate) fn called(seat: Seat) -> Phrase {
    phrase!("[{seat}:|@]", "[{seat}:|@]", "[{seat}:|@]")
}

pub(crate) fn to_act(seat: Seat) -> Phrase {
    phrase!("[{seat}:|@] to act.", "C’est au tour [{seat}:|de @].", "[{seat}:|@]の手番です。")
}

pub(crate) fn thinking(seat: Seat) -> Phrase {
    phrase!("[{seat}:|@] is thinking …", "[{seat}:|@] réfléchit …", "[{seat}:|@]が考えています…")
}

pub(crate) fn curtain(seat: Seat) -> Phrase {
    phrase!(
        "[{seat}:|@] is next. Your side stays hidden until you press Enter; everybody else looks away.",
        "C’est au tour [{seat}:|de @]. Votre côté reste caché jusqu’à ce que vous appuyiez sur Entrée ; les autres détournent les yeux.",
        "次は[{seat}:|@]です。Enterを押すまで、あなたの側は隠されたままです。ほかの人は目をそらしてください。"
    )
}

pub(crate) fn winner(outcome: Outcome) -> Phrase {
    match outcome.winner() {
        Some(seat) => phrase!("[{seat}:|@] wins.", "[{seat}:|@] gagne.", "[{seat}:|@]の勝ちです。"),
        None => Phrase::new("The game is drawn.", "Partie nulle.", "引き分けです。"),
    }
}

pub(crate) fn level_set(level: sarsen_search::Level) -> Phrase {
    phrase!(
        "The computer plays at level {level}.",
        "L’ordinateur joue au niveau {level}.",
        "コンピューターはレベル{level}で指します。"
    )
}

pub(crate) fn recording(file: &str) -> Phrase {
    phrase!(
        "The record is kept in {file}.",
        "La partie est conservée dans {file}.",
        "棋譜を{file}に保存します。"
    )
}

pub(crate) fn not_written(problem: &str) -> Phrase {
    phrase!(
        "The record could not be written: {problem}",
        "La partie n’a pas pu être écrite : {problem}",
        "棋譜を書き込めませんでした：{problem}"
    )
}

pub(crate) fn engine_failed(problem: &str) -> Phrase {
    phrase!(
        "The computer failed: {problem}. Enter lets it try again.",
        "L’ordinateur a échoué : {problem}. Entrée le laisse réessayer.",
        "コンピューターが失敗しました：{problem}。Enterで再試行します。"
    )
}

pub(crate) fn no_command(word: &str) -> Phrase {
    phrase!(
        "There is no command :{word}; F1 lists them.",
        "La commande :{word} n’existe pas ; F1 les énumère.",
        "コマンド:{word}はありません。F1で一覧を表示します。"
    )
}

/// The options that differ from the defaults, as players read them.
pub(crate) fn options(options: &Options, lang: Lang) -> Vec<String> {
    let label = |(name, value): (&str, &str)| {
        let option = options.spec().option(name);
        let label = option.map_or(name, |option| option.label.in_lang(lang));
        let word = option.and_then(|option| match option.values {
            Values::Words(words) => words.iter().find(|word| word.name == value),
            Values::Number { .. } => None,
        });
        format!("{label}: {}", word.map_or(value, |word| word.label.in_lang(lang)))
    };
    options.changed().map(label).collect()
}
