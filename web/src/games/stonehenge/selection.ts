/** The selection on the board, and the effects of clicks, keys and drops. */

import { playOrRefuse, type Step } from '../../boards/step';

export interface Selection {
  /** The value of the druid in hand. */
  druid: number | null;
  /** The cell that was clicked before a druid was chosen. */
  waiting: string | null;
  /** The cell pointed at. */
  pointed: string | null;
}

export const NOTHING: Selection = { druid: null, waiting: null, pointed: null };

const PLACE = /^[A-R]\d$/;

/** The cells on which a druid can be placed. */
export function openCells(legal: readonly string[]): Set<string> {
  return new Set(legal.filter((action) => PLACE.test(action)).map((action) => action.charAt(0)));
}

/** The lines on which a megalith can be raised. */
export function markableLines(legal: readonly string[]): Set<string> {
  return new Set(legal.filter((action) => action.startsWith('!')).map((action) => action.slice(1)));
}

/** The actions that have a button: `pass`, `end`. */
export function words(legal: readonly string[]): string[] {
  return legal.filter((action) => /^[a-z]+$/.test(action));
}

/** The druid in hand, if it can still be placed. */
export function druidOf({ druid }: Selection, legal: readonly string[]): number | null {
  return druid !== null && canPlace(legal, druid) ? druid : null;
}

/** The cell pointed at, if a druid can be placed there. */
export function targetOf({ pointed }: Selection, legal: readonly string[]): string | null {
  return pointed !== null && openCells(legal).has(pointed) ? pointed : null;
}

/** The action that a click would play now, drawn as a ghost. */
export function ghostOf(selection: Selection, legal: readonly string[]): string | null {
  const target = targetOf(selection, legal);
  const druid = druidOf(selection, legal);
  return target !== null && druid !== null ? `${target}${druid}` : null;
}

/** The state for the prompt: which half of a placement is chosen. */
export function stepOf(selection: Selection, legal: readonly string[]): string | null {
  if (druidOf(selection, legal) !== null) return 'druid';
  return selection.waiting === null ? null : 'crossing';
}

/** Chooses a druid, or puts it back; if a cell is waiting for one, it is placed there. */
export function chooseDruid(
  selection: Selection,
  legal: readonly string[],
  value: number,
): Step<Selection> {
  const { waiting, druid } = selection;
  const action = waiting === null ? null : `${waiting}${value}`;
  if (action !== null && legal.includes(action)) return { selection: NOTHING, act: action };
  return { selection: { ...selection, waiting: null, druid: druid === value ? null : value } };
}

/** Places the druid in hand on a cell; without one, an open cell waits for a druid to be chosen. */
export function clickCell(
  selection: Selection,
  legal: readonly string[],
  cell: string,
): Step<Selection> {
  const druid = druidOf(selection, legal);
  if (druid !== null) return playOrRefuse(selection, NOTHING, legal, `${cell}${druid}`);
  const waiting = openCells(legal).has(cell) ? cell : null;
  return { selection: { ...selection, pointed: cell, waiting } };
}

/** Ends a drag: on a cell the druid is placed, elsewhere it stays in hand. */
export function dropDruid(
  selection: Selection,
  legal: readonly string[],
  dropped: boolean,
): Step<Selection> {
  const { pointed } = selection;
  if (dropped && pointed !== null) return clickCell(selection, legal, pointed);
  return { selection: { ...selection, pointed: null } };
}

/** The effect of a key, wherever the focus is; `null` for keys without a meaning here. */
export function pressKey(
  selection: Selection,
  legal: readonly string[],
  key: string,
): Step<Selection> | null {
  if (key === 'Escape') return { selection: NOTHING };
  const value = /^[1-6]$/.test(key) ? Number(key) : null;
  if (value === null || !canPlace(legal, value)) return null;
  return chooseDruid(selection, legal, value);
}

function canPlace(legal: readonly string[], druid: number): boolean {
  return legal.some((action) => PLACE.test(action) && action.endsWith(String(druid)));
}
