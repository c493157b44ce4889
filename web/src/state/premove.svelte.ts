/** An action that is chosen before one's turn, and played when the turn comes if it is legal then. */

import type { TableState } from './table.svelte';

interface Chosen {
  /** The game and the length that it had: after a takeback, or in the next game, the choice is void. */
  game: number;
  ply: number;
  action: string;
}

export class Premove {
  #chosen = $state.raw<Chosen | null>(null);

  get action(): string | null {
    return this.#chosen?.action ?? null;
  }

  choose(table: TableState, action: string): void {
    const position = table.now?.position;
    if (position) this.#chosen = { game: position.game, ply: position.ply, action };
  }

  cancel(): void {
    this.#chosen = null;
  }

  /** Plays what was chosen once the turn has come, or gives it back. */
  settle(table: TableState, legal: readonly string[]): void {
    const chosen = this.#chosen;
    const position = table.now?.position;
    if (!chosen || !position) return;
    if (
      position.game !== chosen.game ||
      position.ply < chosen.ply ||
      position.turn.kind === 'over'
    ) {
      this.#chosen = null;
      return;
    }
    // An earlier position is looked at, or an answer is still due: it waits.
    if (table.acting === null || table.at !== null || table.pending !== null) return;
    this.#chosen = null;
    if (legal.includes(chosen.action)) table.actAhead(chosen.action);
    else table.giveBack('premove.returned');
  }
}
