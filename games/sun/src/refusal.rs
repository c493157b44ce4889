//! Why an action is refused, in the players' languages.

use sarsen_core::{Illegal, Phrase, phrase};

use crate::pieces::StoneId;

pub(crate) fn wrong_part(expected: Phrase) -> Illegal {
    let Phrase { en, fr, ja } = expected;
    Illegal::new("S2", phrase!("Now you {en}.", "À présent, il faut {fr}.", "今は{ja}番です。"))
}

pub(crate) fn not_in_this_game(stone: StoneId, stones: u8) -> Illegal {
    Illegal::new(
        "S20",
        phrase!(
            "There is no stone {stone}: this game is played with {stones}.",
            "Il n’y a pas de pierre {stone} : cette partie se joue avec {stones} pierres.",
            "石{stone}はありません。このゲームで使う石は{stones}個です。"
        ),
    )
}

pub(crate) fn not_in_stock(stone: StoneId) -> Illegal {
    Illegal::new(
        "S3",
        phrase!(
            "Stone {stone} is not in the stock.",
            "La pierre {stone} n’est pas dans la réserve.",
            "石{stone}はストックにありません。"
        ),
    )
}

pub(crate) fn touches(stone: StoneId, other: StoneId) -> Illegal {
    Illegal::new(
        "S3",
        phrase!(
            "Stone {stone} would overlap stone {other} there.",
            "À cet endroit, la pierre {stone} chevaucherait la pierre {other}.",
            "そこでは石{stone}が石{other}と重なってしまいます。"
        ),
    )
}

pub(crate) fn not_standing(stone: StoneId) -> Illegal {
    Illegal::new(
        "S3",
        phrase!(
            "Stone {stone} would not stay standing there.",
            "La pierre {stone} ne tiendrait pas debout à cet endroit.",
            "石{stone}はそこでは立っていられません。"
        ),
    )
}

pub(crate) fn not_on_base(stone: StoneId) -> Illegal {
    Illegal::new(
        "S3",
        phrase!(
            "Stone {stone} is not standing on the base.",
            "La pierre {stone} n’est pas debout sur le socle.",
            "石{stone}は土台の上に立っていません。"
        ),
    )
}

pub(crate) fn carries(below: StoneId, upper: StoneId) -> Illegal {
    Illegal::new(
        "S3",
        phrase!(
            "Stone {below} already carries stone {upper}.",
            "La pierre {below} porte déjà la pierre {upper}.",
            "石{below}の上にはすでに石{upper}が載っています。"
        ),
    )
}

pub(crate) fn third_storey(on: StoneId) -> Illegal {
    Illegal::new(
        "S4",
        phrase!(
            "Stone {on} is on the second storey: a third is not allowed.",
            "La pierre {on} est au deuxième étage : un troisième est interdit.",
            "石{on}は2段目です。3段目を積むことはできません。"
        ),
    )
}

pub(crate) fn on_a_gate(on: StoneId) -> Illegal {
    Illegal::new(
        "S4",
        phrase!(
            "Stone {on} belongs to a gate: nothing is built on it.",
            "La pierre {on} fait partie d’une porte : on ne construit rien dessus.",
            "石{on}はゲートの一部です。その上には何も積めません。"
        ),
    )
}

pub(crate) fn under_a_lintel(lintel: StoneId) -> Illegal {
    Illegal::new(
        "S4",
        phrase!(
            "Nothing is built in a gate, under its lintel {lintel}.",
            "On ne construit rien dans une porte, sous son linteau {lintel}.",
            "ゲートの中（石{lintel}の下）には何も立てられません。"
        ),
    )
}

pub(crate) fn leaves_no_area() -> Illegal {
    Illegal::new(
        "S17",
        Phrase::new(
            "After this build there would be no open, free area beside the stone for your marker.",
            "Après cette construction, votre marqueur n’aurait aucune zone ouverte et libre à côté de la pierre.",
            "そこに立てると、マーカーを移せる、開いていて空いたエリアが石の隣になくなります。",
        ),
    )
}

pub(crate) fn gate_from_stock(stone: StoneId) -> Illegal {
    Illegal::new(
        "S6",
        phrase!(
            "Stone {stone} is in the stock: a lintel comes from the base.",
            "La pierre {stone} est dans la réserve : un linteau se prend sur le socle.",
            "石{stone}はストックの石です。ゲートのまぐさ石は土台の上から取ります。"
        ),
    )
}

pub(crate) fn part_of_a_gate(stone: StoneId) -> Illegal {
    Illegal::new(
        "S7",
        phrase!(
            "Stone {stone} belongs to a gate and stays there.",
            "La pierre {stone} fait partie d’une porte et y reste.",
            "石{stone}はゲートの一部なので動かせません。"
        ),
    )
}

pub(crate) fn lintel_carries(stone: StoneId, upper: StoneId) -> Illegal {
    Illegal::new(
        "S5",
        phrase!(
            "Stone {stone} carries stone {upper}: it cannot be taken for a gate.",
            "La pierre {stone} porte la pierre {upper} : on ne peut pas la prendre pour une porte.",
            "石{stone}には石{upper}が載っているので、ゲートには使えません。"
        ),
    )
}

pub(crate) fn bad_upright(stone: StoneId) -> Illegal {
    Illegal::new(
        "S5",
        phrase!(
            "Stone {stone} cannot carry a lintel: it must stand on the base, carry nothing and belong to no gate.",
            "La pierre {stone} ne peut pas porter de linteau : elle doit être debout sur le socle, ne rien porter et n’appartenir à aucune porte.",
            "石{stone}にはまぐさ石を載せられません。土台に立ち、何も載せず、ゲートに属さない石でなければなりません。"
        ),
    )
}

pub(crate) fn not_neighbours(left: StoneId, right: StoneId) -> Illegal {
    Illegal::new(
        "S5",
        phrase!(
            "Stones {left} and {right} are not neighbours on the ring.",
            "Les pierres {left} et {right} ne sont pas voisines sur l’anneau.",
            "石{left}と石{right}は輪の上で隣り合っていません。"
        ),
    )
}

pub(crate) fn too_short(stone: StoneId) -> Illegal {
    Illegal::new(
        "S5",
        phrase!(
            "Stone {stone} does not reach 5 mm onto both stones.",
            "La pierre {stone} ne repose pas d’au moins 5 mm sur chacune des deux pierres.",
            "石{stone}は両方の石に5mm以上かかりません。"
        ),
    )
}

pub(crate) fn lintel_touches(stone: StoneId, other: StoneId) -> Illegal {
    Illegal::new(
        "S5",
        phrase!(
            "As a lintel stone {stone} would touch stone {other}.",
            "Posée en linteau, la pierre {stone} toucherait la pierre {other}.",
            "まぐさ石にすると石{stone}が石{other}に触れてしまいます。"
        ),
    )
}

pub(crate) fn lintel_slides(stone: StoneId) -> Illegal {
    Illegal::new(
        "S5",
        phrase!(
            "Stone {stone} does not lie still and level on these two.",
            "La pierre {stone} ne reste pas posée à plat sur ces deux-là.",
            "石{stone}はその2つの上で水平に静止しません。"
        ),
    )
}

pub(crate) fn spans_own_area() -> Illegal {
    Illegal::new(
        "S10",
        Phrase::new(
            "The gate would close your own marker area.",
            "La porte fermerait votre propre zone.",
            "そのゲートは自分のマーカーエリアをふさいでしまいます。",
        ),
    )
}

pub(crate) fn joins_areas(stone: StoneId) -> Illegal {
    Illegal::new(
        "S10",
        phrase!(
            "Taking stone {stone} away would join the areas of two players.",
            "Retirer la pierre {stone} réunirait les zones de deux joueurs.",
            "石{stone}を取ると、2人のマーカーエリアがつながってしまいます。"
        ),
    )
}

pub(crate) fn closed_by_another() -> Illegal {
    Illegal::new(
        "S11",
        Phrase::new(
            "Another player's gate closed your area: build a stone and move your marker first.",
            "La porte d’un autre joueur a fermé votre zone : posez d’abord une pierre et déplacez votre marqueur.",
            "他のプレイヤーのゲートでエリアが閉じられました。まず石を立ててマーカーを動かしてください。",
        ),
    )
}

pub(crate) fn first_turn() -> Illegal {
    Illegal::new(
        "S12",
        Phrase::new(
            "In your first turn you build a stone: no gate yet.",
            "À votre premier tour, vous posez une pierre : pas encore de porte.",
            "最初の手番では石を立てます。ゲートはまだ作れません。",
        ),
    )
}

pub(crate) fn between_no_stones() -> Illegal {
    Illegal::new(
        "S8",
        Phrase::new(
            "The marker must stand in front of a gap, not of a stone.",
            "Le marqueur doit se trouver devant un passage, pas devant une pierre.",
            "マーカーは石の前ではなく、すき間の前に置きます。",
        ),
    )
}

pub(crate) fn not_beside(corner: StoneId) -> Illegal {
    Illegal::new(
        "S8",
        phrase!(
            "The new area must have stone {corner} at one of its ends.",
            "La nouvelle zone doit avoir la pierre {corner} à l’une de ses extrémités.",
            "新しいエリアは片側が石{corner}でなければなりません。"
        ),
    )
}

pub(crate) fn same_area() -> Illegal {
    Illegal::new(
        "S8",
        Phrase::new(
            "The marker must move to another area.",
            "Le marqueur doit changer de zone.",
            "マーカーは別のエリアに移さなければなりません。",
        ),
    )
}

pub(crate) fn taken_area(seat: sarsen_core::Seat) -> Illegal {
    Illegal::new(
        "S9",
        phrase!(
            "That is the area of player {seat}.",
            "C’est la zone du joueur {seat}.",
            "そこはプレイヤー{seat}のエリアです。"
        ),
    )
}

pub(crate) fn not_open() -> Illegal {
    Illegal::new(
        "S9",
        Phrase::new(
            "That area is not open: the ball needs 45 mm and no lintel above.",
            "Cette zone n’est pas ouverte : il faut 45 mm pour la bille, et pas de linteau au-dessus.",
            "そのエリアは開いていません。太陽（鉄球）が通るには45mmの幅が必要で、まぐさ石があってもいけません。",
        ),
    )
}

pub(crate) fn too_close() -> Illegal {
    Illegal::new(
        "S14",
        Phrase::new(
            "Let go further out: at least 170 mm from the base.",
            "Lâchez plus loin : à 170 mm du socle au moins.",
            "もっと離れて放してください。土台から170mm以上必要です。",
        ),
    )
}

pub(crate) fn around_the_base() -> Illegal {
    Illegal::new(
        "S13",
        Phrase::new(
            "The ball would go around the base: its way has to lead across it.",
            "La bille ferait le tour du socle : son trajet doit le traverser.",
            "太陽（鉄球）が土台のまわりを回ってしまいます。土台の上を横切らなければなりません。",
        ),
    )
}

pub(crate) fn beside_the_centre(distance: f64) -> Illegal {
    let distance = distance.ceil();
    Illegal::new(
        "S13",
        phrase!(
            "The ball would pass the centre at {distance} mm: at most 60 are allowed. Give it less speed sideways.",
            "La bille passerait à {distance} mm du centre : 60 au plus sont permis. Donnez-lui moins de vitesse de côté.",
            "太陽（鉄球）が中心から{distance}mmの所を通ってしまいます。60mm以内でなければなりません。横への勢いを弱めてください。"
        ),
    )
}

pub(crate) fn overhead() -> Illegal {
    Illegal::new(
        "S13",
        Phrase::new(
            "The ball would fly up above the point that its string is fixed to: let it go with less of a push.",
            "La bille s’envolerait au-dessus du point d’attache de son fil : lâchez-la avec moins d’élan.",
            "太陽（鉄球）が糸の支点より高く飛んでしまいます。勢いを弱めて放してください。",
        ),
    )
}

pub(crate) fn not_through_area() -> Illegal {
    Illegal::new(
        "S13",
        Phrase::new(
            "The ball's way does not lead through your marker area, neither on the near side nor on the far side.",
            "Le trajet de la bille ne passe par votre zone ni d’un côté ni de l’autre.",
            "太陽（鉄球）の軌道が、手前側でも向こう側でも自分のマーカーエリアを通りません。",
        ),
    )
}

pub(crate) fn steady_hand() -> Illegal {
    Illegal::new(
        "S19",
        Phrase::new(
            "This game is played without tremor: the error is ~0,0,0,0.",
            "Cette partie se joue sans tremblement : l’erreur est ~0,0,0,0.",
            "このゲームでは手の震えはありません。誤差は ~0,0,0,0 です。",
        ),
    )
}

pub(crate) fn wild_hand(limit: i32, speed: i32) -> Illegal {
    Illegal::new(
        "S19",
        phrase!(
            "No hand of this level errs so far: at most {limit} tenths of a millimetre and {speed} mm/s.",
            "Aucune main de ce niveau ne s’écarte autant : {limit} dixièmes de millimètre et {speed} mm/s au plus.",
            "この手のレベルでは、それほど大きくはずれません。最大で{limit}（0.1mm単位）、{speed}mm/sです。"
        ),
    )
}

pub(crate) fn wrong_seal(expected: u64) -> Illegal {
    Illegal::new(
        "S16",
        phrase!(
            "The throw does not end like that: its check code is ={expected:016x}.",
            "Le lancer ne se termine pas ainsi : son code de contrôle est ={expected:016x}.",
            "この投球の結果はそうなりません。正しい照合コードは ={expected:016x} です。"
        ),
    )
}
