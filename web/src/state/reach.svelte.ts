/** Whether the server can be reached, for screens without a connection. */

import { games } from './games.svelte';

/** The interval between attempts, in milliseconds. */
const PAUSE = 4000;

class Reach {
  /** Whether the last attempt to reach the server failed. */
  away = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Tries to reach the server until it answers; the returned function stops that. */
  watch(): () => void {
    const look = (): void => void this.#look();
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    look();
    return () => {
      clearTimeout(this.#timer);
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
    };
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      // Not one of the cached texts: it shows whether the server itself can be reached.
      await fetch('/api/v1/about', { cache: 'no-store' });
      this.away = false;
      void games.load();
    } catch {
      this.away = true;
      this.#timer = setTimeout(() => void this.#look(), PAUSE);
    }
  }
}

export const reach = new Reach();
