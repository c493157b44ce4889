/** What the people at a table have just said. It is shown for a while and kept nowhere. */

import type { Speech } from '../protocol';
import type { IconName } from '../ui/Icon.svelte';

/** How long something said stays in sight, in milliseconds. */
const SHOWN = 8000;
/** The most that is visible at a time. */
const MOST = 3;
const MUTED = 'sarsen.muted';

export const PHRASES = [
  'hello',
  'good_luck',
  'well_played',
  'thanks',
  'sorry',
  'one_moment',
  'another_game',
  'goodbye',
] as const satisfies readonly Speech[];

/** The reactions. Each has an icon of its name: not every system has pictures for such characters. */
export const REACTIONS = [
  'smile',
  'surprise',
  'applause',
  'thinking',
] as const satisfies readonly (IconName & Speech)[];
export type Reaction = (typeof REACTIONS)[number];

/** Whether something said is a reaction. */
export function isReaction(speech: Speech): speech is Reaction {
  return (REACTIONS as readonly Speech[]).includes(speech);
}

export interface Spoken {
  id: number;
  seat: number;
  speech: Speech;
}

export class Speeches {
  list = $state.raw<readonly Spoken[]>([]);
  #next = 0;

  /** Hears something of a seat; `own` is never muted. */
  hear(seat: number, speech: Speech, own: boolean): void {
    if (muted.on && !own) return;
    const id = this.#next;
    this.#next += 1;
    this.list = [...this.list, { id, seat, speech }].slice(-MOST);
    setTimeout(() => (this.list = this.list.filter((spoken) => spoken.id !== id)), SHOWN);
  }
}

/** Whether the owner of this browser does not want to hear the others. */
class Muted {
  #on = $state(typeof localStorage !== 'undefined' && localStorage.getItem(MUTED) === 'yes');

  get on(): boolean {
    return this.#on;
  }
  set on(on: boolean) {
    this.#on = on;
    if (on) localStorage.setItem(MUTED, 'yes');
    else localStorage.removeItem(MUTED);
  }
}

export const muted = new Muted();
