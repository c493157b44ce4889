import { describe, expect, it } from 'vitest';
import {
  adopt,
  aim,
  aimAt,
  arcsOf,
  chooseStone,
  click,
  firstAim,
  follow,
  forget,
  gatesOf,
  gateStones,
  NOTHING,
  numbered,
  play,
  pointAt,
  readyAction,
  slide,
  stepOf,
  stoneOf,
  toggleGate,
  twist,
  type Hit,
  type Situation,
} from './selection';
import type { View } from './view';

const view = {
  table: {
    ring_radius: 125,
    base_radius: 150,
    ball_radius: 20,
    string_length: 1400,
    nearest_release: 320,
  },
  stones: [
    { stone: 1, place: 'stock' },
    { stone: 2, place: 'ground' },
    { stone: 3, place: 'stock' },
  ],
  legal: {
    arcs: [
      { stone: 3, from: 0, to: 900 },
      { stone: 1, from: 1800, to: 2000 },
    ],
    tops: [[3, 2]],
    gates: [
      [2, 5, 6],
      [4, 6, 7],
    ],
    markers: [[100, 200]],
    throw_arc: [300, 400],
  },
} as unknown as View;
const at = (phase: View['phase'] | null): Situation => ({ view, phase });
const hit = (extra: Partial<Hit>): Hit => ({ stone: null, at: null, ball: false, ...extra });

describe('building', () => {
  it('takes the chosen stone, or the first that fits somewhere', () => {
    expect(stoneOf(NOTHING, at('build'))?.stone).toBe(1);
    expect(stoneOf(chooseStone(NOTHING, 3), at('build'))?.stone).toBe(3);
    expect(arcsOf(chooseStone(NOTHING, 3), at('build'))).toEqual([{ from: 0, to: 900 }]);
    expect(arcsOf(NOTHING, at(null))).toEqual([]);
  });

  it('points at the ring, at another stone, and at nothing near the centre', () => {
    const chosen = chooseStone(NOTHING, 3);
    expect(pointAt(chosen, at('build'), hit({ at: [125, 0] }))).toBe('b3@0');
    expect(pointAt(chosen, at('build'), hit({ at: [-125, 0] }))).toBe('b3@900');
    expect(pointAt(chosen, at('build'), hit({ stone: 2, at: [125, 0] }))).toBe('b3^2');
    expect(pointAt(chosen, at('build'), hit({ at: [10, 10] }))).toBeNull();
  });

  it('turns the stone in steps, from one side to the other', () => {
    const once = twist(chooseStone(NOTHING, 3), at('build'));
    expect(once.pointed).toBe('b3@0/150');
    expect(twist({ ...once, skew: 450 }, at('build')).skew).toBe(-450);
  });

  it('plays a click of the mouse; a finger confirms with the button', () => {
    const chosen = { ...chooseStone(NOTHING, 3), distance: 333 };
    expect(click(chosen, 'b3@450', false)).toEqual({
      selection: { ...NOTHING, angle: 450, distance: 333 },
      act: 'b3@450',
    });
    const touched = click(chosen, 'b3@450', true);
    expect(touched.act).toBeUndefined();
    expect(readyAction(touched.selection, at('build'))).toBe('b3@450');
    expect(readyAction(follow(chosen, 'b3^2'), at('build'))).toBe('b3^2');
  });

  it('slides along the free arcs', () => {
    expect(slide(chooseStone(NOTHING, 3), at('build'), 1200)).toMatchObject({
      angle: 900,
      pointed: 'b3@900',
    });
  });
});

describe('a gate', () => {
  const gating = toggleGate(NOTHING);

  it('is a lintel and then one of its uprights', () => {
    expect(stepOf(gating)).toBe('lintel');
    expect(pointAt(gating, at('build'), hit({ stone: 4 }))).toBe('lintel 4');
    expect(pointAt(gating, at('build'), hit({ stone: 9 }))).toBeNull();
    const { selection, act } = click(gating, 'lintel 4', false);
    expect(act).toBeUndefined();
    expect(stepOf(selection)).toBe('gate');
    expect(gatesOf(selection, at('build'))).toEqual([[4, 6, 7]]);
    expect(pointAt(selection, at('build'), hit({ stone: 7 }))).toBe('g4=6,7');
    expect(pointAt(selection, at('build'), hit({ stone: 5 }))).toBeNull();
  });

  it('shows which stones can be chosen next, by number', () => {
    expect([...gateStones(gating, at('build'))]).toEqual([2, 4]);
    const { selection } = click(gating, 'lintel 4', true);
    expect([...gateStones(selection, at('build'))]).toEqual([6, 7]);
    expect([...numbered(selection, at('build'))]).toEqual([6, 7, 4]);
    expect([...numbered(chooseStone(NOTHING, 3), at('build'))]).toEqual([2]);
    expect(numbered(NOTHING, at('throw')).size).toBe(0);
  });

  it('says when a stone is none of them, and lets another one be laid', () => {
    const missed = click(gating, null, true).selection;
    expect(stepOf(missed)).toBe('no_lintel');
    const chosen = click(missed, 'lintel 4', true).selection;
    expect(stepOf(chosen)).toBe('gate');
    expect(stepOf(click(chosen, null, false).selection)).toBe('no_upright');
    expect(pointAt(chosen, at('build'), hit({ stone: 2 }))).toBe('lintel 2');
    expect(click(chooseStone(NOTHING, 3), null, true).selection.missed).toBe(false);
  });

  it('is laid with the button once a finger has chosen an upright', () => {
    const chosen = click(gating, 'lintel 4', true).selection;
    const { selection, act } = click(chosen, 'g4=6,7', true);
    expect(act).toBeUndefined();
    expect(stepOf(selection)).toBe('lay');
    expect(readyAction(selection, at('build'))).toBe('g4=6,7');
  });

  it('has a button only once it is pointed at, and is left again', () => {
    expect(readyAction(gating, at('build'))).toBeNull();
    expect(readyAction(follow(gating, 'g4=6,7'), at('build'))).toBe('g4=6,7');
    expect(toggleGate(gating).gating).toBe(false);
  });
});

describe('a hint', () => {
  it('sets the controls to exactly what it advises', () => {
    const set = adopt(NOTHING, at('build'), 'b3@450/1000');
    expect(set).toMatchObject({ chosen: 3, angle: 450, skew: 1000 });
    expect(readyAction(set, at('build'))).toBe('b3@450/1000');
    expect(readyAction(adopt(NOTHING, at('build'), 'b3^2'), at('build'))).toBe('b3^2');
    const gate = adopt(NOTHING, at('build'), 'g4=6,7');
    expect(gate).toMatchObject({ gating: true, lintel: 4 });
    expect(readyAction(gate, at('build'))).toBe('g4=6,7');
    expect(readyAction(adopt(NOTHING, at('marker'), 'm@120'), at('marker'))).toBe('m@120');
    const thrown = adopt(NOTHING, at('throw'), 't3000,2000,-40,5');
    expect(thrown.distance).toBeCloseTo(360.6, 0);
    expect(readyAction(thrown, at('throw'))).toBe('t3000,2000,-40,5');
  });

  it('is left by changing the controls, but not by a pointer that only passes over the table', () => {
    const set = adopt(NOTHING, at('build'), 'b3@450');
    expect(readyAction(follow(follow(set, 'b3@20'), null), at('build'))).toBe('b3@450');
    expect(readyAction(slide(set, at('build'), 500), at('build'))).toBe('b3@500');
    expect(readyAction(click(set, 'b3@20', true).selection, at('build'))).toBe('b3@20');
    expect(readyAction(chooseStone(set, 1), at('build'))).toMatch(/^b1@/);
    expect(readyAction(forget(set), at('build'))).toBe('b3@450');
  });

  it('for another phase changes nothing', () => {
    expect(adopt(NOTHING, at('build'), 'm@120')).toBe(NOTHING);
    expect(adopt(NOTHING, at('marker'), 'b3@450')).toBe(NOTHING);
    expect(adopt(NOTHING, at('build'), '~0,0,0,0')).toBe(NOTHING);
  });
});

describe('the marker', () => {
  it('goes to the nearest allowed direction', () => {
    expect(pointAt(NOTHING, at('marker'), hit({ at: [160, 0] }))).toBe('m@100');
    expect(pointAt(NOTHING, at('marker'), hit({ at: [20, 0] }))).toBeNull();
    // On the other side of the table no area is meant.
    expect(pointAt(NOTHING, at('marker'), hit({ at: [-160, 0] }))).toBeNull();
    expect(readyAction({ ...NOTHING, angle: 150 }, at('marker'))).toBe('m@150');
  });
});

describe('the throw', () => {
  it('begins in the middle of one’s area and stays within it', () => {
    const first = firstAim(NOTHING, at('throw'));
    expect(first).toMatchObject({ angle: 500, distance: 380 });
    expect(aim(first, at('throw'), 900, 400).angle).toBe(697);
    expect(readyAction(first, at('throw'))).toMatch(/^t\d+,\d+,0,0$/);
  });

  it('has its sliders follow the ball in a hand, as far as it may go', () => {
    const dragged = aimAt(NOTHING, at('throw'), [0, 500]);
    expect(dragged).toMatchObject({ angle: 697 });
    expect(dragged.distance).toBeCloseTo(500);
    expect(aimAt(NOTHING, at('throw'), [3000, 2000]).distance).toBeCloseTo(840);
  });

  it('begins clear of the stones where it may pass anywhere', () => {
    const legal = { ...view.legal, throw_arc: null };
    const aims = (stones: object[]): number =>
      firstAim(NOTHING, { view: { ...view, legal, stones } as View, phase: 'throw' }).angle;
    const stone = (x: number, y: number, place = 'ground') => ({ place, position: [x, y, 0] });
    expect(aims([stone(125, 0)])).toBe(900);
    expect(aims([stone(125, 0), stone(0, -125)])).toBe(450);
    expect(aims([stone(125, 0, 'taken'), { place: 'stock', position: null }])).toBe(0);
  });

  it('can take the ball, which is no action', () => {
    expect(pointAt(NOTHING, at('throw'), hit({ ball: true }))).toBe('ball');
    expect(click(NOTHING, 'ball', false).act).toBeUndefined();
    expect(play(NOTHING, 't1,2,0,0').act).toBe('t1,2,0,0');
  });

  it('is not offered to those who watch', () => {
    expect(pointAt(NOTHING, at(null), hit({ ball: true }))).toBeNull();
  });
});
