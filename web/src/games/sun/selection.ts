/**
 * The selection at the table, and the effects of pointer, sliders and keys. Angles are in tenths of
 * a degree.
 */

import type { Step } from '../../boards/step';
import { ahead, nearest, radians, toAngle, turn, type Arc } from './angles';
import { read } from './notation';
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
  /** Something that is no part of a gate was clicked while one was being made. */
  missed: boolean;
  /** How far the stone is turned from the ring's direction. */
  skew: number;
  /** The direction and the distance shown by the sliders. */
  angle: number;
  distance: number;
  /**
   * What a click would do at the pointer: an action, `lintel N`, or `ball` if it can be grabbed.
   */
  pointed: string | null;
  /** What a hint or a finger has set the controls to: the button plays exactly this. */
  ready: string | null;
}

export const NOTHING: Selection = {
  chosen: null,
  gating: false,
  lintel: null,
  missed: false,
  skew: 0,
  angle: 0,
  distance: 400,
  pointed: null,
  ready: null,
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
/** A marker goes to the nearest place in an area, but not to one that is further away than this: nobody meant it. */
const BESIDE = 200;
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
      const angle = toAngle(...hit.at);
      const free = nearest(arcsOf(selection, situation), angle);
      if (free === null || Math.min(ahead(free, angle), ahead(angle, free)) > BESIDE) return null;
      return `m@${free}`;
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
  // What the controls were set to stays: the pointer may only be on its way to the button.
  const at = selection.ready === null ? /@(\d+)/.exec(pointed ?? '')?.[1] : undefined;
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
  const next = follow({ ...selection, ready: null, missed: false }, pointed);
  if (pointed === null) return { selection: { ...next, missed: next.gating } };
  if (pointed === 'ball') return { selection: next };
  if (pointed.startsWith('lintel ')) {
    return { selection: { ...next, lintel: Number(pointed.slice(7)) } };
  }
  return byTouch ? { selection: { ...next, ready: pointed } } : play(next, pointed);
}

/** Sets the controls to an action, as a hint does: the button plays exactly it, and what is changed is changed from there. */
export function adopt(selection: Selection, situation: Situation, action: string): Selection {
  const { phase } = situation;
  const deed = read(action);
  const set = { ...NOTHING, angle: selection.angle, distance: selection.distance, ready: action };
  switch (deed?.does) {
    case 'stand':
      if (phase !== 'build') return selection;
      return { ...set, chosen: deed.stone, angle: deed.angle, skew: deed.skew };
    case 'top':
      return phase === 'build' ? { ...set, chosen: deed.stone } : selection;
    case 'gate':
      return phase === 'build' ? { ...set, gating: true, lintel: deed.top } : selection;
    case 'marker':
      return phase === 'marker' ? { ...set, angle: deed.angle } : selection;
    case 'throw':
      if (phase !== 'throw') return selection;
      return { ...aimAt(selection, situation, [deed.release.x, deed.release.y]), ready: action };
    default:
      return selection;
  }
}

/** What was pointed at or set belongs to a position, which is another one now. */
export function forget(selection: Selection): Selection {
  return { ...selection, pointed: null, ready: null, missed: false };
}

/** Plays an action; only the sliders' values are kept. */
export function play({ angle, distance }: Selection, action: string): Step<Selection> {
  return { selection: { ...NOTHING, angle, distance }, act: action };
}

/** The action of the button below the table; `null` if there is none. */
export function readyAction(selection: Selection, situation: Situation): string | null {
  const { phase, view } = situation;
  const { pointed, gating, angle, distance, ready } = selection;
  if (ready !== null) return ready;
  if (phase === 'throw') return notation(still(ballPlace(view, angle, distance)));
  if (phase === 'build' && gating) return pointed?.startsWith('g') ? pointed : null;
  if (phase === 'build' && pointed?.includes('^')) return pointed;
  const at = nearest(arcsOf(selection, situation), angle);
  return at === null ? null : putAt(selection, situation, at);
}

/** The direction slider was moved: points at the nearest possible place. */
export function slide(selection: Selection, situation: Situation, angle: number): Selection {
  const at = nearest(arcsOf(selection, situation), angle) ?? selection.angle;
  return { ...selection, angle: at, pointed: putAt(selection, situation, at), ready: null };
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
  return { ...selection, angle: allowed ?? turn(angle), distance, ready: null };
}

/** The sliders follow a ball that a hand holds. */
export function aimAt(selection: Selection, { view }: Situation, at: [number, number]): Selection {
  const [x, y] = held(view.table, view.legal.throw_arc, furthestPull(view), at);
  return { ...selection, angle: toAngle(x, y), distance: Math.hypot(x, y), ready: null };
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
  return { ...forget(selection), chosen: stone, gating: false, lintel: null };
}

/** Starts making a gate, or returns to standing a stone. */
export function toggleGate(selection: Selection): Selection {
  return { ...forget(selection), gating: !selection.gating, lintel: null };
}

/** The state for the prompt: the steps of a gate. */
export function stepOf({ gating, lintel, missed, ready }: Selection): string | null {
  if (!gating) return null;
  if (ready !== null) return 'lay';
  if (missed) return lintel === null ? 'no_lintel' : 'no_upright';
  return lintel === null ? 'lintel' : 'gate';
}

/** The stones that can be chosen next for a gate. */
export function gateStones(selection: Selection, situation: Situation): Set<number> {
  if (!selection.gating) return new Set();
  const gates = gatesOf(selection, situation);
  return new Set(
    gates.flatMap(([top, ...uprights]) => (selection.lintel === null ? top : uprights)),
  );
}

/** The stones whose numbers matter now: those of a gate, or those on which the stone in hand can stand. */
export function numbered(selection: Selection, situation: Situation): Set<number> {
  const { view, phase } = situation;
  if (phase !== 'build') return new Set();
  if (selection.gating) {
    const chosen = selection.lintel === null ? [] : [selection.lintel];
    return new Set([...gateStones(selection, situation), ...chosen]);
  }
  const stone = stoneOf(selection, situation)?.stone;
  return new Set(view.legal.tops.flatMap(([top, on]) => (top === stone ? on : [])));
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
  const gate = gates.find(([, left, right]) => left === stone || right === stone);
  if (selection.lintel !== null && gate) return `g${gate[0]}=${gate[1]},${gate[2]}`;
  // Another stone may still be chosen to lie across.
  const isLintel = situation.view.legal.gates.some(([top]) => top === stone);
  return isLintel ? `lintel ${stone}` : null;
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
