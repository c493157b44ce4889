/** Squares, and how a block of stone is drawn on them. */

export const SIZE = 10;
export const UNIT = 60;
export const MARGIN = 46;
export const EXTENT = SIZE * UNIT + 2 * MARGIN;

export interface Spot {
  column: number;
  row: number;
}

export function spot(square: string): Spot {
  return { column: square.charCodeAt(0) - 97, row: Number(square.slice(1)) - 1 };
}

export function name({ column, row }: Spot): string {
  return `${String.fromCharCode(97 + column)}${row + 1}`;
}

/** All squares in reading order, from the top left. */
export const SQUARES: readonly string[] = Array.from({ length: SIZE * SIZE }, (_, k) =>
  name({ column: k % SIZE, row: SIZE - 1 - Math.floor(k / SIZE) }),
);

export function onBoard({ column, row }: Spot): boolean {
  return column >= 0 && column < SIZE && row >= 0 && row < SIZE;
}

/** The top left corner of a square in the picture; `turned` shows the board from the other side. */
export function corner({ column, row }: Spot, turned: boolean): { x: number; y: number } {
  const [c, r] = turned ? [SIZE - 1 - column, row] : [column, SIZE - 1 - row];
  return { x: MARGIN + c * UNIT, y: MARGIN + r * UNIT };
}

/**
 * The heights of the blocks, in picture units: towers are high, taverns low. A roof hides a part of
 * the square behind it, but never so much that the square or its contents could be missed.
 */
const HEIGHTS: Record<string, number> = {
  TA: 6,
  ST: 6,
  IN: 7,
  BR: 5,
  SQ: 8,
  MA: 8,
  AB: 9,
  AC: 9,
  IF: 8,
  CA: 10,
  TO: 11,
  PP: 11,
};

export function height(piece: string): number {
  return HEIGHTS[piece] ?? 7;
}

/** One square of a block: where it is, and which neighbours belong to the same block. */
export interface Brick {
  x: number;
  y: number;
  up: boolean;
  down: boolean;
  left: boolean;
  right: boolean;
  /** Whether the owner's sign is drawn here. */
  sign: boolean;
}

/** The bricks of a block, from back to front. */
export function bricks(corners: readonly { x: number; y: number }[], unit = UNIT): Brick[] {
  const has = (x: number, y: number): boolean =>
    corners.some((other) => Math.abs(other.x - x) < 1 && Math.abs(other.y - y) < 1);
  const found = corners.map(({ x, y }) => ({
    x,
    y,
    up: has(x, y - unit),
    down: has(x, y + unit),
    left: has(x - unit, y),
    right: has(x + unit, y),
    sign: false,
  }));
  const neighbours = (brick: Brick): number =>
    [brick.up, brick.down, brick.left, brick.right].filter(Boolean).length;
  const middle = found.reduce<Brick | undefined>(
    (best, brick) => (!best || neighbours(brick) > neighbours(best) ? brick : best),
    undefined,
  );
  if (middle) middle.sign = true;
  return found.sort((a, b) => a.y - b.y || a.x - b.x);
}

/** The slopes of a roof by direction, each as a path. */
export interface Slopes {
  up: string;
  right: string;
  down: string;
  left: string;
  flat: string;
}

type Point = readonly [number, number];

/**
 * A gabled roof over the bricks: its ridge runs through the centres of connected squares, ends are
 * hipped, and inner corners have a valley. Four quarters per brick, each facing one or two
 * directions.
 */
export function slopes(
  corners: readonly { x: number; y: number }[],
  unit: number,
  lift: number,
): Slopes {
  const found: Slopes = { up: '', right: '', down: '', left: '', flat: '' };
  const has = (x: number, y: number): boolean =>
    corners.some((other) => Math.abs(other.x - x) < 1 && Math.abs(other.y - y) < 1);
  const add = (way: keyof Slopes, ...points: Point[]): void => {
    found[way] += `M${points.map((point) => point.join(' ')).join('L')}Z`;
  };
  for (const { x, y } of corners) {
    const [cx, cy] = [x + unit / 2, y + unit / 2 - lift];
    for (const sx of [-1, 1] as const) {
      for (const sy of [-1, 1] as const) {
        const beside = has(x + sx * unit, y);
        const beyond = has(x, y + sy * unit);
        const across = has(x + sx * unit, y + sy * unit);
        const [ex, ey] = [cx + (sx * unit) / 2, cy + (sy * unit) / 2];
        const middle: Point = [cx, cy];
        const edge: Point = [ex, ey];
        const side: Point = [ex, cy];
        const end: Point = [cx, ey];
        const sideways = sx < 0 ? 'left' : 'right';
        const lengthways = sy < 0 ? 'up' : 'down';
        if (beside && beyond && across) add('flat', middle, side, edge, end);
        else if (beside === beyond) {
          add(beside ? lengthways : sideways, middle, side, edge);
          add(beside ? sideways : lengthways, middle, edge, end);
        } else add(beyond ? sideways : lengthways, middle, side, edge, end);
      }
    }
  }
  return found;
}

/** The squares of a footprint whose bounding box has its bottom left corner on `at`. */
export function footprint(cells: readonly [number, number][], at: Spot): Spot[] {
  return cells.map(([column, row]) => ({ column: at.column + column, row: at.row + row }));
}

/** The position of the bounding box such that the pointer holds the footprint in its middle. */
export function held(cells: readonly [number, number][], pointer: Spot): Spot {
  const width = Math.max(...cells.map(([column]) => column));
  const depth = Math.max(...cells.map(([, row]) => row));
  const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);
  return {
    column: clamp(pointer.column - Math.floor(width / 2), SIZE - 1 - width),
    row: clamp(pointer.row - Math.floor(depth / 2), SIZE - 1 - depth),
  };
}

/** Where the pointer holds a footprint at `at`: in its middle. */
export function grip(cells: readonly [number, number][], at: Spot): Spot {
  const width = Math.max(...cells.map(([column]) => column));
  const depth = Math.max(...cells.map(([, row]) => row));
  return { column: at.column + Math.floor(width / 2), row: at.row + Math.floor(depth / 2) };
}
