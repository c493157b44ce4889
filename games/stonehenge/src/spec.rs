//! The game's description of itself.

use sarsen_core::{
    Counted, GameSpec, MatchRule, MatchSpec, OptionSpec, Phrase, Scoring, Values, Variant, Word,
    rules_text,
};

/// The description of Stonehenge.
pub static SPEC: GameSpec = GameSpec {
    id: "stonehenge",
    name: Phrase::new("Stonehenge", "Stonehenge", "ストーンヘンジ"),
    about: Phrase::new(
        "Place druids on the crossings, dominate lines of light, and be the first to raise eight megaliths.",
        "Posez vos druides aux intersections, dominez les lignes de lumière et dressez le premier vos huit mégalithes.",
        "交点にドルイドを置いて光のラインを支配し、先に8つのメガリスを立てた方が勝ちです。",
    ),
    score: Some(Counted {
        one: Phrase::new("megalith left", "mégalithe restant", "残りメガリス"),
        many: Phrase::new("megaliths left", "mégalithes restants", "残りメガリス"),
    }),
    seats: 2..=2,
    options: &[
        OptionSpec {
            name: "claims",
            label: Phrase::new("Megaliths", "Mégalithes", "メガリスの配置"),
            values: Values::Words(&[
                Word::new("auto", "placed automatically", "posés automatiquement", "自動で置く"),
                Word::new("manual", "placed by hand", "posés à la main", "自分で置く"),
            ]),
            default: "auto",
            about: Phrase::new(
                "Whether megaliths are placed automatically or by the players, who may forget one.",
                "Les mégalithes sont posés automatiquement, ou par les joueurs, qui peuvent en oublier.",
                "メガリスを自動で置くか、プレイヤーが自分で置くか（置き忘れもあります）。",
            ),
        },
        OptionSpec {
            name: "druids",
            label: Phrase::new("Druids", "Druides", "ドルイド"),
            values: Values::Words(&[
                Word::new("open", "face up", "face visible", "表向き"),
                Word::new("hidden", "face down", "face cachée", "伏せ駒"),
            ]),
            default: "open",
            about: Phrase::new(
                "Whether druids show their values, or lie face down until a line is full.",
                "Les druides montrent leur valeur, ou restent face cachée jusqu’à ce qu’une ligne soit pleine.",
                "ドルイドの値を見せて置くか、ラインが埋まるまで伏せておくか。",
            ),
        },
    ],
    variants: &[
        Variant {
            id: "face-down",
            name: Phrase::new("Face down", "Face cachée", "伏せ駒"),
            options: &[("druids", "hidden")],
        },
        Variant {
            id: "by-hand",
            name: Phrase::new("Claims by hand", "Mégalithes à la main", "手動でメガリスを置く"),
            options: &[("claims", "manual")],
        },
    ],
    scoring: Scoring::LowIsGood,
    // K10: the loser of each game scores, and the seats swap.
    matches: MatchSpec {
        rule: MatchRule::LoserScores,
        about: &Phrase::new(
            "The loser of each game scores its megaliths left. The lowest total wins the match.",
            "Le perdant de chaque partie compte ses mégalithes restants. Le total le plus bas gagne le match.",
            "各ゲームの敗者は、残ったメガリスの数が失点になります。合計の少ない方がマッチの勝者です。",
        ),
        ..MatchSpec::MOST_WINS
    },
    rules: rules_text!("../rules"),
    measurements: &[],
};
