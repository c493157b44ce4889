//! The game's description of itself.

use sarsen_core::{
    Counted, GameSpec, MatchSpec, Measurement, OptionSpec, Phrase, Scoring, Values, Variant, Word,
    rules_text,
};

use crate::hands;

/// The description of Stonehenge and the Sun.
pub static SPEC: GameSpec = GameSpec {
    id: "sun",
    name: Phrase::new("Stonehenge and the Sun", "Stonehenge et le Soleil", "ストーンヘンジと太陽"),
    about: Phrase::new(
        "Raise a ring of stones, then swing the sun through it on its string without knocking any of them down.",
        "Dressez un anneau de pierres, puis balancez le soleil à travers, au bout de son fil, sans en renverser aucune.",
        "石の輪を築き、糸に吊るした太陽を、石を倒さないように振って通すゲームです。",
    ),
    score: Some(Counted {
        one: Phrase::new("minus stone", "pierre de pénalité", "失点の石"),
        many: Phrase::new("minus stones", "pierres de pénalité", "失点の石"),
    }),
    seats: 2..=4,
    options: &[
        OptionSpec {
            name: "seats",
            label: Phrase::new("Players", "Joueurs", "プレイヤー数"),
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
            label: Phrase::new("Stones in the stock", "Pierres en réserve", "ストックの石"),
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
            label: Phrase::new("Trembling hand", "Main qui tremble", "手の震え"),
            values: Values::Words(&[
                Word::new("off", "none", "aucun tremblement", "なし"),
                Word::new("steady", "steady", "très sûre", "とても正確"),
                Word::new("sure", "sure", "sûre", "正確"),
                Word::new("fair", "fair", "moyenne", "普通"),
                Word::new("loose", "loose", "hésitante", "やや不安定"),
                Word::new("shaky", "shaky", "tremblante", "不安定"),
            ]),
            default: "off",
            about: Phrase::new(
                "Whether the hand that lets go of the ball trembles, and how much.",
                "Si la main qui lâche la bille tremble, et à quel point.",
                "太陽（鉄球）を放す手が震えるかどうかと、その大きさです。",
            ),
        },
        OptionSpec {
            name: "touch",
            label: Phrase::new("Touched stones", "Pierres touchées", "触れた石"),
            values: Values::Words(&[
                Word::new("off", "cost nothing", "ne coûtent rien", "失点なし"),
                Word::new("counts", "cost a point", "coûtent un point", "1点の失点"),
            ]),
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
    scoring: Scoring::LowIsGood,
    matches: MatchSpec::MOST_WINS,
    rules: rules_text!("../rules"),
    measurements: &[Measurement {
        name: "sun-hands",
        about: "How often each level of tremor passes a gap of 45 to 80 mm in `sun`",
        table: |throws, seed| hands::table(throws, seed).to_string(),
    }],
};
