/**
 * The one service worker of the page. It keeps the page's own files, so that an installed page opens without a connection;
 * games always come from the server.
 *
 * Pages are asked of the server first, so a new version is seen at once. Files under `assets/` have their content's hash in
 * their name and are taken from the cache first. The files of a version stay until the last tab that uses it is closed
 * (a new worker waits for that), so a page that is open never misses a part that it loads late.
 */

declare const self: ServiceWorkerGlobalScope;

/** Set by the build: the files of this version, and a hash of their names and contents. */
declare const SHELL_FILES: readonly string[];
declare const SHELL_VERSION: string;

const SHELL = `shell-${SHELL_VERSION}`;
/** Names and rules of the games, as last received from the server. */
const TEXTS = 'texts';
const TEXT_PATHS = /^\/api\/v1\/games(\/[^/]+\/rules)?$/;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll([...SHELL_FILES])));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOldShells().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== self.location.origin) return;
  const { pathname } = address;
  if (request.mode === 'navigate') {
    // What stands in a frame of another site, and what the server answers by itself, is not this page.
    if (!/^\/(embed|api|metrics|healthz|readyz)(\/|$)/.test(pathname))
      event.respondWith(page(request));
  } else if (pathname.startsWith('/assets/')) event.respondWith(file(request));
  else if (TEXT_PATHS.test(pathname)) event.respondWith(text(request));
});

/** What the server sends when it is somebody's turn; the text is in the language of this browser already. */
interface TurnMessage {
  title: string;
  body: string;
  table: string;
}

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showTurn(event.data.json() as TurnMessage));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { table } = event.notification.data as { table: string };
  event.waitUntil(openTable(`/t/${encodeURIComponent(table)}`));
});

/** One notification for each table: a later one takes the place of the one before it. */
async function showTurn({ title, body, table }: TurnMessage): Promise<void> {
  const icon = '/icons/192.png';
  await self.registration.showNotification(title, { body, icon, tag: table, data: { table } });
  await badge();
}

/** The number on the icon of an installed page, where the system shows one; an open page counts anew. */
async function badge(): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  const shown = await self.registration.getNotifications();
  try {
    await (shown.length > 0 ? navigator.setAppBadge(shown.length) : navigator.clearAppBadge());
  } catch {
    // Not installed, or not allowed: the notification says it too.
  }
}

/** Shows the tab that has the table already, or else opens it in a new one: another tab may be in the middle of something. */
async function openTable(path: string): Promise<void> {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = tabs.find((tab) => new URL(tab.url).pathname === path);
  if (there) await there.focus();
  else await self.clients.openWindow(path);
}

async function removeOldShells(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith('shell-') && name !== SHELL);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The page from the server; without a connection the cached one. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match('/', { cacheName: SHELL, ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

async function file(request: Request): Promise<Response> {
  // A file is the same however it is requested; only its encoding in transit differs.
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** A text from the server, which is then cached; without a connection the cached one. */
async function text(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(TEXTS)).put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await caches.match(request, { cacheName: TEXTS, ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

export {};
