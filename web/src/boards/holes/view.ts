/** The view of `holes` as its crate serialises it. */

export interface HolesView {
  holes: HoleView[];
  lines: [number, number][];
  shen_place: [number, number];
  sides: SideView[];
  phase: 'opening' | 'throw' | 'act' | 'over';
  to_throw: number | null;
  to_act: number | null;
  pending: number | null;
  sticks: { seat: number; score: number; marked: boolean[] } | null;
  throws: (number | null)[];
  last: { seat: number; action: string; from: number | null; to: number | null } | null;
  pieces: number;
  recover: 'all' | 'one';
  warp_passes_nefer: boolean;
  score: number[];
  outcome: unknown;
}

export interface HoleView {
  seat: number;
  hole: number;
  x: number;
  y: number;
  nefer: boolean;
  warps_to: number | null;
  piece: boolean;
  movable: boolean;
}

export interface SideView {
  seat: number;
  lane: number[];
  hand: number;
  shen: number;
  removed: number;
  stranded: boolean;
}
