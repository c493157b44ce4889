/**
 * The ball's free path: where a release leads if there are no stones, computed as in the rules, and
 * what the rules allow of it (S13, S14). So the table can draw the path before the release, and a
 * hand that is too fast sideways is limited to what is legal. Lengths are in millimetres, speeds in
 * millimetres per second, angles in tenths of a degree.
 */

import { nearest, radians, toAngle, turn } from './angles';
import { rounded, type Release } from './pull';
import type { TableView } from './view';

type Point = [number, number, number];
/** The arc through which the path has to lead: start and extent; `null` for anywhere. */
export type ThrowArc = readonly [number, number] | null;

export interface Way {
  /** The ball's centre, step by step, until it has left the base on the other side. */
  points: Point[];
  /** Where it crosses the ring, coming in and going out; `null` if it does not cross the base. */
  crossing: { entry: number; exit: number } | null;
}

/** The longest time that a ball is in play, in seconds (S15). */
const LONGEST = 4;
/**
 * The margin that a held ball keeps within its area, in tenths of a degree: a release is rounded.
 */
const INSIDE = 3;
/** The number of bisections when searching for the largest legal sideways speed. */
const HALVINGS = 12;

/** Follows the ball from its release until it has left the base again. */
export function follow(table: TableView, release: Release): Way {
  let p: Point = [release.x, release.y, height(table, Math.hypot(release.x, release.y))];
  const arm = table.ball_rest + table.string_length - p[2];
  let v: Point = [release.vx, release.vy, (release.x * release.vx + release.y * release.vy) / arm];
  const across = comesWithin(table, p, v, table.widest_pass);
  const points: Point[] = [p];
  const end = table.base_radius + table.ball_radius;
  let entry: number | null = null;
  let exit: number | null = null;
  for (let step = 0; step < LONGEST * table.steps_per_second; step += 1) {
    const before = p;
    [p, v] = advance(table, p, v);
    points.push(p);
    const crossed = onRing(table.ring_radius, before, p);
    if (crossed !== null) {
      if (entry === null) entry = crossed;
      else exit ??= crossed;
    }
    const out = Math.hypot(p[0], p[1]);
    if ((entry !== null && out > end) || (!across && step > table.steps_per_second)) break;
  }
  return { points, crossing: across && entry !== null && exit !== null ? { entry, exit } : null };
}

/** S13, S14: whether a release is legal. */
export function isLegal(table: TableView, arc: ThrowArc, release: Release): boolean {
  if (Math.hypot(release.x, release.y) < table.nearest_release) return false;
  const { crossing } = follow(table, release);
  if (!crossing) return false;
  return arc === null || within(arc, crossing.entry) || within(arc, crossing.exit);
}

/**
 * The directions in which a ball may be released without a push: towards one's area, or from beyond
 * the centre.
 */
export function directions(arc: ThrowArc): { from: number; to: number }[] {
  if (arc === null || arc[1] >= 3600) return [];
  const [from, to] = [Math.ceil(arc[0]) + INSIDE, Math.floor(arc[0] + arc[1]) - INSIDE];
  return [0, 1800].map((side) => ({ from: turn(from + side), to: turn(to + side) }));
}

/**
 * Where a ball is held that a hand has pulled beyond the base: within the allowed distances, in
 * front of its area.
 */
export function held(
  table: TableView,
  arc: ThrowArc,
  most: number,
  [x, y]: [number, number],
): [number, number] {
  const out = Math.max(Math.hypot(x, y), 1e-9);
  // After rounding to tenths it must still be far enough out.
  const far = Math.min(most, Math.max(table.nearest_release + 0.1, out));
  const angle = toAngle(x, y);
  const allowed = nearest(directions(arc), angle) ?? angle;
  if (allowed === angle) return [(x / out) * far, (y / out) * far];
  const direction = radians(allowed);
  return [Math.cos(direction) * far, Math.sin(direction) * far];
}

/**
 * A release from an allowed position, with as much of the hand's sideways speed as is legal (S13).
 */
export function limited(table: TableView, arc: ThrowArc, release: Release): Release {
  const out = Math.hypot(release.x, release.y);
  const [ux, uy] = [release.x / out, release.y / out];
  const along = release.vx * ux + release.vy * uy;
  const aside = release.vy * ux - release.vx * uy;
  const pushed = (share: number): Release =>
    rounded({
      x: release.x,
      y: release.y,
      vx: along * ux - aside * share * uy,
      vy: along * uy + aside * share * ux,
    });
  const whole = pushed(1);
  if (isLegal(table, arc, whole)) return whole;
  let best = rounded({ x: release.x, y: release.y, vx: 0, vy: 0 });
  let [least, most] = [0, 1];
  for (let step = 0; step < HALVINGS; step += 1) {
    const share = step === 0 ? 0 : (least + most) / 2;
    const next = pushed(share);
    if (isLegal(table, arc, next)) {
      best = next;
      least = share;
    } else most = share;
  }
  return best;
}

function within([start, extent]: readonly [number, number], angle: number): boolean {
  const ahead = (((angle - start) % 3600) + 3600) % 3600;
  return ahead > 0 && ahead < extent;
}

function height(table: TableView, out: number): number {
  const length = table.string_length;
  return table.ball_rest + length - Math.sqrt(Math.max(0, length * length - out * out));
}

/**
 * Whether the ball's energy is enough for the tangential speed that its angular momentum requires
 * at a distance.
 */
function comesWithin(table: TableView, p: Point, v: Point, distance: number): boolean {
  const speed = (p[0] * v[1] - p[1] * v[0]) / distance;
  const fall = p[2] - height(table, distance);
  return speed * speed <= dot(v, v) + 2 * table.gravity * fall;
}

/** Where the ring is crossed between two points, as a direction; `null` if it is not. */
function onRing(ring: number, from: Point, to: Point): number | null {
  const beyond = (point: Point): number => point[0] * point[0] + point[1] * point[1] - ring * ring;
  const start = beyond(from);
  if (start < 0 === beyond(to) < 0) return null;
  const [sx, sy] = [to[0] - from[0], to[1] - from[1]];
  const a = sx * sx + sy * sy;
  const b = from[0] * sx + from[1] * sy;
  const root = Math.sqrt(Math.max(0, b * b - a * start));
  const part = (start < 0 ? -b + root : -b - root) / a;
  const angle = (Math.atan2(from[1] + part * sy, from[0] + part * sx) * 1800) / Math.PI;
  return angle < 0 ? angle + 3600 : angle;
}

/** One step of Runge–Kutta, fourth order: gravity, and the string that keeps the ball on its sphere. */
function advance(table: TableView, p: Point, v: Point): [Point, Point] {
  const dt = 1 / table.steps_per_second;
  const a1 = acceleration(table, p, v);
  const [p2, v2] = [add(p, v, dt / 2), add(v, a1, dt / 2)];
  const a2 = acceleration(table, p2, v2);
  const [p3, v3] = [add(p, v2, dt / 2), add(v, a2, dt / 2)];
  const a3 = acceleration(table, p3, v3);
  const [p4, v4] = [add(p, v3, dt), add(v, a3, dt)];
  const a4 = acceleration(table, p4, v4);
  const mean = (k1: Point, k2: Point, k3: Point, k4: Point): Point =>
    add(add(k1, k4, 1), add(k2, k3, 1), 2);
  return [add(p, mean(v, v2, v3, v4), dt / 6), add(v, mean(a1, a2, a3, a4), dt / 6)];
}

function acceleration(table: TableView, p: Point, v: Point): Point {
  const length = table.string_length;
  const arm: Point = [p[0], p[1], p[2] - table.ball_rest - length];
  const pull = (dot(v, v) - table.gravity * arm[2]) / (length * length);
  return add([0, 0, -table.gravity], arm, -pull);
}

function add(a: Point, b: Point, factor: number): Point {
  return [a[0] + b[0] * factor, a[1] + b[1] * factor, a[2] + b[2] * factor];
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
