/** What actions mean for the picture. */

import type { Face, View } from './view';

/** What an action does to a cell: a stone comes to lie there, or the one there leaves or turns. */
export interface Effect {
  cell: string;
  /** The face of the stone that comes; `null` where none does. */
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

/** The cells that the engine's lines begin with, each with the rank of its best line. */
export function ranks(hints: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const [rank, hint] of hints.entries()) {
    const cell = /(-?\d+,-?\d+)/.exec(hint)?.[1];
    if (cell !== undefined && !found.has(cell)) found.set(cell, rank);
  }
  return found;
}
