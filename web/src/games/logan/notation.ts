/** The effects of actions on the picture. */

import type { Face, View } from './view';

/** The effect of an action on a cell: a stone is placed there, or the one there leaves or turns. */
export interface Effect {
  cell: string;
  /** The face of the new stone; `null` if there is none. */
  up: Face | null;
  /** Whether the stone there is turned over. */
  flips: boolean;
}

export function effectOf(view: View, action: string | null): Effect | null {
  const [, shown, back, laidTurned, to] = /^\+(.)(.)(~?)@(.+)$/.exec(action ?? '') ?? [];
  if (to !== undefined) return { cell: to, up: (laidTurned ? back : shown) as Face, flips: false };
  const [, kind, cell, putTurned] = /^([_^~])([^~]+)(~?)$/.exec(action ?? '') ?? [];
  if (cell === undefined) return null;
  if (kind !== '_') return { cell, up: null, flips: kind === '~' };
  const { lifted } = view;
  return { cell, up: lifted && (putTurned ? lifted.back : lifted.up), flips: false };
}

/** The first cells of the engine's lines, each with the rank of its best line. */
export function ranks(hints: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const [rank, hint] of hints.entries()) {
    const cell = /(-?\d+,-?\d+)/.exec(hint)?.[1];
    if (cell !== undefined && !found.has(cell)) found.set(cell, rank);
  }
  return found;
}
