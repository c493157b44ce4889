//! The game's description of itself and its options in the form that the rules use.

use sarsen_core::{GameSpec, OptionSpec, Options, Phrase, RulesText, Values, Variant};
use serde::Serialize;

use crate::stone::Bag;

/// Logan Stones as outer layers know it.
pub static SPEC: GameSpec = GameSpec {
    id: "logan",
    name: Phrase::new("Logan Stones", "Logan Stones", "ローガンストーン"),
    about: Phrase::new(
        "Build an island of two-faced stones, flip what you beat, and make a row of four.",
        "Bâtissez une île de pierres à deux faces, retournez ce que vous battez et alignez-en quatre.",
        "両面の石で島を作り、勝った相手を裏返し、同じ印を四つ並べるゲームです。",
    ),
    seats: 2..=2,
    options: &[
        OptionSpec {
            name: "stones",
            values: Values::Words(&["distinct", "doubles"]),
            default: "distinct",
            about: Phrase::new(
                "Which stones are in the bag: two different symbols on each, or half of them with the same symbol twice.",
                "Les pierres du sac : deux symboles différents sur chacune, ou la moitié avec deux fois le même.",
                "袋の石の種類。すべて表裏が異なる印か、半分は表裏が同じ印か。",
            ),
        },
        OptionSpec {
            name: "backs",
            values: Values::Words(&["owner", "nobody", "open"]),
            default: "owner",
            about: Phrase::new(
                "Who may look at the backs of the stones in a hand: its owner, nobody, or everybody at all backs.",
                "Qui peut regarder le dos des pierres d'une main : son propriétaire, personne, ou tous, et tous les dos.",
                "手元の石の裏を見てよい人。持ち主だけか、誰も見られないか、全員がすべての裏を見られるか。",
            ),
        },
        OptionSpec {
            name: "adding",
            values: Values::Words(&["either", "shown"]),
            default: "either",
            about: Phrase::new(
                "Whether a stone may be added with either face up or only with the face that it shows.",
                "Une pierre s'ajoute sur la face de son choix, ou seulement telle qu'elle est montrée.",
                "石を加えるとき、どちらの面を上にしてもよいか、見せている面だけか。",
            ),
        },
        OptionSpec {
            name: "repetition",
            values: Values::Words(&["draw", "off"]),
            default: "draw",
            about: Phrase::new(
                "Whether the same position for the third time is a draw.",
                "Si la même position pour la troisième fois fait partie nulle.",
                "同じ局面が三回現れたら引き分けとするかどうか。",
            ),
        },
        OptionSpec {
            name: "limit",
            values: Values::Number { min: 1, max: 9999, off: true },
            default: "100",
            about: Phrase::new(
                "After how many turns of the second phase, both seats together, the game is a draw.",
                "Après combien de tours de la seconde phase, les deux joueurs ensemble, la partie est nulle.",
                "第二段階で両者合わせて何手番を過ぎたら引き分けとするか。",
            ),
        },
        OptionSpec {
            name: "memory",
            values: Values::Words(&["none", "aid"]),
            default: "none",
            about: Phrase::new(
                "Whether the table reminds each seat of the faces that it has seen and what follows by counting.",
                "Si la table rappelle à chacun les faces qu'il a vues et ce qui s'en déduit en comptant.",
                "見たことのある面と、数えれば分かることを、場が各席に示すかどうか。",
            ),
        },
    ],
    variants: &[
        Variant {
            id: "open",
            name: Phrase::new("Open stones", "Pierres ouvertes", "公開の石"),
            options: &[("backs", "open")],
        },
        Variant {
            id: "aided",
            name: Phrase::new("With an aid to memory", "Avec aide-mémoire", "記憶の助けつき"),
            options: &[("memory", "aid")],
        },
        Variant {
            id: "blind",
            name: Phrase::new("Blind stones", "Pierres aveugles", "見えない裏"),
            options: &[("backs", "nobody")],
        },
    ],
    rules: RulesText {
        en: include_str!("../rules/en.md"),
        fr: include_str!("../rules/fr.md"),
        ja: include_str!("../rules/ja.md"),
    },
};

/// L3: who may look at the backs of the stones in a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Backs {
    /// The one who holds them.
    Owner,
    /// Nobody.
    Nobody,
    /// Everybody; and at all other backs too.
    Open,
}

/// The options in the form that the rules use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Config {
    pub(crate) bag: Bag,
    pub(crate) backs: Backs,
    /// L5: either face may be laid up.
    pub(crate) either: bool,
    /// L13: the third time is a draw.
    pub(crate) repetition: bool,
    /// L13: the turns of the second phase.
    pub(crate) limit: Option<u32>,
    /// L14: the table reminds.
    pub(crate) aid: bool,
}

impl Config {
    pub(crate) fn new(options: &Options) -> Config {
        Config {
            bag: if options.get("stones") == "doubles" { Bag::Doubles } else { Bag::Distinct },
            backs: match options.get("backs") {
                "nobody" => Backs::Nobody,
                "open" => Backs::Open,
                _ => Backs::Owner,
            },
            either: options.get("adding") == "either",
            repetition: options.get("repetition") == "draw",
            limit: options.number("limit"),
            aid: options.get("memory") == "aid",
        }
    }
}
