/**
 * Makes the page work without a connection: its own files, and the texts that can be read offline.
 */

import type { Lang } from './settings.svelte';

/** Lets the browser cache the page's files, which also makes it installable. */
export function keepShell(): void {
  // A development server has no worker, and a page served by plain HTTP from another machine cannot
  // have one.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => {
    navigator.serviceWorker.register('/sw.js').catch((error: unknown) => {
      // The page works without it; the message is for the administrator.
      console.info('no service worker:', error);
    });
  });
}

/**
 * Requests the rules of games that the service worker does not have yet, so that it caches them.
 */
export async function keepRules(ids: readonly string[], lang: Lang): Promise<void> {
  if (!('serviceWorker' in navigator) || !navigator.serviceWorker.controller) return;
  for (const id of ids) {
    const address = `/api/v1/games/${encodeURIComponent(id)}/rules?lang=${lang}`;
    try {
      if (!(await caches.match(address))) await fetch(address);
    } catch {
      // Without a connection there is nothing to keep; the next visit tries again.
      return;
    }
  }
}
