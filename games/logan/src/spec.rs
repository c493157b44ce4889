//! The game's description of itself, and its options in the form that the rules use.

use sarsen_core::{
    GameSpec, MatchSpec, OptionSpec, Options, Phrase, Scoring, Values, Variant, Word, rules_text,
};
use serde::Serialize;

use crate::stone::Bag;

/// The description of Logan Stones.
pub static SPEC: GameSpec = GameSpec {
    id: "logan",
    name: Phrase::new("Logan Stones", "Logan Stones", "ローガンストーン"),
    about: Phrase::new(
        "Build an island of two-faced stones, flip what you beat, and make a row of four.",
        "Bâtissez une île de galets à deux faces, retournez ce que vous battez et alignez‑en quatre.",
        "両面の石で島を作り、負けた石を裏返し、同じ印を四つ並べるゲームです。",
    ),
    score: None,
    seats: 2..=2,
    options: &[
        OptionSpec {
            name: "stones",
            label: Phrase::new("Stones", "Galets", "石"),
            values: Values::Words(&[
                Word::new(
                    "distinct",
                    "two different faces",
                    "deux faces différentes",
                    "表裏が異なる",
                ),
                Word::new("doubles", "half are doubles", "moitié de doubles", "半分は表裏が同じ"),
            ]),
            default: "distinct",
            about: Phrase::new(
                "Which stones are in the bag: two different symbols on each, or half of them with the same symbol twice.",
                "Les galets du sac : deux symboles différents sur chacun, ou la moitié avec deux fois le même.",
                "袋の石の種類。すべて表裏が異なる印か、半分は表裏が同じ印か。",
            ),
        },
        OptionSpec {
            name: "backs",
            label: Phrase::new("Backs in a hand", "Dos des galets en main", "手元の石の裏"),
            values: Values::Words(&[
                Word::new(
                    "owner",
                    "seen by their owner",
                    "vus par leur propriétaire",
                    "持ち主だけが見る",
                ),
                Word::new("nobody", "seen by nobody", "vus par personne", "誰も見ない"),
                Word::new(
                    "open",
                    "all backs are open",
                    "tous les dos visibles",
                    "すべての裏を公開",
                ),
            ]),
            default: "owner",
            about: Phrase::new(
                "Who may look at the backs of the stones in a hand: its owner, nobody, or everybody at all backs.",
                "Qui peut regarder le dos des galets d’une main : son propriétaire, personne, ou tous, et tous les dos.",
                "手元の石の裏を見てよい人。持ち主だけか、誰も見られないか、全員がすべての裏を見られるか。",
            ),
        },
        OptionSpec {
            name: "adding",
            label: Phrase::new("Adding a stone", "Ajouter un galet", "石の加え方"),
            values: Values::Words(&[
                Word::new("either", "either face up", "face au choix", "どちらの面でもよい"),
                Word::new(
                    "shown",
                    "only the shown face",
                    "seulement la face visible",
                    "見せている面だけ",
                ),
            ]),
            default: "either",
            about: Phrase::new(
                "Whether a stone may be added with either face up or only with the face that it shows.",
                "Un galet s’ajoute sur la face de son choix, ou seulement tel qu’il est montré.",
                "石を加えるとき、どちらの面を上にしてもよいか、見せている面だけか。",
            ),
        },
        OptionSpec {
            name: "repetition",
            label: Phrase::new("Repetition", "Répétition", "同じ局面の繰り返し"),
            values: Values::Words(&[
                Word::new(
                    "draw",
                    "third time is a draw",
                    "partie nulle à la troisième",
                    "3回目で引き分け",
                ),
                Word::new("off", "no effect", "sans effet", "影響なし"),
            ]),
            default: "draw",
            about: Phrase::new(
                "Whether the same position for the third time is a draw.",
                "Si la même position pour la troisième fois fait partie nulle.",
                "同じ局面が三回現れたら引き分けとするかどうか。",
            ),
        },
        OptionSpec {
            name: "limit",
            label: Phrase::new("Turn limit", "Limite de tours", "手番数の上限"),
            values: Values::Number { min: 1, max: 9999, off: true },
            default: "100",
            about: Phrase::new(
                "After how many turns of the second phase, both players together, the game is a draw.",
                "Après combien de tours de la seconde phase, les deux joueurs ensemble, la partie est nulle.",
                "第二段階で両者合わせて何手番を過ぎたら引き分けとするか。",
            ),
        },
        OptionSpec {
            name: "memory",
            label: Phrase::new("Memory", "Mémoire", "記憶"),
            values: Values::Words(&[
                Word::new("none", "from memory", "de mémoire", "覚えておく"),
                Word::new("aid", "memory aid", "aide-mémoire", "記憶の補助"),
            ]),
            default: "none",
            about: Phrase::new(
                "Whether the table reminds each player of the faces that they have seen and what follows by counting.",
                "Si la table rappelle à chacun les faces qu’il a vues et ce qui s’en déduit en comptant.",
                "見たことのある面と、数えれば分かることを、場が各プレイヤーに示すかどうか。",
            ),
        },
    ],
    variants: &[
        Variant {
            id: "open",
            name: Phrase::new("Open stones", "Galets ouverts", "公開の石"),
            options: &[("backs", "open")],
        },
        Variant {
            id: "aided",
            name: Phrase::new("With an aid to memory", "Avec aide-mémoire", "記憶の助けつき"),
            options: &[("memory", "aid")],
        },
        Variant {
            id: "blind",
            name: Phrase::new("Blind stones", "Galets aveugles", "見えない裏"),
            options: &[("backs", "nobody")],
        },
    ],
    scoring: Scoring::None,
    matches: MatchSpec::MOST_WINS,
    rules: rules_text!("../rules"),
    measurements: &[],
};

/// L3: who may look at the backs of the stones in a hand.
///
/// ```
/// use sarsen_core::{Options, Rules, Viewer, Views};
/// use sarsen_logan::{Backs, Logan};
///
/// let game = Logan::start(&Options::defaults(Logan::SPEC));
/// assert_eq!(game.view(Viewer::Public).backs, Backs::Owner);
/// ```
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts"))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Backs {
    /// The owner.
    Owner,
    /// Nobody.
    Nobody,
    /// Everybody, and all other backs too.
    Open,
}

/// The options in the form that the rules use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Config {
    pub(crate) bag: Bag,
    pub(crate) backs: Backs,
    /// L5: either face may be placed up.
    pub(crate) either: bool,
    /// L13: the third occurrence is a draw.
    pub(crate) repetition: bool,
    /// L13: the limit of turns in the second phase.
    pub(crate) limit: Option<u32>,
    /// L14: the table reminds each seat of what it has seen.
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
