/** The positions of the holes in the picture, and the paths of pegs along them. */

import { ofKind } from '../../boards/events';
import type { GameEvent, HoleView, View } from './view';

export interface Point {
  x: number;
  y: number;
}

/** A move: the holes it passes, and where a line then takes the peg. */
export interface Way {
  lane: number;
  holes: number[];
  warp: number | null;
}

const STEP_X = 25.6;
const STEP_Y = 23;
/** The goal has the number after the last hole. */
export const GOAL = 30;

export function key(hole: HoleView): string {
  return `${hole.seat}-${hole.hole}`;
}

/**
 * Seat 1's lane is on the left; from seat 2's side everything is mirrored, so that one's own lane
 * is on the left.
 */
export function place(x: number, y: number, near: number): Point {
  const side = near === 2 ? 24 - x : x;
  return { x: 60 + side * STEP_X, y: 70 + (33 - y) * STEP_Y };
}

export function goalOf({ shen_place: [x, y] }: View, near: number): Point {
  return place(x, y, near);
}

/** The position of a hole of a lane; numbers beyond the last are the goal. */
export function spot(view: View, near: number, lane: number, hole: number): Point {
  const found = view.holes.find((known) => known.seat === lane && known.hole === hole);
  return hole === GOAL || !found ? goalOf(view, near) : place(found.x, found.y, near);
}

/** The path of a reported move, if there was one. */
export function way(told: readonly GameEvent[]): Way | null {
  const [move] = ofKind(told, 'moved');
  if (!move) return null;
  return {
    lane: move.seat,
    holes: Array.from({ length: move.to - move.from + 1 }, (_, k) => move.from + k),
    warp: ofKind(told, 'warped')[0]?.to ?? null,
  };
}

/** The path of the last move as far as a view tells, if it was not seen happening. */
export function lastWay({ last }: View): Way | null {
  if (last?.from == null) return null;
  const to = last.to ?? GOAL;
  // A line may have led back or far ahead, so the passed holes are not known.
  const holes = [last.from, to];
  return { lane: last.seat, holes, warp: null };
}

/** The last hole before a line takes over. */
export function landing({ holes }: Way): number {
  return holes[holes.length - 1] ?? GOAL;
}

/** Where the peg ends up. */
export function end(found: Way): number {
  return found.warp ?? landing(found);
}

export function line(points: readonly Point[]): string {
  return points.map((p, k) => `${k === 0 ? 'M' : 'L'}${p.x} ${p.y}`).join('');
}

/** Numbers are outside the outer lanes and inside the inner columns, clear of stars and pegs. */
export function numberOffset(hole: HoleView, near: number): number {
  const outer = hole.x < 6 || hole.x > 18;
  const left = (near === 2 ? 24 - hole.x : hole.x) < 12;
  const distance = hole.nefer ? 40 : 27;
  return outer === left ? -distance : distance;
}

/** A warp line between two holes; one that would run along its lane is curved. */
export function warpLine(a: Point, b: Point, aside: number): string {
  if (Math.abs(a.x - b.x) >= 2) return line([a, b]);
  return `M${a.x} ${a.y}Q${a.x + aside} ${(a.y + b.y) / 2} ${b.x} ${b.y}`;
}
