//! Throws per second on one core with thirty stones, in CPU time, and how fast clean ones are recognised.
//!
//! `cargo bench -p sarsen-sun`; under `cargo test` a short run only shows that it works.
#![allow(clippy::print_stdout)]

use std::sync::Arc;
use std::time::Duration;

use sarsen_core::chance;
use sarsen_sun::Action;
use sarsen_sun::ball::Release;
use sarsen_sun::building::{Site, ring_pose};
use sarsen_sun::hands::Hand;
use sarsen_sun::landing::{Landing, land, simulate};
use sarsen_sun::path::{self, Flight};
use sarsen_sun::pieces::{StoneId, size};
use sarsen_sun::pose::Pose;
use sarsen_sun::scene::{Placed, Role, Scene};
use sarsen_testkit::speed::{is_bench, timed};

/// Twenty-two stones on the ring, in two rows that leave two gaps of 60 mm opposite each other, three lintels and five
/// stones on top.
fn table() -> Arc<Scene> {
    let stand = |place: u8| {
        let (side, number) = (u16::from(place / 11), u16::from(place % 11));
        let angle = 1800 * side + 197 + 1406 * number / 10;
        let stone = place + 1;
        Placed { stone, role: Role::Ground, pose: ring_pose(stone, angle, 0) }
    };
    let ground: Vec<StoneId> = (1..=22).collect();
    let mut scene = Scene::new((0..22).map(stand).collect());
    let mut spare: Vec<StoneId> = (23..=30).collect();
    for pair in ground.windows(2) {
        if spare.len() == 5 {
            break;
        }
        let lintel = Placed { stone: spare[0], role: Role::Ground, pose: aside(spare[0]) };
        let site = Site { stock: 0, first: false, ..site(&scene) };
        let with_lintel = scene.with(&[lintel], &[]);
        if let Ok(gate) =
            (Site { scene: &with_lintel, ..site }).check_gate(spare[0], pair[0], pair[1])
        {
            scene = scene.with(&gate, &[]);
            spare.remove(0);
        }
    }
    for &below in ground.iter().rev() {
        let Some(&above) = spare.first() else { break };
        if let Ok(stack) = site(&scene).check_top(above, below) {
            scene = scene.with(&stack, &[]);
            spare.remove(0);
        }
    }
    assert_eq!((scene.placed().len(), scene.gates().count()), (30, 3));
    scene
}

fn site(scene: &Scene) -> Site<'_> {
    Site { scene, stock: u64::MAX, seat: 0, markers: &[0], first: true, closed: false }
}

/// A lintel is taken from the base, so it first stands in a gap.
fn aside(stone: StoneId) -> Pose {
    Pose::standing(size(stone), [0.0, 0.0], 0.0, 0.0)
}

/// Throws through the gaps by a fair hand: about half of them hit something.
fn releases(count: usize) -> Vec<Release> {
    let mut rng = chance::generator(2026);
    let hand = Hand::named("fair").expect("a level of steadiness");
    let mut release = || {
        let side = if chance::below(&mut rng, 2) == 0 { 1 } else { -1 };
        let distance = 3250 + chance::below(&mut rng, 500) as i32;
        let Action::Tremor { dx, dy, dvx, dvy } = hand.draw(&mut rng) else {
            unreachable!("a hand trembles")
        };
        let [x, y, vx, vy] = [dx, dy, dvx, dvy].map(i32::from);
        Release { x: side * distance + x, y, vx, vy }
    };
    (0..count).map(|_| release()).collect()
}

fn micros(time: Duration, count: usize) -> f64 {
    time.as_secs_f64() * 1e6 / count as f64
}

fn main() {
    let scene = table();
    let releases = releases(if is_bench() { 3000 } else { 60 });
    scene.world();
    let whole = |release: &Release| simulate(&scene, &Flight::new(*release), &mut ());

    let (clean, hits): (Vec<Release>, Vec<Release>) =
        releases.iter().partition(|&&release| path::is_clean(release, scene.blocks()));
    let (clean_time, landed) = timed(|| clean.iter().map(whole).collect::<Vec<Landing>>());
    assert!(landed.iter().all(|landing| landing.touched == 0 && landing.taken == 0));
    let (hit_time, landed) =
        timed(|| hits.iter().map(|&release| land(&scene, release)).collect::<Vec<Landing>>());
    let touching = landed.iter().filter(|landing| landing.touched != 0).count();
    let (_, again) = timed(|| hits.iter().map(|&release| land(&scene, release).seal));
    assert!(landed.iter().map(|landing| landing.seal).eq(again));
    let (quick, all) = timed(|| clean.iter().all(|&r| path::is_clean(r, scene.blocks())));
    assert!(all && !clean.is_empty() && !hits.is_empty());
    let worlds = 200;
    let (cloning, ()) = timed(|| {
        for _ in 0..worlds {
            std::hint::black_box(scene.world().clone());
        }
    });

    let count = releases.len() as f64;
    let per_second = |time: Duration| count / time.as_secs_f64();
    println!("30 stones, {count} throws, {:.1} % hits", touching as f64 / count * 100.0);
    println!("a hit                   {:8.0} µs", micros(hit_time, hits.len()));
    println!("a clean throw simulated {:8.0} µs", micros(clean_time, clean.len()));
    println!("a clean throw decided   {:8.1} µs", micros(quick, clean.len()));
    println!("all simulated           {:8.0} throws/s", per_second(hit_time + clean_time));
    println!("clean ones decided      {:8.0} throws/s", per_second(hit_time + quick));
    println!("the world cloned        {:8.1} µs", micros(cloning, worlds));
}
