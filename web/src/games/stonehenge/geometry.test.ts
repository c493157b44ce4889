import { describe, expect, it } from 'vitest';
import { travel } from '../../boards/roving';
import { ends, GROUND, PLACES, PLATE } from './geometry';
import type { LineView } from './view';

/** The radius of a druid in the picture. */
const DRUID = 41;

/** The lines of Stonehenge by their cells, and their names. */
const LINES = [
  'AB',
  'CDE',
  'FGHI',
  'JKLMN',
  'OPQR',
  'ACFJ',
  'BDGKO',
  'EHLP',
  'IMQ',
  'NR',
  'BEIN',
  'ADHMR',
  'CGLQ',
  'FKP',
  'JO',
];
const NAMES = [
  'r1',
  'r2',
  'r3',
  'r4',
  'r5',
  'd1',
  'd2',
  'd3',
  'd4',
  'd5',
  'u1',
  'u2',
  'u3',
  'u4',
  'u5',
];

describe('the keyboard', () => {
  it('reaches every crossing from every other', () => {
    for (const start of PLACES) {
      const reached = new Set([start.id]);
      const queue = [start.id];
      for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
        for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
          const next = travel(PLACES, at, key);
          if (next !== null && !reached.has(next)) {
            reached.add(next);
            queue.push(next);
          }
        }
      }
      expect(reached.size).toBe(18);
    }
  });

  it('goes where the arrow points, and no further than the edge', () => {
    expect(travel(PLACES, 'C', 'ArrowRight')).toBe('D');
    expect(travel(PLACES, 'D', 'ArrowLeft')).toBe('C');
    expect(travel(PLACES, 'A', 'ArrowUp')).toBeNull();
    expect(travel(PLACES, 'A', 'x')).toBeNull();
  });
});

describe('the picture', () => {
  it('puts the megaliths in places of their own', () => {
    const places = LINES.map((cells, k) =>
      ends({
        line: NAMES[k] ?? '',
        cells: [...cells],
        totals: [0, 0],
        empty: 0,
        dominated_by: null,
        marked_by: null,
      }),
    );
    for (const [k, one] of places.entries()) {
      for (const other of places.slice(k + 1)) {
        const apart = Math.hypot(
          one.megalith.x - other.megalith.x,
          one.megalith.y - other.megalith.y,
        );
        expect(apart).toBeGreaterThan(40);
      }
    }
  });

  it('puts the sums of a line where no druid is', () => {
    for (const [k, cells] of LINES.entries()) {
      const { totals } = ends({ line: NAMES[k], cells: [...cells] } as LineView);
      for (const { x, y } of PLACES) {
        const dx = Math.max(0, Math.abs(totals.x - x) - PLATE.width / 2);
        const dy = Math.max(0, Math.abs(totals.y - y) - PLATE.height / 2);
        expect(Math.hypot(dx, dy)).toBeGreaterThan(DRUID);
      }
      // All of them are within the picture.
      expect(totals.x - PLATE.width / 2).toBeGreaterThan(GROUND.x);
      expect(totals.x + PLATE.width / 2).toBeLessThan(GROUND.x + GROUND.width);
      expect(totals.y + PLATE.height / 2).toBeLessThan(GROUND.y + GROUND.height);
    }
  });
});
