//! Small texts that belong to a player and do not last.

/// Something that is kept for a player until it is used or expires. What its text means is the server's business.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// What it is for. Ids are unique within a kind.
    pub kind: String,
    /// Its id: a hash, where the id itself would be a secret.
    pub id: String,
    /// Whose it is.
    pub player: String,
    /// What it says.
    pub text: String,
    /// When it is worth nothing any more, in milliseconds since 1970.
    pub expires: u64,
}
