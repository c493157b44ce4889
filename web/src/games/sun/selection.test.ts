import { describe, expect, it } from 'vitest';
import {
  aim,
  arcsOf,
  chooseStone,
  click,
  firstAim,
  follow,
  gatesOf,
  NOTHING,
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

  it('has a button only once it is pointed at, and is left again', () => {
    expect(readyAction(gating, at('build'))).toBeNull();
    expect(readyAction(follow(gating, 'g4=6,7'), at('build'))).toBe('g4=6,7');
    expect(toggleGate(gating).gating).toBe(false);
  });
});

describe('the marker', () => {
  it('goes to the nearest allowed direction', () => {
    expect(pointAt(NOTHING, at('marker'), hit({ at: [160, 0] }))).toBe('m@100');
    expect(pointAt(NOTHING, at('marker'), hit({ at: [20, 0] }))).toBeNull();
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
