//! The game's description of itself, and its options in the form that the rules use.

use sarsen_core::{
    Counted, GameSpec, MatchSpec, OptionSpec, Options, Phrase, Scoring, Values, Variant, Word,
    rules_text,
};

/// The options in the form that the rules use.
///
/// ```
/// use sarsen_core::{Options, Rules};
/// use sarsen_holes::{Holes, Ruleset};
///
/// let mut options = Options::defaults(Holes::SPEC);
/// assert_eq!(Ruleset::new(&options), Ruleset::DEFAULT);
/// options.set("pieces", "3")?;
/// assert_eq!(Ruleset::new(&options), Ruleset::with_pieces(3));
/// # Ok::<(), sarsen_core::OptionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ruleset {
    /// The number of pieces per seat, from 1 to 5 (H14).
    pub pieces: u8,
    /// Whether a recovery takes back one piece instead of all (H11).
    pub recover_one: bool,
    /// Whether the long warp line passes the nefer hole beside it (H7).
    pub warp_passes_nefer: bool,
}

impl Ruleset {
    /// The default rules.
    pub const DEFAULT: Ruleset =
        Ruleset { pieces: 5, recover_one: false, warp_passes_nefer: false };

    /// The default rules with fewer pieces.
    pub const fn with_pieces(pieces: u8) -> Ruleset {
        Ruleset { pieces, ..Ruleset::DEFAULT }
    }

    /// The rules that these options choose.
    pub fn new(options: &Options) -> Ruleset {
        Ruleset {
            pieces: options.number("pieces").map_or(5, |pieces| pieces as u8),
            recover_one: options.get("recover") == "one",
            warp_passes_nefer: options.get("warp-passes-nefer") == "yes",
        }
    }
}

/// The game's description of itself.
pub const SPEC: &GameSpec = &GameSpec {
    id: "holes",
    name: Phrase::new("58 Holes", "58 trous", "58ホール"),
    about: Phrase::new(
        "Hounds race jackals around a palm tree, four sticks give the pace, and every arrival takes \
         a piece from the other side.",
        "Les chiens courent contre les chacals autour d’un palmier ; quatre bâtonnets donnent \
         l’allure, et chaque arrivée prend un pion à l’adversaire.",
        "ヤシの木のまわりで猟犬とジャッカルが競走します。進む数は4本の賽棒で決まり、ゴールするたびに相手の駒を1つ取り除きます。",
    ),
    score: Some(Counted {
        one: Phrase::new("piece left", "pion restant", "残り駒"),
        many: Phrase::new("pieces left", "pions restants", "残り駒"),
    }),
    seats: 2..=2,
    options: &[
        OptionSpec {
            name: "recover",
            label: Phrase::new("Recovery", "Récupération", "駒の回収"),
            values: Values::Words(&[
                Word::new("all", "all pieces", "tous les pions", "すべての駒"),
                Word::new("one", "one piece", "un seul pion", "1つの駒"),
            ]),
            default: "all",
            about: Phrase::new(
                "How many pieces a thrown 1 brings back from the Shen hole.",
                "Combien de pions un 1 ramène du trou Shen.",
                "1が出たとき、シェンホールから手元に戻せる駒の数。",
            ),
        },
        OptionSpec {
            name: "warp-passes-nefer",
            label: Phrase::new("Warp past hole 15", "Passage devant le trou 15", "15番の通過"),
            values: Values::Words(&[
                Word::new("no", "passes beside it", "passe à côté", "通過とみなさない"),
                Word::new("yes", "counts as passing", "compte comme passage", "通過とみなす"),
            ]),
            default: "no",
            about: Phrase::new(
                "Whether a piece that follows the line between 6 and 20 passes the nefer hole 15.",
                "Si un pion qui suit la ligne entre 6 et 20 passe le trou Nefer 15.",
                "6番と20番を結ぶ線で移動した駒が、15番のネファーホールを通過したとみなすかどうか。",
            ),
        },
        OptionSpec {
            name: "pieces",
            label: Phrase::new("Pieces", "Pions", "駒の数"),
            values: Values::Number { min: 1, max: 5, off: false },
            default: "5",
            about: Phrase::new(
                "How many pieces each player has.",
                "Combien de pions a chaque camp.",
                "それぞれが持つ駒の数。",
            ),
        },
    ],
    variants: &[Variant {
        id: "short",
        name: Phrase::new("Short game", "Partie courte", "短いゲーム"),
        options: &[("pieces", "3")],
    }],
    scoring: Scoring::HighIsGood,
    matches: MatchSpec::MOST_WINS,
    rules: rules_text!("../rules"),
    measurements: &[],
};
