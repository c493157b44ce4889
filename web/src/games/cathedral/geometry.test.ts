import { describe, expect, it } from 'vitest';
import { footprint, height, held, name, onBoard, slopes, spot, UNIT } from './geometry';

describe('the picture', () => {
  it('raises no roof over more than a fifth of the square behind it', () => {
    for (const piece of ['TA', 'ST', 'IN', 'BR', 'SQ', 'MA', 'AB', 'AC', 'IF', 'CA', 'TO', 'PP']) {
      expect(height(piece) / UNIT).toBeLessThan(0.2);
    }
  });

  it('holds a monument in the middle and keeps it on the board', () => {
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

  it('covers a monument with its roof, whatever its shape', () => {
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
});
