import { describe, expect, it } from 'vitest';
import { premoves as cathedral } from './cathedral/premoves';
import type { View as CathedralView } from './cathedral/view';
import { premoves as logan } from './logan/premoves';
import type { View as LoganView } from './logan/view';
import { premoves as stonehenge } from './stonehenge/premoves';
import type { View as StonehengeView } from './stonehenge/view';

const druids = (...values: number[]) => ({ size: values.length, druids: values, unseen: [] });
const cell = (name: string, seat: number | null) => ({ cell: name, seat, value: 1, face_up: true });

describe('before one’s turn in Stonehenge', () => {
  const view = {
    cells: [cell('A', null), cell('B', 1), cell('C', null)],
    hands: [druids(4), druids(1, 1, 6)],
    to_act: 1,
    hidden_druids: false,
    manual_claims: false,
    outcome: null,
  } as unknown as StonehengeView;

  it('every druid in hand may be chosen for every open crossing, as if it were one’s turn', () => {
    const found = stonehenge(view, 2);
    expect(found?.actions).toEqual(['A1', 'A6', 'C1', 'C6']);
    expect(found?.view).toMatchObject({ to_act: 2 });
    expect(view.to_act).toBe(1);
    expect(found?.words('C6')).toBe('6 on C');
  });

  it('nothing is offered where something is hidden, where turns have several parts, or when it is over', () => {
    expect(stonehenge({ ...view, hidden_druids: true }, 2)).toBeNull();
    expect(stonehenge({ ...view, manual_claims: true }, 2)).toBeNull();
    expect(stonehenge({ ...view, outcome: '1-0' }, 2)).toBeNull();
  });
});

describe('before one’s turn in Cathedral', () => {
  const piece = (code: string, ...rotations: [number, number][][]) => ({
    piece: code,
    name: { en: code, fr: code, ja: code },
    count: 1,
    rotations,
  });
  const view = {
    phase: 'monument',
    outcome: null,
    to_act: 1,
    pieces: [{ squares: ['a1'] }],
    claimed: [
      { seat: 1, squares: ['b1'] },
      { seat: 2, squares: ['c1'] },
    ],
    trays: [
      [],
      [
        piece('TA', [[0, 0]]),
        piece(
          'ST',
          [
            [0, 0],
            [1, 0],
          ],
          [
            [0, 0],
            [0, 1],
          ],
        ),
      ],
    ],
  } as unknown as CathedralView;

  it('monuments fit on free squares, also on one’s own, and stay on the board', () => {
    const actions = cathedral(view, 2)?.actions ?? [];
    expect(actions).toContain('TA0@c1');
    for (const not of ['TA0@a1', 'TA0@b1', 'ST0@j1', 'ST1@a10', 'ST0@a1'])
      expect(actions).not.toContain(not);
    expect(actions).toContain('ST0@i1');
    expect(actions.filter((action) => action.startsWith('TA'))).toHaveLength(98);
    expect(cathedral(view, 2)?.words('ST0@i1')).toBe('ST on i1 j1');
  });

  it('nothing is offered while something else than a monument is due', () => {
    expect(cathedral({ ...view, phase: 'removal' }, 2)).toBeNull();
    expect(cathedral({ ...view, phase: 'people' }, 2)).toBeNull();
  });
});

describe('before one’s turn in Logan Stones', () => {
  const view = {
    phase: 'adding',
    backs: 'open',
    outcome: null,
    to_act: 1,
    open_cells: [
      { q: 1, r: 0 },
      { q: -1, r: 2 },
    ],
    hands: [
      [{ shown: 'R', back: 'S' }],
      [
        { shown: 'P', back: 'R' },
        { shown: 'P', back: 'R' },
      ],
    ],
  } as unknown as LoganView;

  it('every stone in hand may be chosen, either way up, where a stone can be added', () => {
    const found = logan(view, 2);
    expect(found?.actions).toEqual(['+PR@1,0', '+PR~@1,0', '+PR@-1,2', '+PR~@-1,2']);
    expect(found?.words('+PR@1,0')).toBe('paper on 1,0');
    expect(found?.words('+PR~@-1,2')).toBe('rock on \u22121,2');
    expect(found?.view).toMatchObject({ to_act: 2 });
  });

  it('nothing is offered where backs are hidden, or once the hands are empty', () => {
    expect(logan({ ...view, backs: 'owner' }, 2)).toBeNull();
    expect(logan({ ...view, backs: 'nobody' }, 2)).toBeNull();
    expect(logan({ ...view, phase: 'moving' }, 2)).toBeNull();
    expect(logan({ ...view, hands: [[], []] }, 2)).toBeNull();
  });
});
