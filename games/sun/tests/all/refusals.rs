//! The reasons given for illegal actions.

use crate::common::{play_all, refusal, scene};

/// A scene, the actions played in it, the refused action, and the reason.
const REFUSALS: [(&str, &str, &str, &str); 11] = [
    ("cross", "", "b5@2710", "Stone 5 would overlap stone 4 there."),
    ("pair", "", "b6^10", "Stone 10 is on the second storey: a third is not allowed."),
    ("pair", "", "g20=1,5", "Stone 20 is in the stock: a lintel comes from the base."),
    ("gate", "", "g2=3,14", "Stone 2 belongs to a gate and stays there."),
    (
        "cross",
        "b5@250",
        "m@125",
        "That area is not open: the ball needs 45 mm and no lintel above.",
    ),
    ("cross", "b5^3", "m@2250", "That is the area of player 2."),
    ("cross", "b5^1", "m@450", "The marker must move to another area."),
    (
        "cross",
        "b5@450 m@250",
        "t3000,1000,0,0",
        "Let go further out: at least 170 mm from the base.",
    ),
    (
        "cross",
        "b5@450 m@250",
        "t1300,3130,0,0",
        "The ball's way does not lead through your marker area, neither on the near side nor on the far side.",
    ),
    (
        "cross",
        "b5@450 m@250",
        "t3130,1300,-350,840",
        "The ball would go around the base: its way has to lead across it.",
    ),
    (
        "cross",
        "b5@450 m@250",
        "t3130,1300,-80,190",
        "The ball would pass the centre at 78 mm: at most 60 are allowed. Give it less speed sideways.",
    ),
];

#[test]
fn a_refusal_says_why() {
    for (name, played, action, said) in REFUSALS {
        let mut state = scene(name);
        play_all(&mut state, played);
        assert_eq!(refusal(&state, action), said, "`{action}` in {name}");
    }
}
