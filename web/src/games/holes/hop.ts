/** Animates a peg along its path. */

import { paced } from '../../state/settings.svelte';
import type { Point } from './lanes';

/**
 * The duration of a step from hole to hole and the maximum for a whole path, in milliseconds at
 * normal speed.
 */
const STEP = 220;
const LONGEST = 950;
/** How high a peg is lifted between two holes. */
const LIFT = 14;

/** The duration of a path over this many points. */
export function travelTime(points: number): number {
  return paced(Math.min(LONGEST, STEP * Math.max(2, points)));
}

/** The path as keyframes: in an arc over every hole. */
function frames(way: readonly Point[]): Keyframe[] {
  const at = ({ x, y }: Point): Keyframe => ({ transform: `translate(${x}px, ${y}px)` });
  return way.flatMap((point, k) => {
    const next = way[k + 1];
    if (!next) return [at(point)];
    const middle = { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 - LIFT };
    return [at(point), at(middle)];
  });
}

export function hop(
  node: SVGGElement,
  steps: readonly Point[],
): { update: (steps: readonly Point[]) => void } {
  let shown = '';
  const run = (way: readonly Point[]): void => {
    const text = JSON.stringify(way);
    if (text === shown) return;
    shown = text;
    const duration = travelTime(way.length);
    if (way.length < 2 || duration === 0) return;
    node.animate(frames(way), { duration, easing: 'ease-in-out' });
  };
  run(steps);
  return { update: run };
}
