import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toAngle } from './angles';
import { notation, rounded, type Release } from './pull';
import type { TableView } from './view';
import { follow, held, isLegal, limited, type ThrowArc } from './way';

/** The rules' results for the table and many throws; a test of the rules reads the same file. */
const [measures = '', ...throws] = readFileSync(
  new URL('../../../../games/sun/tests/data/ways.txt', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const table = Object.fromEntries(
  [...measures.matchAll(/(\w+) ([\d.]+)/g)].map(([, name, value]) => [name, Number(value)]),
) as TableView;

function read(text: string): Release {
  const [x = 0, y = 0, vx = 0, vy = 0] = text.slice(1).split(',').map(Number);
  return { x: x / 10, y: y / 10, vx, vy };
}

describe('a free way', () => {
  it('crosses the ring where the rules say, or does not come across the base', () => {
    for (const line of throws) {
      const [action = '', ...written] = line.split(' ');
      const { crossing } = follow(table, read(action));
      expect(crossing !== null, line).toBe(written.length === 2);
      if (!crossing) continue;
      expect(crossing.entry, line).toBeCloseTo(Number(written[0]), 2);
      expect(crossing.exit, line).toBeCloseTo(Number(written[1]), 2);
    }
  });

  it('goes around the base with a push of 900 mm/s to the side, and is not legal', () => {
    const around = read('t3400,0,0,900');
    expect(follow(table, around).crossing).toBeNull();
    expect(isLegal(table, null, around)).toBe(false);
  });

  it('leads through the own area on the near or the far side, or is not legal', () => {
    const across = read('t3400,0,0,0');
    expect(isLegal(table, null, across)).toBe(true);
    expect(isLegal(table, [3500, 200], across)).toBe(true);
    expect(isLegal(table, [1700, 200], across)).toBe(true);
    expect(isLegal(table, [100, 1600], across)).toBe(false);
    expect(isLegal(table, [1900, 1600], across)).toBe(false);
  });

  it('begins at the hand and ends beyond the base on the other side', () => {
    const { points } = follow(table, read('t3400,0,0,0'));
    expect(points[0]?.slice(0, 2)).toEqual([340, 0]);
    expect(points.at(-1)?.[0]).toBeLessThan(-table.base_radius);
  });
});

describe('a hand', () => {
  /** Pseudo-random numbers, the same in every run. */
  function* numbers(): Generator<number, never> {
    for (let seed = 7; ; seed = (seed * 48271) % 2147483647) yield seed / 2147483647;
  }
  const random = numbers();
  const between = (low: number, high: number): number => low + random.next().value * (high - low);

  it(
    'that flicks the ball in any way from anywhere makes a legal throw',
    { timeout: 120_000 },
    () => {
      for (let count = 0; count < 400; count += 1) {
        // The narrowest area between two touching stones is about ten degrees wide.
        const arc: ThrowArc = count % 4 === 0 ? null : [between(0, 3600), between(95, 1800)];
        const hand: [number, number] = [between(-900, 900), between(-900, 900)];
        if (Math.hypot(...hand) < table.base_radius) continue;
        const [x, y] = held(table, arc, 840, hand);
        const speed = between(0, 1500);
        const way = between(0, 2 * Math.PI);
        const wish = { x, y, vx: speed * Math.cos(way), vy: speed * Math.sin(way) };
        const release = limited(table, arc, wish);
        expect(isLegal(table, arc, release), `${notation(wish)} in ${arc?.join()}`).toBe(true);
        expect(rounded(release)).toEqual(release);
      }
    },
  );

  it('keeps its own speed where that is legal', () => {
    const wish = { x: 330, y: 0, vx: -400, vy: 120 };
    expect(limited(table, null, wish)).toEqual(wish);
  });

  it('loses only what is too much of its sideways speed', () => {
    const release = limited(table, null, { x: 330, y: 0, vx: -300, vy: 1200 });
    expect(release.vx).toBe(-300);
    expect(release.vy).toBeGreaterThan(100);
    expect(isLegal(table, null, { ...release, vy: release.vy + 2 })).toBe(false);
  });

  it('holds the ball no nearer than an open palm, and before its area', () => {
    const arc: ThrowArc = [300.4, 400];
    const [x, y] = held(table, arc, 840, [200, -10]);
    expect(Math.hypot(x, y)).toBeCloseTo(320.1);
    expect(toAngle(x, y)).toBe(304);
    // On the far side the area is beyond the centre.
    expect(toAngle(...held(table, arc, 840, [-330, -260]))).toBe(toAngle(-330, -260));
    expect(Math.hypot(...held(table, arc, 840, [900, 700]))).toBeCloseTo(840);
  });
});
