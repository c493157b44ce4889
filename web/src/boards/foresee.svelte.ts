/** What the action that is pointed at would bring about, asked anew whenever it changes. */

import type { Told } from './types';

export class Foresight<Event> {
  told = $state.raw<readonly Told<Event>[]>([]);

  /**
   * To be made while a component is. `asked` is the action that is pointed at; while `held` says so, what was
   * foreseen last stays: an action that was sent is drawn from its preview until it has happened.
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
