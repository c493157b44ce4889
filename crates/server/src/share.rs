//! What leaves the page: pictures and films of positions, tags for previews of links, and boards in frames of other sites.
//!
//! A table's picture is drawn from the caller's view, like everything else that is shown; without a key that is a
//! spectator's. Drawing costs time, so it is done where records are replayed, with the same shares for each address.

mod drawing;
mod embed;
mod head;
pub(crate) mod pictures;

pub(crate) use embed::embed;
pub(crate) use head::{saved_study_page, study_page, table_page};
pub(crate) use pictures::{of_posted_record, of_record, of_study, of_table};
