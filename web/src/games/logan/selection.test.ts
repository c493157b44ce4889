import { describe, expect, it } from 'vitest';
import { effectOf, ranks } from './notation';
import {
  actionAt,
  canPlay,
  canTurn,
  chooseStone,
  clickCell,
  dropStone,
  ghostAction,
  ghostFace,
  NOTHING,
  playPicked,
  pressKey,
  stepOf,
  takeStone,
  type Situation,
} from './selection';
import type { StoneView, View } from './view';

const stone = (q: number, r: number): StoneView => ({
  cell: { q, r },
  up: 'R',
  back: 'P',
  possible: null,
});

function situation(
  phase: View['phase'],
  legal: string[],
  lifted: StoneView | null = null,
): Situation {
  const view = { phase, island: [stone(0, 0), stone(1, 0)], lifted } as unknown as View;
  return { view, legal, seat: 1 };
}

describe('adding a stone', () => {
  const adding = situation('adding', ['+RP@0,1', '+RP~@0,1']);
  const holding = chooseStone(NOTHING, 'RP');

  it('is a stone and then a cell', () => {
    expect(stepOf(holding, adding)).toBe('stone');
    expect(actionAt(holding, adding, '0,1')).toBe('+RP@0,1');
    expect(clickCell(holding, adding, '0,1', false)).toEqual({
      selection: NOTHING,
      act: '+RP@0,1',
    });
    expect(chooseStone(holding, 'RP').chosen).toBeNull();
  });

  it('can turn the stone where both faces may lie up', () => {
    const turned = pressKey(holding, adding, 'R')?.selection ?? NOTHING;
    expect(ghostFace(holding, adding)).toBe('R');
    expect(ghostFace(turned, adding)).toBe('P');
    expect(actionAt(turned, adding, '0,1')).toBe('+RP~@0,1');
    expect(canTurn(holding, situation('adding', ['+RP@0,1']))).toBe(false);
    expect(takeStone(turned, 'SR').turned).toBe(false);
  });

  it('is refused where the stone may not lie', () => {
    expect(clickCell(holding, adding, '5,5', false).refuse).toBe('+RP@5,5');
    expect(canPlay(holding, adding, '0,1')).toBe(true);
    expect(canPlay(holding, adding, '5,5')).toBe(false);
  });

  it('takes two taps of a finger', () => {
    const first = clickCell(holding, adding, '0,1', true);
    expect(first.act).toBeUndefined();
    expect(clickCell(first.selection, adding, '0,1', true).act).toBe('+RP@0,1');
  });

  it('ends a drag only over a cell where it can lie', () => {
    const over = { ...holding, pointed: '0,1' };
    expect(ghostAction(over, adding)).toBe('+RP@0,1');
    expect(dropStone(over, adding).act).toBe('+RP@0,1');
    expect(dropStone({ ...over, pointed: '9,9' }, adding).act).toBeUndefined();
  });
});

describe('moving', () => {
  const moving = situation('moving', ['^0,0', '~1,0']);

  it('picks a stone, and then moves or flips it', () => {
    const { selection } = clickCell(NOTHING, moving, '0,0', false);
    expect(stepOf(selection, moving)).toBe('stone');
    expect(playPicked(selection, moving, '^')).toEqual({ selection: NOTHING, act: '^0,0' });
    expect(playPicked(selection, moving, '~').refuse).toBe('~0,0');
    expect(clickCell(selection, moving, '0,0', false).selection.picked).toBeNull();
    expect(pressKey(selection, moving, 'Escape')?.selection.picked).toBeNull();
  });

  it('shows which stones can be moved or flipped', () => {
    expect(canPlay(NOTHING, moving, '1,0')).toBe(true);
    expect(canPlay(NOTHING, situation('moving', []), '1,0')).toBe(false);
  });

  it('puts the lifted stone down, with either face', () => {
    const putting = situation('putting', ['_0,1', '_0,1~'], stone(2, 0));
    expect(actionAt(NOTHING, putting, '0,1')).toBe('_0,1');
    expect(ghostFace({ ...NOTHING, turned: true }, putting)).toBe('P');
    expect(clickCell({ ...NOTHING, turned: true }, putting, '0,1', false).act).toBe('_0,1~');
  });

  it('does nothing for those who only watch', () => {
    const watching = { ...moving, seat: null };
    expect(clickCell(NOTHING, watching, '0,0', false).selection.picked).toBeNull();
    expect(actionAt(NOTHING, watching, '0,1')).toBeNull();
  });
});

describe('an action', () => {
  const { view } = situation('putting', [], stone(2, 0));

  it('tells what becomes of its cell', () => {
    expect(effectOf(view, '+RP~@0,1')).toEqual({ cell: '0,1', up: 'P', flips: false });
    expect(effectOf(view, '_0,1~')).toEqual({ cell: '0,1', up: 'P', flips: false });
    expect(effectOf(view, '~-1,2')).toEqual({ cell: '-1,2', up: null, flips: true });
    expect(effectOf(view, '^1,0')?.flips).toBe(false);
    expect(effectOf(view, null)).toBeNull();
  });

  it('ranks its cell among the engine’s lines', () => {
    expect(ranks(['+RP@0,1', '^0,1', '~-1,2'])).toEqual(
      new Map([
        ['0,1', 0],
        ['-1,2', 2],
      ]),
    );
  });
});
