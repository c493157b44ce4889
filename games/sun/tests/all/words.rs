//! Descriptions of actions.

use sarsen_sun::Sun;
use sarsen_testkit::conformance::Effort;
use sarsen_testkit::words;

#[test]
fn actions_read_differently_in_every_language() {
    words::proposed::<Sun>(Effort { games: 1, actions: 16 });
}
