//! Descriptions of actions.

use sarsen_cathedral::Cathedral;
use sarsen_testkit::conformance::Effort;
use sarsen_testkit::words;

#[test]
fn actions_read_differently_in_every_language() {
    words::listed::<Cathedral>(Effort { games: 2, actions: 60 });
}
