//! Throws a second on one core with thirty stones, in CPU time, and how quickly clean ones are decided.
//!
//! `cargo bench -p sarsen-sun`; under `cargo test` a short run only shows that it works.
#![allow(clippy::print_stdout)]

use std::sync::Arc;

use sarsen_core::chance;
use sarsen_sun::ball::Release;
use sarsen_sun::building::ring_pose;
use sarsen_sun::geometry::sin_cos;
use sarsen_sun::landing::{land, simulate};
use sarsen_sun::path;
use sarsen_sun::pieces::size;
use sarsen_sun::pose::Pose;
use sarsen_sun::scene::{Placed, Role, Scene};
use sarsen_testkit::speed::{is_bench, timed};

/// Six groups of three, most of them with a second storey, leave six gaps that lie opposite each other:
/// throws through them are clean or hit.
fn table() -> Arc<Scene> {
    let mut placed = Vec::new();
    for place in 0..18_u8 {
        let (group, member) = (u16::from(place / 3), u16::from(place % 3));
        let (stone, angle) = (place + 1, 600 * group + 130 * member);
        let pose = ring_pose(stone, angle, 0);
        placed.push(Placed { stone, role: Role::Ground, pose });
        if place < 12 {
            let (sin, cos) = sin_cos(f64::from(angle));
            let (top, at) = (place + 19, [125.0 * cos, 125.0 * sin]);
            let pose =
                Pose::standing(size(top), at, size(stone).height_mm(), f64::from(angle) + 900.0);
            placed.push(Placed { stone: top, role: Role::Top { on: stone }, pose });
        }
    }
    assert_eq!(placed.len(), 30);
    Scene::new(placed)
}

fn releases(count: usize) -> Vec<Release> {
    let mut rng = chance::generator(2026);
    let mut release = || {
        // Aimed at a gap, off by a few degrees.
        let gap = 430 + 600 * chance::below(&mut rng, 6);
        let angle = gap as f64 + chance::below(&mut rng, 141) as f64 - 70.0;
        let (sin, cos) = sin_cos(angle);
        let distance = 3250.0 + chance::below(&mut rng, 500) as f64;
        Release { x: (distance * cos) as i32, y: (distance * sin) as i32, vx: 0, vy: 0 }
    };
    (0..count).map(|_| release()).collect()
}

fn main() {
    let scene = table();
    let releases = releases(if is_bench() { 3000 } else { 60 });
    let count = releases.len() as f64;
    scene.world();

    let (full, simulated) = timed(|| {
        releases.iter().map(|&release| simulate(&scene, release, &mut ())).collect::<Vec<_>>()
    });
    let hits = simulated.iter().filter(|landing| landing.touched != 0).count();
    let (both, landed) =
        timed(|| releases.iter().map(|&release| land(&scene, release)).collect::<Vec<_>>());
    assert!(simulated.iter().zip(&landed).all(|(one, other)| one.seal == other.seal));

    let clean: Vec<Release> =
        releases.iter().copied().filter(|&r| path::is_clean(r, scene.blocks())).collect();
    let (quick, all) = timed(|| clean.iter().all(|&r| path::is_clean(r, scene.blocks())));
    assert!(all && !clean.is_empty());
    let worlds = 200;
    let (cloning, ()) = timed(|| {
        for _ in 0..worlds {
            std::hint::black_box(scene.world().clone());
        }
    });

    let per_second = |time: std::time::Duration| count / time.as_secs_f64();
    println!("30 stones, {count} throws, {:.1} % hits", hits as f64 / count * 100.0);
    println!("all simulated          {:8.0} throws/s", per_second(full));
    println!("clean ones by the test {:8.0} throws/s", per_second(both));
    println!("a clean throw decided  {:8.1} µs", quick.as_secs_f64() * 1e6 / clean.len() as f64);
    println!("the world cloned       {:8.1} µs", cloning.as_secs_f64() * 1e6 / f64::from(worlds));
}
