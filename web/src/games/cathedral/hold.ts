/**
 * The monument in hand: its kind, its rotation, the position of its ghost, and what can be done
 * with it.
 */

import { playOrRefuse, type Step } from '../../boards/step';
import { footprint, grip, held, name, spot, SQUARES, type Spot } from './geometry';
import type { TrayView, View } from './view';

export interface Hold {
  /** The piece chosen from the tray, by its code. */
  chosen: string | null;
  /** The number of quarter-turns. */
  turns: number;
  /** The square pointed at. */
  pointed: string | null;
  /**
   * The square that was tapped: a finger cannot hover, so the first tap previews and the second
   * places.
   */
  touched: string | null;
}

/** A placement: piece, rotation and square. */
const PLACING = /^(\w\w)(\d)@(\w\d+)$/;

export const EMPTY: Hold = { chosen: null, turns: 0, pointed: null, touched: null };

/** Everything that decides what can be done with the piece in hand. */
export interface Situation {
  view: View;
  legal: readonly string[];
  seat: number | null;
  /** Whether the board is seen from the other side. */
  turned: boolean;
  /**
   * Whether the ghost is shown before a square is pointed at: it has to be visible to be moved by
   * finger.
   */
  led: boolean;
}

/** The piece in hand, as the board draws it. */
export interface Ghost {
  item: TrayView | null;
  rotation: number;
  /** The squares from which the piece, held in its middle, can be placed. */
  targets: ReadonlySet<string>;
  /** The action that places it where it is; `null` if it is nowhere. */
  action: string | null;
  /** Whether that action is legal. */
  fits: boolean;
  /** The squares it covers. */
  cells: Spot[];
}

/** The piece in hand: the chosen one, or the People Piece while it has to be positioned. */
export function itemOf(hold: Hold, { view, legal, seat }: Situation): TrayView | null {
  if (seat === null) return null;
  if (view.people && legal.some((action) => action.startsWith('PP'))) return view.people;
  return view.trays[seat - 1]?.find((known) => known.piece === hold.chosen) ?? null;
}

export function ghostOf(hold: Hold, situation: Situation): Ghost {
  const item = itemOf(hold, situation);
  if (!item) {
    return { item, rotation: 0, targets: new Set(), action: null, fits: false, cells: [] };
  }
  const rotation = hold.turns % item.rotations.length;
  const shape = item.rotations[rotation] ?? [];
  const legal = new Set(situation.legal);
  const actionAt = (at: Spot): string => `${item.piece}${rotation}@${name(at)}`;
  const targets = new Set(
    SQUARES.filter((square) => legal.has(actionAt(held(shape, spot(square))))),
  );
  const square = hold.pointed ?? (situation.led ? start(targets) : null);
  const at = square === null ? null : held(shape, spot(square));
  const action = at && actionAt(at);
  return {
    item,
    rotation,
    targets,
    action,
    fits: action !== null && legal.has(action),
    cells: at ? footprint(shape, at) : [],
  };
}

/** Takes a piece in hand; a new one starts unturned. */
export function take(hold: Hold, piece: string): Hold {
  return { ...hold, chosen: piece, turns: hold.chosen === piece ? hold.turns : 0 };
}

/** Takes a piece in hand, or puts it back if it was. */
export function choose(hold: Hold, piece: string): Hold {
  const next = hold.chosen === piece ? { ...hold, chosen: null } : take(hold, piece);
  return { ...next, touched: null };
}

/** Turns clockwise as seen on the screen: from the other side the whole picture is rotated. */
export function turn(hold: Hold): Hold {
  return { ...hold, turns: hold.turns + 1 };
}

/** Moves the ghost by some squares of the picture, within the board. */
export function shift(hold: Hold, situation: Situation, right: number, down: number): Hold {
  const { item, rotation, targets } = ghostOf(hold, situation);
  const shape = item?.rotations[rotation];
  if (!shape) return hold;
  const from = held(shape, spot(hold.pointed ?? start(targets)));
  const way = situation.turned ? -1 : 1;
  const next = { column: from.column + right * way, row: from.row - down * way };
  const kept = held(shape, grip(shape, next));
  return { ...hold, touched: null, pointed: name(grip(shape, kept)) };
}

/** Places the piece in hand where its ghost is. */
export function place(hold: Hold, situation: Situation): Step<Hold> {
  const { action } = ghostOf(hold, situation);
  if (action === null) return { selection: hold };
  return playOrRefuse(hold, EMPTY, situation.legal, action);
}

/** A click on a square places the piece in hand; with a finger only the second tap does. */
export function clickSquare(
  hold: Hold,
  situation: Situation,
  square: string,
  byTouch: boolean,
): Step<Hold> {
  const pointing = { ...hold, pointed: square };
  if (byTouch && hold.touched !== square) return { selection: { ...pointing, touched: square } };
  return itemOf(hold, situation) ? place(pointing, situation) : { selection: pointing };
}

/** Takes in hand what a hint advises, where it advises it; other hints leave the hand as it is. */
export function adopt(hold: Hold, situation: Situation, hint: string): Hold {
  const [, code = '', turns, square] = PLACING.exec(hint) ?? [];
  const item = itemOf({ ...EMPTY, chosen: code }, situation);
  const shape = item?.rotations[Number(turns)];
  if (item?.piece !== code || shape === undefined || square === undefined) return hold;
  const pointed = name(grip(shape, spot(square)));
  const next = { chosen: code, turns: Number(turns), pointed, touched: pointed };
  return ghostOf(next, situation).action === hint ? next : hold;
}

/** The codes of the monuments that still fit somewhere. */
export function fitting(legal: readonly string[]): Set<string> {
  return new Set(legal.flatMap((action) => PLACING.exec(action)?.[1] ?? []));
}

/** The state for the prompt: whether the monument in hand fits, and whether turning it helps. */
export function stepOf({ item, targets }: Ghost, legal: readonly string[]): string | null {
  if (!item) return null;
  if (!fitting(legal).has(item.piece)) return 'nowhere';
  if (targets.size === 0) return 'turned';
  return item.rotations.length > 1 ? 'monument' : 'fixed';
}

/** Ends a drag from the tray: if the piece fits, it is placed; a finger still has to confirm. */
export function dropPiece(hold: Hold, situation: Situation, byTouch: boolean): Step<Hold> {
  if (hold.pointed === null) return { selection: hold };
  if (byTouch) return { selection: { ...hold, touched: hold.pointed } };
  return ghostOf(hold, situation).fits ? place(hold, situation) : { selection: hold };
}

/** The squares covered by a placement, and its owner; `null` for other actions. */
export function placement(
  view: View,
  seat: number | null,
  notation: string,
): { action: string; piece: string; seat: number | null; cells: Spot[] } | null {
  const [, code, turns, square] = PLACING.exec(notation) ?? [];
  const who = seat ?? view.to_act;
  const own = who === null ? [] : (view.trays[who - 1] ?? []);
  const found = [...own, ...(view.people ? [view.people] : [])].find(
    (known) => known.piece === code,
  );
  if (!found || square === undefined) return null;
  return {
    action: notation,
    piece: found.piece,
    seat: found.piece === 'PP' ? null : who,
    cells: footprint(found.rotations[Number(turns)] ?? [], spot(square)),
  };
}

/** The initial position of a ghost: the possible one nearest to the middle. */
function start(targets: ReadonlySet<string>): string {
  const away = (square: string): number => {
    const { column, row } = spot(square);
    return Math.hypot(column - 4.5, row - 4.5);
  };
  return [...targets].sort((a, b) => away(a) - away(b))[0] ?? 'e5';
}
