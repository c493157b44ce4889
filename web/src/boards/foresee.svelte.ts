/** The consequences of the action pointed at, requested again whenever it changes. */

import type { Told } from './types';

export class Foresight<Event> {
  told = $state.raw<readonly Told<Event>[]>([]);

  /**
   * Create this during component setup. `asked` is the action pointed at; while `held` is true the
   * last preview stays: an action that was sent is drawn from its preview until it has happened.
   */
  constructor(
    asked: () => string | null,
    preview: () => (action: string) => Promise<readonly Told<Event>[]>,
    held: () => boolean = () => false,
  ) {
    $effect(() => {
      const action = asked();
      if (held()) return;
      this.told = [];
      if (action === null) return;
      let current = true;
      void preview()(action).then((told) => {
        if (current) this.told = told;
      });
      return () => (current = false);
    });
  }
}
