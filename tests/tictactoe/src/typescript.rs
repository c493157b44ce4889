//! The page's types are generated from the view and the events. `SARSEN_WRITE=1 cargo test -p sarsen-tictactoe
//! typescript` regenerates them.

#[test]
fn the_page_has_the_types_of_the_view_and_the_events() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/tests/games/tictactoe/view.ts");
    sarsen_testkit::typescript::check::<crate::View, crate::Event>(file.as_ref());
}
