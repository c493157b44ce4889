/** An action without an alternative plays itself, once there was time to read why. */

import { paced } from '../state/settings.svelte';

/** How long its reason can be read at normal speed, and at the least, in milliseconds. */
const READING = 1800;
const LEAST = 1000;

/** To be called while a board is set up; `only` says which action has no alternative, if there is one. */
export function playForced(only: () => string | null, act: (action: string) => void): void {
  const action = $derived(only());
  $effect(() => {
    const chosen = action;
    if (chosen === null) return;
    const timer = setTimeout(() => act(chosen), Math.max(LEAST, paced(READING)));
    return () => clearTimeout(timer);
  });
}
