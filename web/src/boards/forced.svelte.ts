/** An action without an alternative plays itself, once there was time to read why. */

import { paced } from '../state/settings.svelte';

/** The reading time for the reason at normal speed, and its minimum, in milliseconds. */
const READING = 1800;
const LEAST = 1000;

/**
 * Call this while a board is set up; `only` returns the action without an alternative, if there is
 * one.
 */
export function playForced(only: () => string | null, act: (action: string) => void): void {
  const action = $derived(only());
  $effect(() => {
    const chosen = action;
    if (chosen === null) return;
    const timer = setTimeout(() => act(chosen), Math.max(LEAST, paced(READING)));
    return () => clearTimeout(timer);
  });
}
