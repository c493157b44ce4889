//! The suite that every game passes, as far as actions can be proposed.

use sarsen_sun::Sun;
use sarsen_testkit::conformance::{self, Effort};

#[test]
fn play_conforms() {
    conformance::proposed::<Sun>(Effort { games: 1, actions: 50 });
}
