/** The view of `logan` as its crate serialises it. */

export type Face = 'R' | 'P' | 'S' | '?';

export interface Cell {
  q: number;
  r: number;
}

export interface LoganView {
  phase: 'deal' | 'adding' | 'moving' | 'putting' | 'over';
  to_act: number | null;
  island: StoneView[];
  lifted: StoneView | null;
  hands: StoneInHand[][];
  open_cells: Cell[];
  last: { seat: number; action: string; cell: Cell; from: Cell | null; flipped: Cell[] } | null;
  rows: Cell[][];
  turns: number;
  limit: number | null;
  memory_aid: boolean;
  outcome: unknown;
}

export interface StoneView {
  cell: Cell;
  up: Face;
  back: Face;
  possible: Face[] | null;
}

export interface StoneInHand {
  shown: Face;
  back: Face;
  possible: Face[] | null;
}
