/**
 * The selection at the table, and the effects of pointer, sliders and keys. Angles are in tenths of
 * a degree.
 */

import type { Step } from '../../boards/step';
import { ahead, nearest, radians, toAngle, turn, type Arc } from './angles';
import { notation, type Release } from './pull';
import type { StoneView, View } from './view';
import { directions, held } from './way';

export interface Selection {
  /** The chosen stone of the stock. */
  chosen: number | null;
  /** Whether a gate is being made instead of standing a stone. */
  gating: boolean;
  /** The stone that will lie across. */
  lintel: number | null;
  /** How far the stone is turned from the ring's direction. */
  skew: number;
  /** The direction and the distance shown by the sliders. */
  angle: number;
  distance: number;
  /**
   * What a click would do at the pointer: an action, `lintel N`, or `ball` if it can be grabbed.
   */
  pointed: string | null;
}

export const NOTHING: Selection = {
  chosen: null,
  gating: false,
  lintel: null,
  skew: 0,
  angle: 0,
  distance: 400,
  pointed: null,
};

export interface Situation {
  view: View;
  /** The phase, if this screen can act in it. */
  phase: View['phase'] | null;
}

/** What is under the pointer. */
export interface Hit {
  stone: number | null;
  /** The position on the table, in millimetres from the centre. */
  at: readonly [number, number] | null;
  ball: boolean;
}

/** A stone is turned in steps of 15 degrees, up to 45 to either side. */
const TWIST = 150;
const MOST_TWIST = 450;
/** Nearer to the centre than this the direction for the marker is ambiguous, in millimetres. */
const CENTRE = 60;
/** Nearer to the centre than this share of the radius, the ring is not meant. */
const INNER = 0.45;

export function furthestPull({ table }: View): number {
  return table.string_length * 0.6;
}

/** The stone that would be built: the chosen one, or the first of the stock that fits somewhere. */
export function stoneOf({ chosen }: Selection, { view }: Situation): StoneView | null {
  const stock = view.stones.filter((stone) => stone.place === 'stock');
  return (
    stock.find((known) => known.stone === chosen) ??
    stock.find((known) => standingArcs(view, known.stone).length > 0) ??
    null
  );
}

/** Where something can be placed now, on the ring or around the base. */
export function arcsOf(selection: Selection, situation: Situation): Arc[] {
  const { view, phase } = situation;
  if (phase === 'marker') return view.legal.markers.map(([from, to]) => ({ from, to }));
  const stone = phase === 'build' && !selection.gating ? stoneOf(selection, situation) : null;
  return stone ? standingArcs(view, stone.stone) : [];
}

/** The possible gates, with the chosen lintel if there is one. */
export function gatesOf({ lintel }: Selection, { view }: Situation): [number, number, number][] {
  return view.legal.gates.filter(([top]) => lintel === null || top === lintel);
}

/** What the pointer would do here: on the ring, on a stone, or outside the base. */
export function pointAt(selection: Selection, situation: Situation, hit: Hit): string | null {
  switch (situation.phase) {
    case 'throw':
      return hit.ball ? 'ball' : null;
    case 'marker': {
      if (!hit.at || Math.hypot(...hit.at) <= CENTRE) return null;
      const free = nearest(arcsOf(selection, situation), toAngle(...hit.at));
      return free === null ? null : `m@${free}`;
    }
    case 'build':
      return selection.gating
        ? pointGate(selection, situation, hit.stone)
        : pointStone(selection, situation, hit);
    default:
      return null;
  }
}

/** Points at something; the slider follows, so that button and keyboard continue from there. */
export function follow(selection: Selection, pointed: string | null): Selection {
  const at = /@(\d+)/.exec(pointed ?? '')?.[1];
  return { ...selection, pointed, angle: at === undefined ? selection.angle : Number(at) };
}

/**
 * A click on what is pointed at. A finger cannot hover: the first touch previews, and the button
 * below confirms.
 */
export function click(
  selection: Selection,
  pointed: string | null,
  byTouch: boolean,
): Step<Selection> {
  const next = follow(selection, pointed);
  if (pointed === null || pointed === 'ball') return { selection: next };
  if (pointed.startsWith('lintel ')) {
    return { selection: { ...next, lintel: Number(pointed.slice(7)) } };
  }
  return byTouch ? { selection: next } : play(next, pointed);
}

/** Plays an action; only the sliders' values are kept. */
export function play({ angle, distance }: Selection, action: string): Step<Selection> {
  return { selection: { ...NOTHING, angle, distance }, act: action };
}

/** The action of the button below the table; `null` if there is none. */
export function readyAction(selection: Selection, situation: Situation): string | null {
  const { phase, view } = situation;
  const { pointed, gating, angle, distance } = selection;
  if (phase === 'throw') return notation(still(ballPlace(view, angle, distance)));
  if (phase === 'build' && gating) return pointed?.startsWith('g') ? pointed : null;
  if (phase === 'build' && pointed?.includes('^')) return pointed;
  const at = nearest(arcsOf(selection, situation), angle);
  return at === null ? null : putAt(selection, situation, at);
}

/** The direction slider was moved: points at the nearest possible place. */
export function slide(selection: Selection, situation: Situation, angle: number): Selection {
  const at = nearest(arcsOf(selection, situation), angle) ?? selection.angle;
  return { ...selection, angle: at, pointed: putAt(selection, situation, at) };
}

/** Turns the stone in hand by one step. */
export function twist(selection: Selection, situation: Situation): Selection {
  const skew = selection.skew >= MOST_TWIST ? -MOST_TWIST : selection.skew + TWIST;
  return slide({ ...selection, skew }, situation, selection.angle);
}

/** Aims with the sliders, in a direction that leads through one's own area. */
export function aim(
  selection: Selection,
  { view }: Situation,
  angle: number,
  distance: number,
): Selection {
  const allowed = nearest(directions(view.legal.throw_arc), turn(angle));
  return { ...selection, angle: allowed ?? turn(angle), distance };
}

/** The controls start with an aim through the middle of one's own area. */
export function firstAim(selection: Selection, { view }: Situation): Selection {
  const { throw_arc: arc } = view.legal;
  const distance = Math.min(furthestPull(view), view.table.nearest_release + 60);
  return { ...selection, angle: arc ? turn(arc[0] + arc[1] / 2) : clearest(view), distance };
}

/** Where the ball may pass anywhere: the direction that is furthest from all stones, on both sides of the centre. */
function clearest({ stones }: View): number {
  const standing = stones.flatMap(({ place, position }) =>
    position && place !== 'taken' ? [toAngle(position[0], position[1])] : [],
  );
  const room = (angle: number): number =>
    Math.min(...standing.map((stone) => 900 - Math.abs((ahead(stone, angle) % 1800) - 900)));
  const directions = Array.from({ length: 24 }, (_, k) => k * 75);
  return directions.reduce((best, angle) => (room(angle) > room(best) ? angle : best), 0);
}

export function chooseStone(selection: Selection, stone: number): Selection {
  return { ...selection, chosen: stone, gating: false, pointed: null };
}

/** Starts making a gate, or returns to standing a stone. */
export function toggleGate(selection: Selection): Selection {
  return { ...selection, gating: !selection.gating, lintel: null, pointed: null };
}

/** The state for the prompt: the steps of a gate. */
export function stepOf({ gating, lintel }: Selection): string | null {
  return gating ? (lintel === null ? 'lintel' : 'gate') : null;
}

/**
 * A position where the ball may be released: with one's area in front of it, or beyond the centre.
 */
export function ballPlace(view: View, angle: number, distance: number): [number, number] {
  const direction = radians(angle);
  const at: [number, number] = [Math.cos(direction) * distance, Math.sin(direction) * distance];
  return held(view.table, view.legal.throw_arc, furthestPull(view), at);
}

/** A release by a hand at rest. */
export function still([x, y]: [number, number]): Release {
  return { x, y, vx: 0, vy: 0 };
}

function standingArcs(view: View, stone: number): Arc[] {
  const own = view.legal.arcs.filter((arc) => arc.stone === stone);
  return own.map(({ from, to }) => ({ from, to }));
}

/** The action that places the marker or the stone in hand in a direction. */
function putAt(selection: Selection, situation: Situation, angle: number): string | null {
  if (situation.phase === 'marker') return `m@${angle}`;
  const stone = stoneOf(selection, situation);
  const skew = selection.skew === 0 ? '' : `/${selection.skew}`;
  return stone ? `b${stone.stone}@${angle}${skew}` : null;
}

function pointGate(
  selection: Selection,
  situation: Situation,
  stone: number | null,
): string | null {
  if (stone === null) return null;
  const gates = gatesOf(selection, situation);
  if (selection.lintel === null) {
    return gates.some(([top]) => top === stone) ? `lintel ${stone}` : null;
  }
  const gate = gates.find(([, left, right]) => left === stone || right === stone);
  return gate ? `g${gate[0]}=${gate[1]},${gate[2]}` : null;
}

function pointStone(selection: Selection, situation: Situation, hit: Hit): string | null {
  const { view } = situation;
  const stone = stoneOf(selection, situation);
  if (!stone) return null;
  if (view.legal.tops.some(([top, on]) => top === stone.stone && on === hit.stone)) {
    return `b${stone.stone}^${hit.stone}`;
  }
  if (!hit.at || Math.hypot(...hit.at) < view.table.ring_radius * INNER) return null;
  const free = nearest(arcsOf(selection, situation), toAngle(...hit.at));
  return free === null ? null : putAt(selection, situation, free);
}
