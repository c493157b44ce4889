//! The experiments by which the settings were chosen.

use super::*;
use crate::ball::{BALL_MASS, BALL_RADIUS, BALL_REST, Release};
use crate::path::Flight;
use crate::pieces::{self, size};
use crate::throw::Throw;

/// The stone of the published experiments: 20 × 20 × 60 mm, 15.6 g.
const SQUARE: Size = Size { width: 200, depth: 200, height: 600 };
/// Half of the diagonal seen from the side, minus half the height: how far the centre must rise.
const RISE: f64 = 0.031_622_776_6 - 0.03;
/// Moment of inertia about a lower edge, for each kilogram.
const EDGE_INERTIA: f64 = (0.02 * 0.02 + 0.06 * 0.06) / 3.0;
const MASS: f64 = 0.0156;

fn square_stone() -> World {
    let pose = Pose::standing(SQUARE, [0.0, 0.0], 0.0, 0.0);
    let mut world = World::new([(1, SQUARE, pose)], Waking::Awake);
    world.settle(&mut Stepper::default(), 2.0);
    world
}

/// The smallest strength, by halving, at which an experiment topples the stone.
fn threshold(mut low: f64, mut high: f64, topples: impl Fn(f64) -> bool) -> f64 {
    assert!(!topples(low) && topples(high), "the bounds hold the threshold");
    for _ in 0..12 {
        let middle = (low + high) / 2.0;
        if topples(middle) { high = middle } else { low = middle }
    }
    high
}

fn falls(mut world: World) -> bool {
    let mut stepper = Stepper::default();
    for _ in 0..3 * STEPS_PER_SECOND {
        world.step(&mut stepper);
    }
    let (_, body) = world.stones()[0];
    world.pose(body).lean() > 15.0
}

fn assert_near(measured: f64, theory: f64, share: f64) {
    let error = (measured / theory - 1.0).abs();
    assert!(error < share, "measured {measured}, theory {theory}: off by {:.2} %", error * 100.0);
}

#[test]
fn a_stone_turned_about_its_edge_falls_at_the_speed_of_theory() {
    let theory = (2.0 * GRAVITY * RISE / EDGE_INERTIA).sqrt();
    let measured = threshold(3.0, 7.0, |speed| {
        let mut world = square_stone();
        let body = world.stone_body(1).unwrap();
        let speed = speed as f32;
        body.set_angvel(Vector::new(0.0, speed, 0.0), true);
        // About the edge at x = +10 mm, z = 0: the centre moves up and forward.
        body.set_linvel(Vector::new(0.03 * speed, 0.0, 0.01 * speed) * UNITS, true);
        falls(world)
    });
    assert_near(measured, theory, 0.05);
}

#[test]
fn a_push_at_45_mm_topples_at_the_impulse_of_theory() {
    let turning = (2.0 * GRAVITY * RISE / EDGE_INERTIA).sqrt();
    let theory = MASS * EDGE_INERTIA * turning / 0.045;
    let measured = threshold(0.001, 0.005, |impulse| {
        let mut world = square_stone();
        let body = world.stone_body(1).unwrap();
        let push = Vector::new(impulse as f32, 0.0, 0.0) * UNITS;
        body.apply_impulse_at_point(push, Vector::new(-0.01, 0.0, 0.045) * UNITS, true);
        falls(world)
    });
    assert_near(measured, theory, 0.05);
}

#[test]
fn a_ball_at_37_mm_topples_at_the_speed_of_theory() {
    // Ball and stone move on together and turn about the far edge.
    let inertia = BALL_MASS * 0.037 * 0.037 + MASS * EDGE_INERTIA;
    let turning = (2.0 * MASS * GRAVITY * RISE / inertia).sqrt();
    let theory = turning * inertia / (BALL_MASS * 0.037);
    let measured = threshold(0.02, 0.09, |speed| {
        let mut world = square_stone();
        let ball = RigidBodyBuilder::dynamic()
            .translation(Vector::new(-0.031, 0.0, 0.037) * UNITS)
            .linvel(Vector::new(speed as f32, 0.0, 0.0) * UNITS)
            .gravity_scale(0.0);
        let shape = ColliderBuilder::ball(units(BALL_RADIUS)).mass(BALL_MASS as f32).friction(0.2);
        world.add_body(ball, shape, Part::Ball);
        falls(world)
    });
    assert_near(measured, theory, 0.05);
}

#[test]
fn the_pendulum_has_the_speed_of_its_height_at_the_bottom() {
    for x in [3200, 3500, 4500, 6000] {
        let release = Release { x, y: 0, vx: 0, vy: 0 };
        let height = (release.position()[2] - BALL_REST) / 1000.0;
        let mut watch = ();
        let mut throw = Throw::new(World::new([], Waking::Asleep), release, &mut watch);
        let mut fastest = 0.0_f64;
        for _ in 0..STEPS_PER_SECOND {
            throw.advance();
            fastest = fastest.max(throw.ball_speed().unwrap());
        }
        assert_near(fastest, (2.0 * GRAVITY * height).sqrt(), 0.001);
    }
}

#[test]
fn the_quick_way_and_the_simulated_one_stay_together() {
    for (x, y, vx, vy) in
        [(3300, 0, 0, 0), (2500, 2500, 60, -40), (-3400, 900, 0, 300), (100, -6000, 200, 0)]
    {
        let release = Release { x, y, vx, vy };
        let mut watch = ();
        let mut throw = Throw::new(World::new([], Waking::Asleep), release, &mut watch);
        let mut flight = Flight::new(release);
        let mut widest = 0.0_f64;
        while flight.advance() {
            throw.advance();
            let ball = throw.ball_pose().unwrap().millimetres();
            let apart = crate::geometry::sub(ball, flight.position);
            let speed = crate::geometry::length(flight.velocity);
            let along = crate::geometry::dot(apart, flight.velocity) / speed;
            // A ball that is slightly late on the same path touches nothing else.
            let beside = crate::geometry::add_scaled(apart, flight.velocity, -along / speed);
            widest = widest.max(crate::geometry::length(beside));
        }
        assert!(widest < crate::path::MARGIN / 2.0, "{release:?}: {widest} mm apart");
    }
}

#[test]
fn every_stone_stands_on_every_other() {
    for below in 1..=pieces::STONES {
        let above = below % pieces::STONES + 1;
        let ground = Pose::standing(size(below), [125.0, 0.0], 0.0, 900.0);
        let top = Pose::standing(size(above), [125.0, 0.0], size(below).height_mm(), 900.0);
        let stones = [(below, size(below), ground), (above, size(above), top)];
        let mut world = World::new(stones, Waking::Awake);
        assert!(world.settle(&mut Stepper::default(), 1.0), "{above} on {below} comes to rest");
        let moved = world
            .stones()
            .iter()
            .zip(stones)
            .map(|(&(_, body), (_, _, pose))| world.pose(body).moved_from(&pose));
        assert!(moved.fold(0.0, f64::max) < 0.1, "{above} stays on {below}");
    }
}
