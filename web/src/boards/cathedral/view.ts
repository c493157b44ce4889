/** The view of `cathedral` as its crate serialises it. */

import type { Phrase } from '../../i18n';

export interface CathedralView {
  size: number;
  phase: 'people' | 'monument' | 'removal' | 'over';
  to_act: number | null;
  stuck: boolean;
  pieces: PieceView[];
  claimed: { seat: number; squares: string[] }[];
  trays: TrayView[][];
  people: TrayView | null;
  decision: { square: string; squares: string[]; region: string[] } | null;
  score: number[];
  last: string | null;
  last_squares: string[];
  outcome: unknown;
}

export interface PieceView {
  piece: string;
  name: Phrase;
  seat: number | null;
  rotation: number;
  square: string;
  squares: string[];
}

export interface TrayView {
  piece: string;
  name: Phrase;
  count: number;
  /** Squares as `[column, row]`, row 0 at the bottom, for each rotation. */
  rotations: [number, number][][];
}
