//! Descriptions of actions.

use sarsen_stonehenge::Stonehenge;
use sarsen_testkit::conformance::Effort;
use sarsen_testkit::words;

#[test]
fn actions_read_differently_in_every_language() {
    words::listed::<Stonehenge>(Effort { games: 2, actions: 60 });
}

#[test]
fn descriptions_keep_secrets() {
    words::hidden::<Stonehenge>(Effort { games: 4, actions: 60 });
}
