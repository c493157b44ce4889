/**
 * When the end card of a table is open: from a moment after the last action, and after its
 * animation, so that it is seen first, until the card is closed.
 */

import { paced } from './settings.svelte';
import type { TableState } from './table.svelte';

/** The delay before the card opens, in milliseconds. */
const MOMENT = 1500;

export class EndGate {
  open = $state(false);
  /** Whether the card was opened by the user. */
  asked = $state(false);
  #seen: string | null = null;

  constructor(table: () => TableState | null, showing: () => boolean) {
    const over = $derived.by(() => {
      const now = table()?.now?.position;
      return now?.turn.kind === 'over' ? `${table()?.id}/${now.game}` : null;
    });
    const invited = $derived.by(() => {
      const info = table()?.info;
      return info?.status === 'over' && info.ready.some((seat) => !info.you.includes(seat));
    });
    $effect(() => {
      const key = over;
      this.asked = false;
      if (key === null) {
        this.open = false;
        this.#seen = table()?.now ? 'playing' : null;
        return;
      }
      if (showing()) return;
      // If the game was already over when the page was loaded, there is nothing to watch.
      const wait = this.#seen === null ? 0 : paced(MOMENT);
      this.#seen = key;
      const timer = setTimeout(() => (this.open = true), wait);
      return () => clearTimeout(timer);
    });
    $effect(() => {
      if (invited && over !== null && !showing()) this.open = true;
    });
  }

  show(): void {
    this.open = true;
    this.asked = true;
  }

  close(): void {
    this.open = false;
    this.asked = false;
  }
}
