//! What the game says of itself.

use sarsen_core::{GameSpec, OptionSpec, Phrase, RulesText, Values, Variant};

/// The description of Stonehenge and the Sun.
pub static SPEC: GameSpec = GameSpec {
    id: "sun",
    name: Phrase::new("Stonehenge and the Sun", "Stonehenge et le Soleil", "ストーンヘンジと太陽"),
    about: Phrase::new(
        "Raise a ring of stones, then swing the sun through it on its string without knocking any of them down.",
        "Dressez un cercle de pierres, puis faites-y passer le soleil au bout de son fil sans en renverser.",
        "石の輪を築き、糸に吊るした太陽を、石を倒さないように振って通すゲームです。",
    ),
    seats: 2..=4,
    options: &[
        OptionSpec {
            name: "seats",
            values: Values::Number { min: 2, max: 4, off: false },
            default: "2",
            about: Phrase::new(
                "How many people play.",
                "Le nombre de joueurs.",
                "プレイヤーの人数です。",
            ),
        },
        OptionSpec {
            name: "stones",
            values: Values::Number { min: 12, max: 36, off: false },
            default: "24",
            about: Phrase::new(
                "How many stones lie in the stock at the start: fewer make a shorter game.",
                "Le nombre de pierres dans la réserve au départ : moins il y en a, plus la partie est courte.",
                "最初にストックに置く石の数です。少ないほど短いゲームになります。",
            ),
        },
        OptionSpec {
            name: "tremor",
            values: Values::Words(&["off", "steady", "sure", "fair", "loose", "shaky"]),
            default: "off",
            about: Phrase::new(
                "Whether the hand that lets go of the ball trembles, and how much.",
                "Si la main qui lâche la boule tremble, et à quel point.",
                "球を放す手が震えるかどうかと、その大きさです。",
            ),
        },
        OptionSpec {
            name: "touch",
            values: Values::Words(&["off", "counts"]),
            default: "off",
            about: Phrase::new(
                "Whether a stone that is only touched costs a point too; it stays where it stands.",
                "Si une pierre seulement touchée coûte aussi un point ; elle reste en place.",
                "倒れなくても、触れただけの石を1点の失点と数えるかどうかです。石はそのまま残ります。",
            ),
        },
    ],
    variants: &[
        Variant {
            id: "short",
            name: Phrase::new("Short game", "Partie courte", "短いゲーム"),
            options: &[("stones", "12")],
        },
        Variant {
            id: "no-touching",
            name: Phrase::new("No touching", "Sans toucher", "触れたら失点"),
            options: &[("touch", "counts")],
        },
    ],
    rules: RulesText {
        en: include_str!("../rules/en.md"),
        fr: include_str!("../rules/fr.md"),
        ja: include_str!("../rules/ja.md"),
    },
};
