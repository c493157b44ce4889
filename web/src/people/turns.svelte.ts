/** At how many tables it is this browser's turn: for the title, the badge of an installed page, and notifications. */

import { api } from '../net/api';
import type { TableSummary } from '../protocol';
import { knownKey } from '../state/player.svelte';
import { games } from '../state/games.svelte';
import { personName } from '../ui/seats';
import { wantsNotes } from './notify.svelte';
import { p } from './strings';

/** How often the list is fetched where somebody else may act, in milliseconds. */
const LOOK = 30_000;

/** The tables at which it is the reader's turn. */
export function mine(tables: readonly TableSummary[]): readonly TableSummary[] {
  return tables.filter((table) => table.status === 'playing' && table.your_turn);
}

/** Whether another person may act at one of the tables while the reader is away. */
export function othersAct(tables: readonly TableSummary[]): boolean {
  return tables.some(
    (table) =>
      table.status !== 'over' &&
      table.seats.some(({ seat, sitter }) => sitter.kind === 'person' && !table.you.includes(seat)),
  );
}

class Turns {
  count = $state(0);
  #known = new Set<string>();
  #others = false;

  /** What stands before the title of a page. */
  get title(): string {
    return this.count > 0 ? `(${this.count}) ${p('turns.title')} · ` : '';
  }

  /** Takes a list that was fetched. */
  note(tables: readonly TableSummary[]): void {
    const now = mine(tables);
    const fresh = now.filter(({ table }) => !this.#known.has(table));
    this.#known = new Set(now.map(({ table }) => table));
    this.#others = othersAct(tables);
    this.count = now.length;
    void this.#badge();
    if (document.hidden && wantsNotes()) for (const table of fresh) void tell(table);
  }

  /** Looks again now and then, and when the page comes into sight; the returned function stops that. */
  watch(): () => void {
    const seen = (): void => {
      if (!document.hidden) void this.#look();
    };
    const timer = setInterval(() => void this.#look(), LOOK);
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }

  async #look(): Promise<void> {
    const key = knownKey();
    if (key === undefined || !this.#others) return;
    try {
      this.note((await api.tables(key)).tables);
    } catch {
      // It is asked again in a moment.
    }
  }

  /** The number on the icon of an installed page, where the system shows one. */
  async #badge(): Promise<void> {
    if (!('setAppBadge' in navigator)) return;
    try {
      await (this.count > 0 ? navigator.setAppBadge(this.count) : navigator.clearAppBadge());
    } catch {
      // Not installed, or not allowed: the title says it too.
    }
  }
}

/** A notification of a page that is open but out of sight; the service worker shows it, as those of the server. */
async function tell(table: TableSummary): Promise<void> {
  const others = table.seats.flatMap(({ seat, sitter }) =>
    sitter.kind === 'person' && !table.you.includes(seat) ? [personName(sitter.name)] : [],
  );
  const body =
    others.length === 0 ? p('turns.title') : p('turns.body', { names: others.join(', ') });
  const worker = await navigator.serviceWorker.ready;
  const options = { body, tag: table.table, data: { table: table.table } };
  await worker.showNotification(games.name(table.game) || 'Sarsen', options);
}

export const turns = new Turns();
