/** The finished games of the reader, and the tables that are not finished. */

import { api } from '../net/api';
import type { PlayedGame, TableSummary } from '../protocol';
import { asPlayer, knownKey } from './player.svelte';

/** The most requests for further games: the server allows a thousand tables per player. */
const MOST_PAGES = 40;

export class HistoryState {
  games = $state.raw<readonly PlayedGame[]>([]);
  running = $state.raw<readonly TableSummary[]>([]);
  loading = $state(true);

  /** Reads everything, the last tables first; what has come is shown while the rest is read. */
  async load(): Promise<void> {
    // Without a key, nothing has been played yet.
    if (knownKey() === undefined) {
      this.loading = false;
      return;
    }
    this.loading = true;
    try {
      const { tables } = await asPlayer((key) => api.tables(key));
      this.running = tables.filter((table) => table.status !== 'over');
      let games: readonly PlayedGame[] = [];
      let skip: number | null = 0;
      for (let page = 0; page < MOST_PAGES && skip !== null; page += 1) {
        const from: number = skip;
        const found = await asPlayer((key) => api.history(key, from));
        games = [...games, ...found.games];
        this.games = games;
        skip = found.next;
      }
    } finally {
      this.loading = false;
    }
  }

  async close(table: string): Promise<void> {
    await asPlayer((key) => api.closeTable(key, table));
    await this.load();
  }
}
