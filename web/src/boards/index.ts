/** The boards by game. Each is loaded when a table needs it. */

import type { Board } from './types';

const LOADERS: Record<string, () => Promise<{ default: unknown }>> = {
  stonehenge: () => import('./stonehenge/Board.svelte'),
  holes: () => import('./holes/Board.svelte'),
  logan: () => import('./logan/Board.svelte'),
  sun: () => import('./sun/Board.svelte'),
  cathedral: () => import('./cathedral/Board.svelte'),
};

/** The board of a game, as soon as it is there. */
export async function loadBoard(game: string): Promise<Board> {
  const loader = LOADERS[game];
  if (!loader) throw new Error(`there is no board for ${game}`);
  // Each board knows its own view; the table hands it through without looking at it.
  return (await loader()).default as Board;
}
