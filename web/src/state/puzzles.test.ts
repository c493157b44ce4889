import { describe, expect, it } from 'vitest';
import { nextNumber, readProgress, runOrder, withRun, withSolved } from './puzzles.svelte';

describe('progress with puzzles', () => {
  it('is read as far as it makes sense', () => {
    const none = { solved: {}, best: {} };
    for (const text of [null, '', '{', '7', '{"solved": 3, "best": []}'])
      expect(readProgress(text)).toEqual(none);
    expect(
      readProgress('{"solved": {"holes": [1, "x", 4, -1], "logan": 2}, "best": {"holes": 3}}'),
    ).toEqual({ solved: { holes: [1, 4] }, best: { holes: 3 } });
  });

  it('counts a puzzle once and keeps the best run', () => {
    const once = withSolved({ solved: {}, best: {} }, 'holes', 7);
    expect(once.solved).toEqual({ holes: [7] });
    expect(withSolved(once, 'holes', 7)).toBe(once);
    const best = withRun(once, 'holes', 5);
    expect(best.best).toEqual({ holes: 5 });
    expect(withRun(best, 'holes', 4)).toBe(best);
  });
});

describe('the next puzzle', () => {
  it('is the next one that is not solved', () => {
    expect(nextNumber(1, 5, [1, 2])).toBe(3);
    expect(nextNumber(5, 5, [5])).toBe(1);
    expect(nextNumber(2, 3, [1, 2, 3])).toBe(3);
  });

  it('of a run is harder than or as hard as the one before', () => {
    const grades = [3, 1, 2, 1, 5];
    const order = runOrder(grades, () => 0.5);
    expect(order.map((number) => grades[number - 1])).toEqual([1, 1, 2, 3, 5]);
    expect([...order].sort()).toEqual([1, 2, 3, 4, 5]);
  });
});
