/** The board of the game that a screen shows. */

import type { Board } from '../boards/types';
import { loadBoard } from './find';

/**
 * Loads the board whenever the game changes; until it is loaded, the previous one stays. Call this
 * while a component is set up; `game` returns the id, once it is known.
 */
export function boardOf(game: () => string | null): { readonly current: Board | null } {
  let loaded = $state.raw<Board | null>(null);
  $effect(() => {
    const id = game();
    if (id === null) return;
    let current = true;
    void loadBoard(id).then((board) => {
      if (current) loaded = board;
    });
    return () => (current = false);
  });
  return {
    get current() {
      return loaded;
    },
  };
}
