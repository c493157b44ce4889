//! The suite that every game passes, for games whose actions can only be proposed.

use sarsen_sun::Sun;
use sarsen_testkit::conformance::{self, Effort};

#[test]
fn play_conforms() {
    conformance::proposed::<Sun>(Effort { games: 1, actions: 50 });
}
