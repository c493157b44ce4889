/** The positions of the cells and the ends of the lines in the picture. */

import type { Place } from '../../boards/roving';
import type { LineView } from './view';

export interface Point {
  x: number;
  y: number;
}

export const STEP = 132;
/** The picture. */
export const GROUND = { x: 26, y: 48, width: 808, height: 700 };
export const VIEW_BOX = `${GROUND.x} ${GROUND.y} ${GROUND.width} ${GROUND.height}`;

const ROWS = [2, 3, 4, 5, 4];

/** The cells A to R with their centres. */
export const PLACES: readonly Place[] = ROWS.flatMap((length, row) => {
  const i = row + 1;
  // The last row lacks both corners, so its first cell is the second of the full triangle.
  const first = row === ROWS.length - 1 ? 1 : 0;
  return Array.from({ length }, (_, k) => ({ ...at(i, first + k), row }));
}).map(({ x, y }, index) => ({ id: String.fromCharCode(65 + index), x, y }));

function at(i: number, j: number): Point {
  return { x: 430 + (j - i / 2) * STEP, y: 168 + (i - 1) * STEP * Math.sqrt(0.75) };
}

/** The plate with the totals of a line. */
export const PLATE = { width: 80, height: 36 };

const CENTERS = new Map(PLACES.map((place) => [place.id, place]));

export function center(cell: string): Point {
  return CENTERS.get(cell) ?? { x: 0, y: 0 };
}

/**
 * The two ends of a line; the megalith stands at the second. Rows end on the left, falling lines
 * above, rising lines below, so that no two megaliths meet.
 */
export function ends(line: LineView): Record<'tail' | 'head' | 'megalith' | 'totals', Point> {
  const first = center(line.cells[0] ?? '');
  const last = center(line.cells[line.cells.length - 1] ?? '');
  const [tail, head] = line.line.startsWith('u') ? [first, last] : [last, first];
  const length = Math.hypot(head.x - tail.x, head.y - tail.y);
  const dx = ((head.x - tail.x) / length) * STEP;
  const dy = ((head.y - tail.y) / length) * STEP;
  const beyond = (from: Point, by: number): Point => ({ x: from.x + dx * by, y: from.y + dy * by });
  return {
    tail: beyond(tail, -0.44),
    head: beyond(head, 0.44),
    megalith: beyond(head, 0.66),
    // A plate is wider than high, so it needs more distance beside a druid than above or below one.
    totals: beyond(tail, dy === 0 ? -0.72 : -0.62),
  };
}
