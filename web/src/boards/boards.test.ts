import { describe, expect, it } from 'vitest';
import { footprint, held, name, onBoard, slopes, spot } from './cathedral/geometry';
import { center, frame } from './logan/geometry';
import { travel } from './roving';
import { speckle } from './speckle';
import { ends, PLACES } from './stonehenge/geometry';

describe('the keyboard', () => {
  it('reaches every crossing of Stonehenge from every other', () => {
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

describe('the pictures', () => {
  it('put the megaliths of a Stonehenge board in places of their own', () => {
    const lines = [
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
    const names = [
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
    const places = lines.map((cells, k) =>
      ends({
        line: names[k] ?? '',
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

  it('hold a monument in the middle and keep it on the board', () => {
    const tower: [number, number][] = [
      [0, 2],
      [1, 2],
      [1, 1],
      [2, 1],
      [2, 0],
    ];
    expect(name(held(tower, spot('e5')))).toBe('d4');
    for (const square of ['a1', 'j10', 'a10', 'j1']) {
      expect(footprint(tower, held(tower, spot(square))).every(onBoard)).toBe(true);
    }
  });

  it('cover a monument with its roof, whatever its shape', () => {
    const area = (path: string): number =>
      path
        .split('M')
        .filter(Boolean)
        .map((part) => {
          const points = part
            .replace('Z', '')
            .split('L')
            .map((pair) => pair.split(' ').map(Number));
          const twice = points.reduce((sum, [x = 0, y = 0], k) => {
            const [a = 0, b = 0] = points[(k + 1) % points.length] ?? [];
            return sum + x * b - a * y;
          }, 0);
          return Math.abs(twice) / 2;
        })
        .reduce((sum, part) => sum + part, 0);
    const shapes = {
      hip: [[0, 0]],
      ridge: [
        [0, 0],
        [1, 0],
        [2, 0],
      ],
      corner: [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
      square: [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ],
    };
    for (const cells of Object.values(shapes)) {
      const corners = cells.map(([x = 0, y = 0]) => ({ x: x * 60, y: y * 60 }));
      const roof = slopes(corners, 60, 12);
      const whole = Object.values(roof).reduce((sum, path: string) => sum + area(path), 0);
      expect(whole).toBeCloseTo(cells.length * 3600);
    }
    expect(slopes([{ x: 0, y: 0 }], 60, 12).flat).toBe('');
  });

  it('have the same grain on every screen', () => {
    expect(speckle(7, 3, 100, 6)).toBe(speckle(7, 3, 100, 6));
    expect(speckle(7, 3, 100, 6)).not.toBe(speckle(8, 3, 100, 6));
    expect(speckle(7, 3, 100).match(/M/g)).toHaveLength(3);
  });

  it('frame the whole island', () => {
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
});
