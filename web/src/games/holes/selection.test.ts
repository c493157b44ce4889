import { describe, expect, it } from 'vitest';
import { end, lastWay, way } from './lanes';
import { forcedText } from './prompt';
import { clickHole, forcedAction, holeOf, movableHoles, moveAt, words } from './selection';
import type { GameEvent, HoleView, View } from './view';

const hole = (seat: number, number: number, piece: boolean): HoleView => ({
  seat,
  hole: number,
  x: 0,
  y: 0,
  nefer: false,
  warps_to: null,
  piece,
  movable: false,
});
const LEGAL = ['4', '20', 'recover'];

describe('what can be played', () => {
  it('is read off the legal actions', () => {
    expect([...movableHoles(LEGAL)]).toEqual([4, 20]);
    expect(words(LEGAL)).toEqual(['recover']);
    expect(holeOf('20')).toBe(20);
    expect(holeOf('pass')).toBeNull();
  });

  it('is previewed on one’s own lane only', () => {
    expect(moveAt('1-4', LEGAL, 1)).toBe('4');
    expect(moveAt('2-4', LEGAL, 1)).toBeNull();
    expect(moveAt('1-5', LEGAL, 1)).toBeNull();
    expect(moveAt('1-4', LEGAL, null)).toBeNull();
    expect(moveAt(null, LEGAL, 1)).toBeNull();
  });
});

describe('a click', () => {
  it('moves a piece that can move', () => {
    expect(clickHole(hole(1, 4, true), LEGAL, 1)).toEqual({ act: '4' });
  });

  it('asks why a piece cannot move', () => {
    expect(clickHole(hole(1, 7, true), LEGAL, 1)).toEqual({ refuse: '7' });
  });

  it('does nothing on empty holes, on the other lane, and for those who watch', () => {
    expect(clickHole(hole(1, 7, false), LEGAL, 1)).toEqual({});
    expect(clickHole(hole(2, 4, true), LEGAL, 1)).toEqual({});
    expect(clickHole(hole(1, 4, true), LEGAL, null)).toEqual({});
  });
});

describe('an action without an alternative', () => {
  it('plays itself where it may, and says why', () => {
    expect(forcedAction(['pass'], 1, true)).toBe('pass');
    expect(forcedAction(['pass'], 1, false)).toBeNull();
    expect(forcedAction(['pass'], null, true)).toBeNull();
    expect(forcedAction(LEGAL, 1, true)).toBeNull();
    expect(forcedText('pass')).toContain('you pass');
    expect(forcedText('4')).toContain('hole 4');
  });
});

describe('the way of a piece', () => {
  it('goes through every hole, and then along the line', () => {
    const told: GameEvent[] = [
      { seat: 1, event: 'moved', from: 4, to: 6 },
      { seat: 1, event: 'warped', from: 6, to: 20 },
    ];
    const found = way(told);
    expect(found).toEqual({ lane: 1, holes: [4, 5, 6], warp: 20 });
    expect(found && end(found)).toBe(20);
    expect(way([{ seat: 1, event: 'passed' }])).toBeNull();
  });

  it('is told by the view where nobody saw it', () => {
    const view = { last: { seat: 2, action: '4', from: 4, to: null } } as unknown as View;
    expect(lastWay(view)).toEqual({ lane: 2, holes: [4, 30], warp: null });
  });
});
