import { describe, expect, it } from 'vitest';
import {
  adopt,
  choose,
  clickSquare,
  dropPiece,
  EMPTY,
  fitting,
  ghostOf,
  place,
  placement,
  shift,
  stepOf,
  take,
  turn,
  type Situation,
} from './hold';
import type { TrayView, View } from './view';

/** A bridge of three squares, upright and lying. */
const BRIDGE: TrayView = {
  piece: 'BR',
  name: { en: 'Bridge', fr: 'Pont', ja: '橋' },
  count: 1,
  rotations: [
    [
      [0, 0],
      [0, 1],
      [0, 2],
    ],
    [
      [0, 0],
      [1, 0],
      [2, 0],
    ],
  ],
};
const PEOPLE: TrayView = { ...BRIDGE, piece: 'PP' };

function situation(legal: string[], extra: Partial<Situation> = {}): Situation {
  const view = { trays: [[BRIDGE], []], people: null, to_act: 1 } as unknown as View;
  return { view, legal, seat: 1, turned: false, led: false, ...extra };
}

describe('the monument in hand', () => {
  it('is the one that was chosen, and is put back by choosing it again', () => {
    const held = choose(EMPTY, 'BR');
    expect(ghostOf(held, situation([])).item?.piece).toBe('BR');
    expect(choose(held, 'BR').chosen).toBeNull();
    expect(ghostOf(held, situation([], { seat: null })).item).toBeNull();
  });

  it('is the People Piece while it has to be positioned', () => {
    const view = { ...situation([]).view, people: PEOPLE };
    expect(ghostOf(EMPTY, situation(['PP0@c3'], { view })).item?.piece).toBe('PP');
  });

  it('turns, and another one begins unturned', () => {
    const held = turn(take(EMPTY, 'BR'));
    expect(ghostOf(held, situation([])).rotation).toBe(1);
    expect(ghostOf(turn(held), situation([])).rotation).toBe(0);
    expect(take(held, 'TA').turns).toBe(0);
    expect(take(held, 'BR').turns).toBe(1);
  });
});

describe('the ghost', () => {
  it('is held in its middle and knows whether it fits', () => {
    const ghost = ghostOf({ ...take(EMPTY, 'BR'), pointed: 'e5' }, situation(['BR0@e4']));
    expect(ghost.action).toBe('BR0@e4');
    expect(ghost.fits).toBe(true);
    expect(ghost.cells).toHaveLength(3);
    expect([...ghost.targets]).toEqual(['e5']);
  });

  it('stands where it fits before a finger leads it', () => {
    const led = situation(['BR0@a1', 'BR0@e4'], { led: true });
    expect(ghostOf(take(EMPTY, 'BR'), led).action).toBe('BR0@e4');
    expect(ghostOf(take(EMPTY, 'BR'), { ...led, led: false }).action).toBeNull();
  });

  it('is led square by square, the other way round from the other side, and stays on the board', () => {
    const start = { ...take(EMPTY, 'BR'), pointed: 'e5' };
    expect(shift(start, situation([]), 1, 0).pointed).toBe('f5');
    expect(shift(start, situation([]), 0, 1).pointed).toBe('e4');
    expect(shift(start, situation([], { turned: true }), 1, 0).pointed).toBe('d5');
    expect(shift({ ...start, pointed: 'a5' }, situation([]), -3, 0).pointed).toBe('a5');
  });
});

describe('a placement', () => {
  const holding = take(EMPTY, 'BR');
  const legal = situation(['BR0@e4']);

  it('follows a click where it fits, and is refused elsewhere', () => {
    expect(clickSquare(holding, legal, 'e5', false)).toEqual({ selection: EMPTY, act: 'BR0@e4' });
    const refused = clickSquare(holding, legal, 'a5', false);
    expect(refused.refuse).toBe('BR0@a4');
    expect(refused.selection.chosen).toBe('BR');
  });

  it('takes two taps of a finger', () => {
    const first = clickSquare(holding, legal, 'e5', true);
    expect(first.act).toBeUndefined();
    expect(first.selection.touched).toBe('e5');
    expect(clickSquare(first.selection, legal, 'e5', true).act).toBe('BR0@e4');
  });

  it('follows a drop where it fits; a finger still confirms', () => {
    const over = { ...holding, pointed: 'e5' };
    expect(dropPiece(over, legal, false).act).toBe('BR0@e4');
    expect(dropPiece(over, legal, true).selection.touched).toBe('e5');
    expect(dropPiece({ ...over, pointed: 'a1' }, legal, false)).toEqual({
      selection: { ...over, pointed: 'a1' },
    });
  });

  it('needs something in hand and a place', () => {
    expect(place(holding, legal)).toEqual({ selection: holding });
    expect(clickSquare(EMPTY, legal, 'e5', false).act).toBeUndefined();
  });

  it('is drawn from its notation', () => {
    expect(placement(legal.view, null, 'BR1@c3')?.cells).toHaveLength(3);
    expect(placement(legal.view, null, 'BR1@c3')?.seat).toBe(1);
    expect(placement(legal.view, null, 'pass')).toBeNull();
  });
});

describe('a hint', () => {
  const legal = situation(['BR1@c3', 'BR0@e4']);

  it('is taken in hand where it is advised, to be placed as it is', () => {
    const held = adopt(EMPTY, legal, 'BR1@c3');
    expect(ghostOf(held, legal)).toMatchObject({ action: 'BR1@c3', fits: true });
    expect(place(held, legal).act).toBe('BR1@c3');
    const people = { ...situation(['PP0@c3']), view: { ...legal.view, people: PEOPLE } };
    expect(place(adopt(EMPTY, people, 'PP0@c3'), people).act).toBe('PP0@c3');
  });

  it('that is no placement, or not for this seat, changes nothing', () => {
    expect(adopt(EMPTY, legal, 'pass')).toBe(EMPTY);
    expect(adopt(EMPTY, legal, 'TA0@c3')).toBe(EMPTY);
    expect(adopt(EMPTY, { ...legal, seat: null }, 'BR1@c3')).toBe(EMPTY);
  });
});

describe('the state for the prompt', () => {
  const step = (legal: string[], turns = 0) =>
    stepOf(ghostOf({ ...take(EMPTY, 'BR'), turns }, situation(legal)), legal);

  it('says whether the monument fits, and whether turning it helps', () => {
    expect(step(['BR0@e4'])).toBe('monument');
    expect(step(['BR0@e4'], 1)).toBe('turned');
    expect(step(['TA0@e4'])).toBe('nowhere');
    const square: TrayView = { ...BRIDGE, piece: 'SQ', rotations: [[[0, 0]]] };
    const view = { trays: [[square], []], people: null, to_act: 1 } as unknown as View;
    const fixed = ['SQ0@a1'];
    expect(stepOf(ghostOf(take(EMPTY, 'SQ'), situation(fixed, { view })), fixed)).toBe('fixed');
    expect(stepOf(ghostOf(EMPTY, situation([])), [])).toBeNull();
  });

  it('knows the monuments that still fit', () => {
    expect([...fitting(['BR0@e4', 'BR1@a1', 'TA0@b2', 'pass'])]).toEqual(['BR', 'TA']);
  });
});
