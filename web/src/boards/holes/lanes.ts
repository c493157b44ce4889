/** Where the holes lie in the picture, and the ways that pegs take along them. */

import type { Told } from '../types';
import type { HolesView, HoleView } from './view';

export interface Point {
  x: number;
  y: number;
}

/** A move: the holes that it goes through, and where a line then takes the peg. */
export interface Way {
  lane: number;
  holes: number[];
  warp: number | null;
}

const STEP_X = 25.6;
const STEP_Y = 23;
/** The goal is told as the hole after the last. */
const GOAL = 30;

export function key(hole: HoleView): string {
  return `${hole.seat}-${hole.hole}`;
}

/** Seat 1's lane is the left one; from seat 2's side everything is mirrored, so that one's own is left. */
export function place(x: number, y: number, near: number): Point {
  const side = near === 2 ? 24 - x : x;
  return { x: 60 + side * STEP_X, y: 70 + (33 - y) * STEP_Y };
}

export function goalOf({ shen_place: [x, y] }: HolesView, near: number): Point {
  return place(x, y, near);
}

/** Where a hole of a lane lies; what is beyond its last is the goal. */
export function spot(view: HolesView, near: number, lane: number, hole: number): Point {
  const found = view.holes.find((known) => known.seat === lane && known.hole === hole);
  return hole === GOAL || !found ? goalOf(view, near) : place(found.x, found.y, near);
}

/** The way of the move that was told of, if there was one. */
export function way(told: readonly Told[]): Way | null {
  const move = told.find((one) => one.event === 'moved');
  if (!move) return null;
  const from = Number(move['from']);
  const to = Number(move['to']);
  const warp = told.find((one) => one.event === 'warped');
  return {
    lane: Number(move['seat']),
    holes: Array.from({ length: to - from + 1 }, (_, k) => from + k),
    warp: warp ? Number(warp['to']) : null,
  };
}

/** The last hole before a line takes over. */
export function landing({ holes }: Way): number {
  return holes[holes.length - 1] ?? GOAL;
}

/** Where the peg comes to stand. */
export function end(found: Way): number {
  return found.warp ?? landing(found);
}

export function line(points: readonly Point[]): string {
  return points.map((p, k) => `${k === 0 ? 'M' : 'L'}${p.x} ${p.y}`).join('');
}

/** Numbers stand outside the outer lanes and inside the inner columns, clear of stars and pegs. */
export function numberOffset(hole: HoleView, near: number): number {
  const outer = hole.x < 6 || hole.x > 18;
  const left = (near === 2 ? 24 - hole.x : hole.x) < 12;
  const distance = hole.nefer ? 40 : 27;
  return outer === left ? -distance : distance;
}
