/** The view of `stonehenge` as its crate serialises it. */

export interface StonehengeView {
  cells: CellView[];
  lines: LineView[];
  hands: HandView[];
  megaliths: number[];
  to_act: number | null;
  phase: 'druid' | 'marking' | 'full_board';
  manual_claims: boolean;
  hidden_druids: boolean;
  last: string | null;
  outcome: unknown;
}

export interface CellView {
  cell: string;
  seat: number | null;
  value: number | null;
  face_up: boolean;
}

export interface LineView {
  line: string;
  cells: string[];
  totals: number[];
  empty: number;
  dominated_by: number | null;
  marked_by: number | null;
}

export interface HandView {
  size: number;
  druids: number[] | null;
  unseen: number[];
}
