import { describe, expect, it } from 'vitest';
import { advice, finalLines, handOf, sentDruid, totalsWith } from './position';
import {
  chooseDruid,
  clickCell,
  dropDruid,
  druidOf,
  ghostOf,
  markableLines,
  NOTHING,
  openCells,
  pressKey,
  stepOf,
  words,
} from './selection';
import type { LineView, View } from './view';

const LEGAL = ['A1', 'A4', 'B1', 'B4'];

describe('what can be chosen', () => {
  it('is read off the legal actions', () => {
    expect([...openCells(LEGAL)]).toEqual(['A', 'B']);
    expect([...markableLines(['!r1', '!d2', 'end'])]).toEqual(['r1', 'd2']);
    expect(words(['!r1', 'end'])).toEqual(['end']);
  });

  it('forgets a druid that can no longer be placed', () => {
    const holding = { ...NOTHING, druid: 6 };
    expect(druidOf(holding, LEGAL)).toBeNull();
    expect(druidOf(holding, ['A6'])).toBe(6);
  });
});

describe('a placement', () => {
  it('is a druid and then a cell', () => {
    const { selection } = chooseDruid(NOTHING, LEGAL, 4);
    expect(stepOf(selection, LEGAL)).toBe('druid');
    expect(ghostOf({ ...selection, pointed: 'B' }, LEGAL)).toBe('B4');
    expect(clickCell(selection, LEGAL, 'B')).toEqual({ selection: NOTHING, act: 'B4' });
  });

  it('is a cell and then a druid', () => {
    const { selection } = clickCell(NOTHING, LEGAL, 'A');
    expect(stepOf(selection, LEGAL)).toBe('crossing');
    expect(chooseDruid(selection, LEGAL, 1)).toEqual({ selection: NOTHING, act: 'A1' });
  });

  it('that is not legal is refused, and the druid stays in hand', () => {
    const { selection } = chooseDruid(NOTHING, LEGAL, 4);
    const refused = clickCell(selection, LEGAL, 'Q');
    expect(refused.refuse).toBe('Q4');
    expect(refused.selection.druid).toBe(4);
  });

  it('is dropped where the drag ends, and nowhere else', () => {
    const dragging = { ...NOTHING, druid: 1, pointed: 'A' };
    expect(dropDruid(dragging, LEGAL, true).act).toBe('A1');
    expect(dropDruid(dragging, LEGAL, false).act).toBeUndefined();
    expect(dropDruid({ ...dragging, pointed: null }, LEGAL, true).selection.druid).toBe(1);
  });
});

describe('a key', () => {
  it('chooses the druid of its number, and puts it back', () => {
    const chosen = pressKey(NOTHING, LEGAL, '4')?.selection ?? NOTHING;
    expect(chosen.druid).toBe(4);
    expect(pressKey(chosen, LEGAL, '4')?.selection.druid).toBeNull();
    expect(pressKey(NOTHING, LEGAL, '6')).toBeNull();
  });

  it('lets everything go with Escape', () => {
    expect(pressKey({ druid: 4, waiting: 'A', pointed: 'B' }, LEGAL, 'Escape')).toEqual({
      selection: NOTHING,
    });
    expect(pressKey(NOTHING, LEGAL, 'x')).toBeNull();
  });
});

describe('the picture', () => {
  const line = (id: string, cells: string[], marked_by: number | null): LineView => ({
    line: id,
    cells,
    totals: [3, 2],
    empty: 0,
    dominated_by: marked_by,
    marked_by,
  });
  const view = {
    to_act: 2,
    hands: [
      { size: 1, druids: [5], unseen: [] },
      { size: 2, druids: [4, 4], unseen: [] },
    ],
    lines: [line('r1', ['A', 'B'], 1), line('d1', ['A', 'C'], 2)],
    outcome: '1-0',
    last: 'A3',
  } as unknown as View;

  it('shows a druid that was sent on its cell and no longer in hand', () => {
    expect(sentDruid(view, 'B4')).toEqual({ cell: 'B', value: 4, seat: 2 });
    expect(handOf(view, 2, 'B4').druids).toEqual([4]);
    expect(handOf(view, 1, 'B4').druids).toEqual([5]);
  });

  it('marks the winner’s lines through the last druid', () => {
    expect([...finalLines(view)]).toEqual(['r1']);
    expect(finalLines({ ...view, outcome: null }).size).toBe(0);
  });

  it('adds the ghost to the totals of its own seat', () => {
    expect(totalsWith(line('r1', [], null), 2, 4)).toEqual([3, 6]);
  });

  it('ranks a cell by the best line that begins there', () => {
    expect(advice(['A4', 'B1', 'A6']).get('A')).toEqual({ value: 4, rank: 0 });
    expect(advice(['end']).size).toBe(0);
  });
});
