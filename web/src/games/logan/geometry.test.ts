import { expect, it } from 'vitest';
import { center, frame } from './geometry';

it('frames the whole island', () => {
  const cells = [
    { q: -5, r: 2 },
    { q: 4, r: -3 },
    { q: 0, r: 6 },
  ];
  const box = frame(cells);
  for (const cell of cells) {
    const { x, y } = center(cell);
    expect(x).toBeGreaterThan(box.x);
    expect(x).toBeLessThan(box.x + box.w);
    expect(y).toBeGreaterThan(box.y);
    expect(y).toBeLessThan(box.y + box.h);
  }
});
