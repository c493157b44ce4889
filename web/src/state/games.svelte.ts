/** The games as the server describes them, fetched once. */

import { say } from '../i18n';
import { api } from '../net/api';
import type { GameInfo } from '../protocol';

class Games {
  list = $state.raw<readonly GameInfo[]>([]);
  failed = $state(false);
  #asked = false;

  /** Fetches the list unless that has been done. */
  async load(): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    try {
      this.list = await api.games();
      this.failed = false;
    } catch {
      this.failed = true;
      this.#asked = false;
      setTimeout(() => void this.load(), 1500);
    }
  }

  /** The name of a game in the reader's language; empty until the games are loaded. */
  name(id: string): string {
    const game = this.get(id);
    return game ? say(game.name) : '';
  }

  get(id: string): GameInfo | undefined {
    return this.list.find((game) => game.id === id);
  }
}

export const games = new Games();
