/** Looks games up in the registry. */

import type { Board } from '../boards/types';
import * as registry from '#games';
import type { GameUi } from './types';

/** The page's part of every game, by id. */
export const gameUis: Readonly<Record<string, GameUi>> = registry;

/** The page's part of a game; `undefined` for a game that only the server knows. */
export function gameUi(id: string): GameUi | undefined {
  return Object.hasOwn(gameUis, id) ? gameUis[id] : undefined;
}

/** Loads the board of a game. */
export async function loadBoard(id: string): Promise<Board> {
  const ui = gameUi(id);
  if (!ui) throw new Error(`there is no board for ${id}`);
  // Each board knows its own game's view; the screens pass it on unread.
  return (await ui.board()).default as Board;
}
