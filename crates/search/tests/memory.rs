//! Searches stay within their memory limit, including tables and trees. This is a single test, so that nothing else
//! runs in its process.

#![allow(clippy::unwrap_used, reason = "all of this file is test code")]

mod somewhere;

use sarsen_catalog::GAMES;
use sarsen_core::Options;
use sarsen_search::{Cancel, Level, Limits, Request, engine};
use sarsen_testkit::allocation::{Counting, most_held};
use somewhere::somewhere;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What a search may take in addition to tables and trees.
const REST: usize = 1 << 20;

#[test]
fn no_search_holds_more_than_it_is_given() {
    let memory = 2 << 20;
    let limits = |nodes| Limits { memory, ..Limits::nodes(nodes) };
    // Physics would take minutes for so many throws, and its engine keeps no tree.
    for game in GAMES.iter().filter(|game| game.spec().id != "sun") {
        let id = game.spec().id;
        let engine = engine(id).unwrap();
        let position = somewhere(*game, &Options::defaults(game.spec()), 4, 1).unwrap();
        let cancel = Cancel::default();
        let request = |nodes| Request::new(position.as_ref(), Level::MAX, limits(nodes), &cancel);
        // Create now what is created once and kept, such as weights.
        engine.choose(&request(50)).unwrap();
        let (held, _) = most_held(|| engine.choose(&request(60_000)).unwrap());
        assert!(held <= memory + REST, "{id}: {held} bytes");
        let (held, _) = most_held(|| engine.yardstick(&request(60_000)).unwrap());
        assert!(held <= memory + REST, "{id}, yardstick: {held} bytes");
        assert!(held > 0, "the counting allocator is not the global one");
    }
}
