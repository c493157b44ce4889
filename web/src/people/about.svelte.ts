/** What this server offers around the tables, asked once. */

import { call } from '../net/api';
import type { About } from '../protocol';

class Offers {
  /** Whether tables can be listed for anybody to sit down. */
  openTables = $state(false);
  /** The server's key for Web Push; null where it sends none. */
  pushKey = $state<string | null>(null);
  #asked = false;

  async load(): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    try {
      const about = await call<About>('GET', '/about');
      this.openTables = about.open_tables;
      this.pushKey = about.push_key;
    } catch {
      // The page offers less until it is loaded again.
      this.#asked = false;
    }
  }
}

export const offers = new Offers();
