/** Lets a peg hop along its way when it arrives. */

import { calmMotion } from '../../state/settings.svelte';

interface Step {
  x: number;
  y: number;
}

const LONGEST = 460;

export function hop(
  node: SVGGElement,
  steps: readonly Step[],
): { update: (steps: readonly Step[]) => void } {
  let shown = '';
  const run = (way: readonly Step[]): void => {
    const text = JSON.stringify(way);
    if (text === shown) return;
    shown = text;
    if (way.length < 2 || calmMotion()) return;
    const frames = way.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
    node.animate(frames, { duration: Math.min(LONGEST, 140 * way.length), easing: 'ease-in-out' });
  };
  run(steps);
  return { update: run };
}
