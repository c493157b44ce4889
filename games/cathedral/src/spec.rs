//! The game's description of itself, and its options as the rules use them.

use sarsen_core::{
    Counted, GameSpec, MatchRule, MatchSpec, NextGame, OptionSpec, Options, Phrase, Scoring, Seat,
    Values, Variant, Word, rules_text,
};

use crate::{DARK, LIGHT};

/// Cathedral's description of itself.
pub static SPEC: GameSpec = GameSpec {
    id: "cathedral",
    name: Phrase::new("Cathedral", "Cathedral", "カテドラル"),
    about: Phrase::new(
        "Two builders share a walled city: wall in space, take what stands alone in it, and place every monument.",
        "Deux bâtisseurs se partagent une ville close : clôturez l’espace, prenez ce qui s’y trouve isolé et posez tous vos monuments.",
        "城壁の中の町を二人で分け合います。土地を囲い、囲んだ中の孤立したモニュメントを取り除き、自分のモニュメントをすべて置くことを目指します。",
    ),
    score: Some(Counted {
        one: Phrase::new("square left", "case restante", "残りマス"),
        many: Phrase::new("squares left", "cases restantes", "残りマス"),
    }),
    seats: 2..=2,
    options: &[REMOVAL, OUTSIDE, PASSING, PEOPLE, SETUP],
    variants: &[
        Variant {
            id: "classic",
            name: Phrase::new("Classic edition", "Édition classique", "クラシック版"),
            options: &[("removal", "optional")],
        },
        Variant {
            id: "return",
            name: Phrase::new("Second game of a match", "Manche retour", "マッチの第2ゲーム"),
            options: &[("people", "dark")],
        },
        Variant {
            id: "balanced",
            name: Phrase::new("Balanced opening", "Ouverture équilibrée", "均衡のとれた序盤"),
            options: &[("setup", "after-first")],
        },
    ],
    scoring: Scoring::LowIsGood,
    // C13: two games; each player keeps their colour, and the other one positions the People Piece.
    matches: MatchSpec {
        rule: MatchRule::LowestScore,
        next: NextGame::AlternateOption("people"),
        lengths: &[1, 2],
        about: &Phrase::new(
            "Each player scores the squares left. The lowest total wins the match.",
            "Chaque joueur compte ses cases restantes. Le total le plus bas gagne le match.",
            "残りマスの数が失点になります。合計の少ない方がマッチの勝者です。",
        ),
    },
    rules: rules_text!("../rules"),
    measurements: &[],
};

const REMOVAL: OptionSpec = OptionSpec {
    name: "removal",
    label: Phrase::new("Removal", "Retrait", "駒の除去"),
    values: Values::Words(&[
        Word::new("forced", "compulsory", "obligatoire", "必ず取り除く"),
        Word::new("optional", "optional", "facultatif", "取り除かなくてもよい"),
    ]),
    default: "forced",
    about: Phrase::new(
        "Whether a single enclosed piece must be removed, or its encloser may leave it and the space open.",
        "Si une pièce enfermée seule doit être retirée, ou si celui qui l’enferme peut la laisser et l’espace ouvert.",
        "一つだけ囲んだ駒を必ず取り除くか、囲んだ側が駒を残して土地を開いたままにしてもよいか。",
    ),
};

const OUTSIDE: OptionSpec = OptionSpec {
    name: "outside",
    label: Phrase::new("Large regions", "Grandes zones", "広い領域"),
    values: Values::Words(&[
        Word::new("open", "stay open", "restent ouvertes", "誰のものにもならない"),
        Word::new("counts", "can be claimed", "peuvent être conquises", "領地にできる"),
    ]),
    default: "open",
    about: Phrase::new(
        "Whether a region of more than half the board is the open city, or can be claimed like any other.",
        "Si une zone de plus de la moitié du plateau est la ville ouverte, ou peut être conquise comme les autres.",
        "盤の半分を超える領域を誰のものにもならない市街とみなすか、ほかの領域と同じく獲得できるか。",
    ),
};

const PASSING: OptionSpec = OptionSpec {
    name: "passing",
    label: Phrase::new("Passing", "Passer son tour", "パス"),
    values: Values::Words(&[
        Word::new(
            "forced",
            "only when nothing fits",
            "seulement si rien ne tient",
            "置けないときだけ",
        ),
        Word::new("free", "at any time", "à tout moment", "いつでもできる"),
    ]),
    default: "forced",
    about: Phrase::new(
        "Whether only a player who can place nothing passes, or any player may; then two passes in a row end the game.",
        "Si seul passe un joueur qui ne peut rien poser, ou si chacun peut passer ; deux passes de suite finissent alors la partie.",
        "何も置けないときだけパスするか、いつでもパスできるか。後者では二回続けてのパスでゲームが終わる。",
    ),
};

const PEOPLE: OptionSpec = OptionSpec {
    name: "people",
    label: Phrase::new("People Piece", "Pièce du Peuple", "ピープルピース"),
    values: Values::Words(&[
        Word::new("light", "placed by Light", "posée par Clair", "ライトが置く"),
        Word::new("dark", "placed by Dark", "posée par Sombre", "ダークが置く"),
    ]),
    default: "light",
    about: Phrase::new(
        "Who positions the People Piece; the other player places the first monument. A match plays both ways.",
        "Qui pose la pièce du Peuple ; l’autre pose le premier monument. Un match se joue dans les deux sens.",
        "ピープルピースを置く側。最初のモニュメントは相手が置く。マッチでは両方の形で一度ずつ対戦する。",
    ),
};

const SETUP: OptionSpec = OptionSpec {
    name: "setup",
    label: Phrase::new(
        "When the People Piece is placed",
        "Quand poser la pièce du Peuple",
        "ピープルピースを置く時期",
    ),
    values: Values::Words(&[
        Word::new(
            "before",
            "before the first monument",
            "avant le premier monument",
            "最初のモニュメントの前",
        ),
        Word::new(
            "after-first",
            "after the first monument",
            "après le premier monument",
            "最初のモニュメントの後",
        ),
    ]),
    default: "before",
    about: Phrase::new(
        "Whether the People Piece comes before all monuments, or after the first monument of the first mover.",
        "Si la pièce du Peuple est posée avant tout monument, ou après le premier monument du premier joueur.",
        "ピープルピースをすべてのモニュメントより先に置くか、先手の最初のモニュメントの後に置くか。",
    ),
};

/// The options in the form that the rules use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Choices {
    /// The mover may decline a removal.
    pub(crate) optional_removal: bool,
    /// Regions of more than half the board can be claimed.
    pub(crate) outside_counts: bool,
    /// A seat that can place a monument may pass.
    pub(crate) free_passing: bool,
    /// The People Piece is placed after the first monument.
    pub(crate) people_after_first: bool,
    /// Who positions the People Piece, and so moves second.
    pub(crate) people: Seat,
}

impl Choices {
    pub(crate) fn new(options: &Options) -> Choices {
        Choices {
            optional_removal: options.get("removal") == "optional",
            outside_counts: options.get("outside") == "counts",
            free_passing: options.get("passing") == "free",
            people_after_first: options.get("setup") == "after-first",
            people: if options.get("people") == "dark" { DARK } else { LIGHT },
        }
    }

    /// A number that tells the options apart.
    pub(crate) fn number(self) -> u64 {
        let bits = [
            self.optional_removal,
            self.outside_counts,
            self.free_passing,
            self.people_after_first,
            self.people == DARK,
        ];
        bits.iter().fold(0, |number, &bit| number << 1 | u64::from(bit))
    }
}
