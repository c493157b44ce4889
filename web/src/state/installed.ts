/** What makes the page open without a connection: its own files, and the texts that can be read then. */

import type { Lang } from './settings.svelte';

/** Has the browser keep the page's files; then it can be installed too. */
export function keepShell(): void {
  // A development server has no worker; a page that another machine serves by plain HTTP may have none.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => {
    navigator.serviceWorker.register('/sw.js').catch((error: unknown) => {
      // The page works without it; only whoever looks after it wants to know.
      console.info('no service worker:', error);
    });
  });
}

/** Asks for the rules of games that the service worker does not have yet, so that it keeps them. */
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
