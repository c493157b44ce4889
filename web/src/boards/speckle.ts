/** Grain for drawn materials: a few strokes on a tile, the same on every screen. */

/** Pseudo-random numbers between 0 and 1, always the same. */
export function scatter(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Dots and short strokes on a square tile, as the path of a stroke with round ends. */
export function speckle(seed: number, count: number, tile: number, longest = 0): string {
  const next = scatter(seed);
  return Array.from({ length: count }, () => {
    const x = (next() * tile).toFixed(1);
    const y = (next() * tile).toFixed(1);
    const dx = ((next() - 0.5) * Math.min(longest, 6)).toFixed(1);
    const dy = (0.1 + next() * longest).toFixed(1);
    return `M${x} ${y}l${dx} ${dy}`;
  }).join('');
}
