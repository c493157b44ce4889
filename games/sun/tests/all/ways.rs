//! The ball's free path, which the page also computes before the release; its tests read the same file.

use sarsen_core::{Options, Rules, Viewer, Views};
use sarsen_sun::crossing::crossing;
use sarsen_sun::{Action, SPEC, Sun};

/// The parts of the view on which a path depends.
fn table() -> String {
    let table = Sun::start(&Options::defaults(&SPEC)).view(Viewer::Public).table;
    [
        ("base_radius", table.base_radius),
        ("ring_radius", table.ring_radius),
        ("ball_radius", table.ball_radius),
        ("ball_rest", table.ball_rest),
        ("string_length", table.string_length),
        ("nearest_release", table.nearest_release),
        ("widest_pass", table.widest_pass),
        ("gravity", table.gravity),
        ("steps_per_second", f64::from(table.steps_per_second)),
    ]
    .map(|(name, value)| format!("{name} {value}"))
    .join(" ")
}

#[test]
fn ways_cross_the_ring_where_the_page_draws_them() {
    let lines: Vec<&str> =
        include_str!("../data/ways.txt").lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines[0], table());
    let (mut across, mut astray) = (0, 0);
    for line in &lines[1..] {
        let mut words = line.split(' ');
        let throw: Action = words.next().unwrap().parse().unwrap();
        let written: Vec<f64> = words.map(|word| word.parse().unwrap()).collect();
        match (crossing(throw.release().unwrap()), written.as_slice()) {
            (Ok(found), &[entry, exit]) => {
                let off = (found.entry - entry).abs().max((found.exit - exit).abs());
                assert!(off < 0.006, "{line}: {found:?}");
                across += 1;
            }
            (Err(_), []) => astray += 1,
            (found, _) => panic!("{line}: {found:?}"),
        }
    }
    assert!(across > 100 && astray > 50, "{across} {astray}");
}
