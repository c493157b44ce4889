//! Stability, clean passes and determinism of the simulated table.

use std::sync::Arc;

use rand_core::Rng;
use sarsen_core::{Chance, Options, Propose, Rules, Turn, chance, record};
use sarsen_sun::ball::Release;
use sarsen_sun::building::{Site, ring_pose};
use sarsen_sun::geometry::sin_cos;
use sarsen_sun::landing::{Landing, land, simulate};
use sarsen_sun::path::{self, Flight};
use sarsen_sun::pieces::size;
use sarsen_sun::scene::{Placed, Role, Scene};
use sarsen_sun::trajectory::{decode, encode, film};
use sarsen_sun::world::{STEPS_PER_SECOND, Stepper, Waking, World};
use sarsen_sun::{Action, SPEC, Sun};

/// A first turn with every stone in the stock.
fn site(scene: &Scene) -> Site<'_> {
    Site { scene, stock: u64::MAX, seat: 0, markers: &[0], first: true, closed: false }
}

/// Thirty stones: a full ring, five of them with another on top, three gates.
fn full_table(seed: u64) -> Arc<Scene> {
    let mut rng = chance::generator(seed);
    let mut order: Vec<u8> = (1..=30).collect();
    chance::shuffle(&mut rng, &mut order);
    let first = chance::below(&mut rng, 160) as u16;
    let stand = |(place, &stone): (usize, &u8)| Placed {
        stone,
        role: Role::Ground,
        pose: ring_pose(stone, (first + 163 * place as u16) % 3600, 0),
    };
    let mut scene = Scene::new(order[..22].iter().enumerate().map(stand).collect());
    // Lintels come from the remaining stones: first stood far out, then laid.
    let mut left = order[22..].to_vec();
    for pair in (0..20).step_by(3) {
        if scene.gates().count() == 3 {
            break;
        }
        let (one, other) = (order[pair], order[pair + 1]);
        let lintel = left[0];
        let spare =
            Placed { stone: lintel, role: Role::Top { on: order[21] }, pose: far_away(lintel) };
        let with_spare = scene.with(&[spare], &[]);
        let taken = Site { stock: 0, first: false, ..site(&with_spare) };
        if let Ok(gate) = taken.check_gate(lintel, one.min(other), one.max(other)) {
            scene = scene.with(&gate, &[]);
            left.remove(0);
        }
    }
    for &below in order[..22].iter().rev() {
        if left.is_empty() {
            break;
        }
        if let Ok(stack) = site(&scene).check_top(left[0], below) {
            scene = scene.with(&stack, &[]);
            left.remove(0);
        }
    }
    assert_eq!((scene.placed().len(), scene.gates().count()), (30, 3), "seed {seed}");
    scene
}

fn far_away(stone: u8) -> sarsen_sun::pose::Pose {
    sarsen_sun::pose::Pose::standing(size(stone), [2000.0, 0.0], 0.0, 0.0)
}

#[test]
fn thirty_stones_with_stacks_and_gates_stay_where_they_are() {
    for seed in 0..20 {
        let scene = full_table(seed);
        let stones = scene.placed().iter().map(|p| (p.stone, size(p.stone), p.pose));
        let mut world = World::new(stones, Waking::Awake);
        let mut stepper = Stepper::default();
        let mut asleep = None;
        for step in 1..=10 * STEPS_PER_SECOND {
            world.step(&mut stepper);
            if asleep.is_none() && world.is_at_rest() {
                asleep = Some(step);
            }
        }
        assert!(asleep.is_some_and(|step| step <= STEPS_PER_SECOND), "seed {seed}: {asleep:?}");
        for (placed, &(_, body)) in scene.placed().iter().zip(world.stones()) {
            let now = world.pose(body);
            let drift = now.moved_from(&placed.pose);
            assert!(drift < 0.2, "seed {seed}: stone {} drifts by {drift} mm", placed.stone);
            let leans = matches!(placed.role, Role::Ground | Role::Top { .. }) && now.lean() > 1.0;
            assert!(!leans, "seed {seed}: stone {} leans", placed.stone);
        }
    }
}

/// A ring of eight stones, two with another on top, with gaps opposite gaps, so that balls can pass.
fn open_table(seed: u64) -> Arc<Scene> {
    let mut rng = chance::generator(seed);
    let mut builds = Vec::new();
    let mut angle = chance::below(&mut rng, 200) as u16;
    for stone in 1..=8 {
        builds.push(Action::Build { stone, angle: angle % 3600, turn: 0 });
        angle += 440 + chance::below(&mut rng, 20) as u16;
    }
    builds.push(Action::BuildTop { stone: 20, on: 1 });
    builds.push(Action::BuildTop { stone: 21, on: 2 });
    Scene::new(crate::common::stand(&builds))
}

fn random_release(rng: &mut chance::Generator) -> Release {
    let (sin, cos) = sin_cos(chance::below(rng, 3600) as f64);
    let distance = 3210.0 + chance::below(rng, 1500) as f64;
    let push = |rng: &mut chance::Generator| chance::below(rng, 81) as i32 - 40;
    Release { x: (distance * cos) as i32, y: (distance * sin) as i32, vx: push(rng), vy: push(rng) }
}

/// A throw simulated from its release.
fn simulate_whole(scene: &Arc<Scene>, release: Release) -> Landing {
    simulate(scene, &Flight::new(release), &mut ())
}

#[test]
fn what_the_quick_test_calls_clean_touches_nothing_and_moves_nothing_by_a_bit() {
    let (mut clean, mut missed, mut hits) = (0, 0, 0);
    for seed in 0..8 {
        let scene = open_table(seed);
        let mut rng = chance::generator(100 + seed);
        for _ in 0..60 {
            let release = random_release(&mut rng);
            let landing = simulate_whole(&scene, release);
            let untouched = landing.touched == 0;
            if path::is_clean(release, scene.blocks()) {
                clean += 1;
                assert!(untouched, "{release:?} touches {:b}", landing.touched);
                assert!(Arc::ptr_eq(&landing.scene, &scene), "{release:?} moves something");
            } else if untouched {
                missed += 1;
            } else {
                hits += 1;
            }
        }
    }
    // The quick test leaves only near misses to the simulation.
    assert!(clean >= 60 && hits >= 60, "clean {clean}, hits {hits}");
    assert!(missed * 5 < clean, "clean {clean}, left to the simulation {missed}");
}

/// A throw is simulated from where it may first touch something, which must not change its result.
#[test]
fn the_free_way_before_a_hit_is_the_same_exact_and_simulated() {
    let (mut throws, mut otherwise) = (0, 0);
    for seed in 0..8 {
        let scene = open_table(seed);
        let mut rng = chance::generator(200 + seed);
        for _ in 0..40 {
            let release = random_release(&mut rng);
            let (exact, whole) = (land(&scene, release), simulate_whole(&scene, release));
            let same =
                (exact.touched == 0, exact.taken == 0) == (whole.touched == 0, whole.taken == 0);
            throws += 1;
            otherwise += u32::from(!same);
        }
    }
    assert!(otherwise * 50 <= throws, "{otherwise} of {throws} end otherwise");
}

#[test]
fn throws_do_not_disturb_the_world_that_they_are_tried_in() {
    let scene = open_table(1);
    let before: Vec<_> = poses(scene.world());
    let mut rng = chance::generator(7);
    let releases: Vec<Release> = (0..20).map(|_| random_release(&mut rng)).collect();
    let first: Vec<u64> = releases.iter().map(|&release| land(&scene, release).seal).collect();
    let again: Vec<u64> =
        releases.iter().rev().map(|&release| land(&scene, release).seal).collect();
    assert!(first.iter().eq(again.iter().rev()), "the order of trying matters");
    assert_eq!(poses(scene.world()), before);
}

fn poses(world: &World) -> Vec<sarsen_sun::pose::Pose> {
    world.stones().iter().map(|&(_, body)| world.pose(body)).collect()
}

fn hit(scene: &Arc<Scene>) -> Release {
    let mut rng = chance::generator(9);
    std::iter::repeat_with(|| random_release(&mut rng))
        .find(|&release| land(scene, release).taken.count_ones() >= 3)
        .expect("most throws of a crowded ring hit")
}

#[test]
fn the_same_throw_a_hundred_times_has_one_seal() {
    let scene = open_table(2);
    let release = hit(&scene);
    let seal = land(&scene, release).seal;
    for _ in 0..50 {
        assert_eq!(land(&scene, release).seal, seal);
        // A rebuilt world, not a clone.
        let rebuilt = Scene::new(scene.placed().to_vec());
        assert_eq!(land(&rebuilt, release).seal, seal);
    }
}

/// Recorded seals, so that every process, build and machine has to agree.
#[test]
fn seals_are_the_same_in_every_process_build_and_machine() {
    let expected = include_str!("../data/seals.txt");
    let mut lines = String::new();
    for seed in 0..6 {
        let scene = open_table(seed);
        let mut rng = chance::generator(40 + seed);
        for _ in 0..5 {
            let release = random_release(&mut rng);
            let landing = land(&scene, release);
            let Release { x, y, vx, vy } = release;
            let throw = format!("t{x},{y},{vx},{vy}");
            let seal = Action::Seal(landing.seal);
            lines += &format!("table {seed} {throw} takes {} {seal}\n", landing.taken.count_ones());
        }
    }
    let written: Vec<&str> = expected.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(written == lines.lines().collect::<Vec<_>>(), "the seals differ:\n{lines}");
}

#[test]
fn a_live_game_its_clones_and_its_record_agree() {
    for seed in 0..3 {
        let options = Options::defaults(&SPEC);
        let mut state = Sun::start(&options);
        let mut written = record::Record::new("sun");
        let mut rng = chance::generator(seed);
        while !state.turn().is_over() {
            let action = match state.turn() {
                Turn::Seat(_) => {
                    let proposed = state.propose(6, &mut rng);
                    proposed[rng.next_u64() as usize % proposed.len()]
                }
                _ => state.draw(&mut rng).unwrap(),
            };
            // A clone is played on, which must not affect the game.
            let mut clone = state.clone();
            clone.play(action).unwrap();
            state.play(action).unwrap();
            assert_eq!(clone.scene().placed(), state.scene().placed());
            written.push_token(&action.to_string());
        }
        let played = record::replay::<Sun>(&written).unwrap();
        assert_eq!(played.state.scene().placed(), state.scene().placed(), "to the bit");
    }
}

#[test]
fn a_playback_reads_back_and_ends_where_the_throw_does() {
    let scene = open_table(3);
    let release = hit(&scene);
    let mut state = crate::common::scene("cross");
    state = crate::common::with_scene(&state, scene.placed().to_vec());
    let (playback, landing) = film(&state, release);
    let bytes = encode(&playback);
    assert_eq!(decode(&bytes).unwrap(), playback);
    assert!(bytes.len() < 40_000, "{} bytes", bytes.len());
    assert_eq!(landing.seal, land(&scene, release).seal, "being watched changes nothing");
    let ball = &playback.tracks[0];
    assert_eq!((ball.body, ball.first), (0, 0));
    assert!((ball.poses[0].0[0] - f64::from(release.x) / 10.0).abs() < 0.05);
    for placed in landing.scene.placed() {
        let track = playback.tracks.iter().find(|track| track.body == placed.stone);
        let Some((position, _)) = track.and_then(|track| track.poses.last()) else { continue };
        for (seen, real) in position.iter().zip(placed.pose.millimetres()) {
            assert!((seen - real).abs() < 0.1, "stone {}", placed.stone);
        }
    }
}

#[test]
fn bytes_that_are_not_a_playback_are_refused() {
    let scene = open_table(3);
    let (playback, _) = film(
        &crate::common::with_scene(&crate::common::scene("cross"), scene.placed().to_vec()),
        hit(&scene),
    );
    let bytes = encode(&playback);
    for length in 0..bytes.len() {
        assert!(decode(&bytes[..length]).is_err(), "cut to {length}");
    }
    assert!(decode(b"SUN1\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff").is_err());
    assert!(decode(&[bytes.as_slice(), &[0]].concat()).is_err());
}
