//! What the game says of itself.

use sarsen_core::{GameSpec, OptionSpec, Phrase, RulesText, Values, Variant};

/// The description of Stonehenge.
pub static SPEC: GameSpec = GameSpec {
    id: "stonehenge",
    name: Phrase::new("Stonehenge", "Stonehenge", "ストーンヘンジ"),
    about: Phrase::new(
        "Place druids on the crossings, dominate lines of light, and be the first to raise eight megaliths.",
        "Posez vos druides aux croisements, dominez les lignes de lumière et dressez le premier vos huit mégalithes.",
        "交点にドルイドを置いて光のラインを支配し、先に8つのメガリスを立てた方が勝ちです。",
    ),
    seats: 2..=2,
    options: &[
        OptionSpec {
            name: "claims",
            values: Values::Words(&["auto", "manual"]),
            default: "auto",
            about: Phrase::new(
                "Whether megaliths are placed by themselves or by the players, who may forget one.",
                "Les mégalithes se posent d'eux-mêmes, ou par les joueurs, qui peuvent en oublier.",
                "メガリスを自動で置くか、プレイヤーが自分で置くか（置き忘れもあります）。",
            ),
        },
        OptionSpec {
            name: "druids",
            values: Values::Words(&["open", "hidden"]),
            default: "open",
            about: Phrase::new(
                "Whether druids show their values, or lie face down until a line is full.",
                "Les druides montrent leur valeur, ou restent face cachée jusqu'à ce qu'une ligne soit pleine.",
                "ドルイドの値を見せて置くか、ラインが埋まるまで伏せておくか。",
            ),
        },
    ],
    variants: &[
        Variant {
            id: "face-down",
            name: Phrase::new("Face down", "Face cachée", "伏せ札"),
            options: &[("druids", "hidden")],
        },
        Variant {
            id: "by-hand",
            name: Phrase::new("Claims by hand", "Mégalithes à la main", "手動の宣言"),
            options: &[("claims", "manual")],
        },
    ],
    rules: RulesText {
        en: include_str!("../rules/en.md"),
        fr: include_str!("../rules/fr.md"),
        ja: include_str!("../rules/ja.md"),
    },
};
