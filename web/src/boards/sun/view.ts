/** The view of `sun` as its crate serialises it. Lengths are millimetres, angles tenths of a degree. */

export interface SunView {
  table: {
    base_radius: number;
    base_thickness: number;
    ring_radius: number;
    ball_radius: number;
    ball_rest: number;
    string_length: number;
    nearest_release: number;
  };
  stones: StoneView[];
  areas: AreaView[];
  markers: { seat: number; angle: number; closed: boolean }[];
  phase: 'build' | 'marker' | 'throw' | 'tremor' | 'seal' | 'over';
  to_act: number | null;
  active: number;
  first_turn: boolean;
  score: number[];
  legal: {
    arcs: { stone: number; from: number; to: number }[];
    tops: [number, number][];
    gates: [number, number, number][];
    markers: [number, number][];
    throw_arc: [number, number] | null;
  };
  last_throw: {
    seat: number;
    place: [number, number];
    push: [number, number];
    taken: number[];
    touched: number[];
  } | null;
  last: string | null;
  result: string | null;
}

export interface StoneView {
  stone: number;
  size: [number, number, number];
  place: 'stock' | 'ground' | 'top' | 'lintel' | 'taken';
  on: number[];
  taken_by: number | null;
  position: [number, number, number] | null;
  rotation: [number, number, number, number] | null;
}

export interface AreaView {
  from: number;
  to: number;
  from_angle: number;
  extent: number;
  free_way: number | null;
  open: boolean;
  gate: number | null;
  seats: number[];
}
