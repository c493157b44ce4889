//! The monuments and the People Piece.

use sarsen_core::{Phrase, Seat};
use serde::{Serialize, Serializer};

use crate::LIGHT;

/// The squares of all monuments of a seat.
pub const SQUARES_PER_SEAT: usize = 47;

/// How many kinds of monuments there are.
pub(crate) const MONUMENTS: usize = 11;

/// A kind of piece: the eleven kinds of monuments, and the neutral People Piece.
///
/// ```
/// use sarsen_cathedral::{Piece, SQUARES_PER_SEAT};
///
/// assert_eq!(Piece::from_code("TO"), Some(Piece::Tower));
/// let squares: usize = Piece::monuments().map(|piece| piece.size() * usize::from(piece.count())).sum();
/// assert_eq!(squares, SQUARES_PER_SEAT);
/// ```
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "view.ts", as = "String"))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Piece {
    /// One square; two per seat.
    Tavern,
    /// Two squares; two per seat.
    Stable,
    /// Three squares around a corner; two per seat.
    Inn,
    /// Three squares in a line.
    Bridge,
    /// Four squares in a block.
    Square,
    /// Four squares, a line with a porch.
    Manor,
    /// Four squares, two pairs side by side; mirrored between the seats.
    Abbey,
    /// Five squares; mirrored between the seats.
    Academy,
    /// Five squares, a cross.
    Infirmary,
    /// Five squares around a yard.
    Castle,
    /// Five squares, a stair.
    Tower,
    /// Six squares, a cross with a long foot; neutral.
    People,
}

impl Piece {
    /// Every kind, the People Piece last.
    pub const ALL: [Piece; MONUMENTS + 1] = [
        Piece::Tavern,
        Piece::Stable,
        Piece::Inn,
        Piece::Bridge,
        Piece::Square,
        Piece::Manor,
        Piece::Abbey,
        Piece::Academy,
        Piece::Infirmary,
        Piece::Castle,
        Piece::Tower,
        Piece::People,
    ];

    /// The kinds of monuments.
    pub fn monuments() -> impl Iterator<Item = Piece> {
        Piece::ALL.into_iter().take(MONUMENTS)
    }

    /// The two letters of the notation.
    pub const fn code(self) -> &'static str {
        const CODES: [&str; MONUMENTS + 1] =
            ["TA", "ST", "IN", "BR", "SQ", "MA", "AB", "AC", "IF", "CA", "TO", "PP"];
        CODES[self.index()]
    }

    /// The kind with this code.
    pub fn from_code(code: &str) -> Option<Piece> {
        Piece::ALL.into_iter().find(|piece| piece.code() == code)
    }

    /// How many of them a seat starts with; there is one People Piece for both.
    pub const fn count(self) -> u8 {
        match self {
            Piece::Tavern | Piece::Stable | Piece::Inn => 2,
            _ => 1,
        }
    }

    /// The number of squares it covers.
    pub fn size(self) -> usize {
        crate::footprint::footprint(LIGHT, self, 0).squares.len()
    }

    /// The index in [`Piece::ALL`].
    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// The picture of rotation 0 in a seat's set, rows from the top separated by `/`.
    pub(crate) const fn picture(self, light: bool) -> &'static str {
        match self {
            Piece::Tavern => "#",
            Piece::Stable => "##",
            Piece::Inn => "##/.#",
            Piece::Bridge => "###",
            Piece::Square => "##/##",
            Piece::Manor => "###/.#.",
            Piece::Abbey if light => ".##/##.",
            Piece::Abbey => "##./.##",
            Piece::Academy if light => "##./.##/.#.",
            Piece::Academy => ".##/##./.#.",
            Piece::Infirmary => ".#./###/.#.",
            Piece::Castle => "###/#.#",
            Piece::Tower => "##./.##/..#",
            Piece::People => ".#./###/.#./.#.",
        }
    }

    /// The name within a sentence, with its article where the language has one.
    pub(crate) const fn the(self) -> Phrase {
        match self {
            Piece::Tavern => Phrase::new("the tavern", "la taverne", "酒場"),
            Piece::Stable => Phrase::new("the stable", "l’écurie", "厩舎"),
            Piece::Inn => Phrase::new("the inn", "l’auberge", "宿屋"),
            Piece::Bridge => Phrase::new("the bridge", "le pont", "橋"),
            Piece::Square => Phrase::new("the square", "la place", "広場"),
            Piece::Manor => Phrase::new("the manor", "le manoir", "館"),
            Piece::Abbey => Phrase::new("the abbey", "l’abbaye", "修道院"),
            Piece::Academy => Phrase::new("the academy", "l’académie", "学院"),
            Piece::Infirmary => Phrase::new("the infirmary", "l’infirmerie", "診療所"),
            Piece::Castle => Phrase::new("the castle", "le château", "城"),
            Piece::Tower => Phrase::new("the tower", "la tour", "塔"),
            Piece::People => {
                Phrase::new("the People Piece", "la pièce du Peuple", "ピープルピース")
            }
        }
    }

    /// The name by itself.
    pub(crate) const fn name(self) -> Phrase {
        match self {
            Piece::Tavern => Phrase::new("tavern", "taverne", "酒場"),
            Piece::Stable => Phrase::new("stable", "écurie", "厩舎"),
            Piece::Inn => Phrase::new("inn", "auberge", "宿屋"),
            Piece::Bridge => Phrase::new("bridge", "pont", "橋"),
            Piece::Square => Phrase::new("square", "place", "広場"),
            Piece::Manor => Phrase::new("manor", "manoir", "館"),
            Piece::Abbey => Phrase::new("abbey", "abbaye", "修道院"),
            Piece::Academy => Phrase::new("academy", "académie", "学院"),
            Piece::Infirmary => Phrase::new("infirmary", "infirmerie", "診療所"),
            Piece::Castle => Phrase::new("castle", "château", "城"),
            Piece::Tower => Phrase::new("tower", "tour", "塔"),
            Piece::People => Phrase::new("People Piece", "pièce du Peuple", "ピープルピース"),
        }
    }
}

impl Serialize for Piece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

/// The colour that a seat plays.
pub(crate) fn colour(seat: Seat) -> Phrase {
    if seat == LIGHT {
        Phrase::new("Light", "Clair", "ライト")
    } else {
        Phrase::new("Dark", "Sombre", "ダーク")
    }
}
