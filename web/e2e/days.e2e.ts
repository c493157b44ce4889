import { createECDH, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createServer, type Server as HttpsServer } from 'node:https';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { certificate } from './certificate';
import { accessible, ready, stage } from './harness';
import { playOne } from './players';

const folder = mkdtempSync(join(tmpdir(), 'sarsen-push-'));
const { key, cert } = certificate();
// Read by the program, which trusts the certificates of its machine.
process.env['SSL_CERT_FILE'] = join(folder, 'trusted.pem');
writeFileSync(process.env['SSL_CERT_FILE'], cert);
const { server, open } = stage({
  options: [
    ...['--push-key', join(folder, 'push.pem'), '--push-contact', 'mailto:operator@example.org'],
    '--push-allow-local',
  ],
});

/** A push service of our own, by TLS as browsers have them: it keeps what it is sent. */
let service: HttpsServer;
let address = '';
const sent: Buffer[] = [];
const waiting: ((body: Buffer) => void)[] = [];

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function nextSent(): Promise<Buffer> {
  const there = sent.shift();
  return there ? Promise.resolve(there) : new Promise((resolve) => waiting.push(resolve));
}

beforeAll(async () => {
  service = createServer({ key, cert }, (request, response) => {
    void bodyOf(request).then((body) => {
      response.writeHead(201).end();
      const take = waiting.shift();
      if (take) take(body);
      else sent.push(body);
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  address = `https://localhost:${(service.address() as AddressInfo).port}/send`;
});
afterAll(() => {
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A browser's keys, and how it reads what is meant for it (RFC 8291). */
class Keys {
  readonly #private = createECDH('prime256v1');
  readonly public = this.#private.generateKeys();
  readonly auth = randomBytes(16);

  decrypt(body: Buffer): unknown {
    const hmac = (key: Buffer, ...data: Buffer[]): Buffer =>
      createHmac('sha256', key).update(Buffer.concat(data)).digest();
    const one = Buffer.from([1]);
    const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
    const first = hmac(this.auth, this.#private.computeSecret(sender));
    const info = Buffer.from('WebPush: info\0');
    const second = hmac(salt, hmac(first, info, this.public, sender, one));
    const key = hmac(second, Buffer.from('Content-Encoding: aes128gcm\0'), one).subarray(0, 16);
    const nonce = hmac(second, Buffer.from('Content-Encoding: nonce\0'), one).subarray(0, 12);
    const cipher = createDecipheriv('aes-128-gcm', key, nonce);
    cipher.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    return JSON.parse(plain.subarray(0, -1).toString());
  }
}

/** Two people at a table by the day; Ada made it and acts first. */
async function byTheDay(ada: Page, bo: Page): Promise<void> {
  await ada.goto(server.url);
  const card = ada.locator('.card[data-game="stonehenge"]');
  await card.getByRole('button', { name: /Level and options/ }).click();
  await ada.getByRole('radio', { name: 'Invite a friend' }).check();
  await ada.getByLabel('Your name').fill('Ada');
  await ada.getByRole('radio', { name: '2 days per move' }).check();
  await ada.getByRole('button', { name: 'Begin' }).click();
  await bo.goto(await ada.getByLabel('Link of the invitation').inputValue());
  await ada.locator('main[data-status="playing"]').waitFor();
}

/** The parts of a service worker that the test touches: the library of its types is not the page's. */
interface WorkerScope extends EventTarget {
  registration: ServiceWorkerRegistration;
  clients: { openWindow: (path: string) => Promise<null> };
  WindowClient: { prototype: { url: string; focus: () => Promise<unknown> } };
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
}

/**
 * What the service worker asks of the browser when the notification that is shown is clicked. Only a real click may open or
 * focus a window, so both are noted instead.
 */
async function clicked(page: Page): Promise<string[]> {
  const worker = page.context().serviceWorkers()[0];
  if (!worker) throw new Error('there is no service worker');
  const asked = await worker.evaluate(async () => {
    const scope = self as unknown as WorkerScope;
    const asked: string[] = [];
    scope.clients.openWindow = (path) => {
      asked.push(`open ${path}`);
      return Promise.resolve(null);
    };
    scope.WindowClient.prototype.focus = function () {
      asked.push(`focus ${new URL(this.url).pathname}`);
      return Promise.resolve();
    };
    const [notification] = await scope.registration.getNotifications();
    if (!notification) throw new Error('no notification is shown');
    const click = new scope.NotificationEvent('notificationclick', { notification });
    let work: Promise<unknown> = Promise.resolve();
    // The browser waits only for events of its own.
    const value = (until: Promise<unknown>): unknown => (work = until);
    Object.defineProperty(click, 'waitUntil', { value });
    scope.dispatchEvent(click);
    await work;
    return asked;
  });
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const worker = await navigator.serviceWorker.ready;
        return (await worker.getNotifications()).length;
      }),
    )
    .toBe(0);
  return asked;
}

describe('a game by the day', () => {
  it('shows days on its clock, and whose turn it is in title and list', async () => {
    const [ada, bo] = [await open(), await open({ locale: 'fr' })];
    await byTheDay(ada.page, bo.page);
    await ada.page.getByRole('timer').first().getByText(/day/).waitFor();
    await bo.page.getByRole('timer').first().getByText(/j/).waitFor();
    await bo.page.goto(server.url);
    expect(await bo.page.title()).toBe('Sarsen');
    await ready(ada.page);
    await playOne(ada.page, 'stonehenge');
    // Coming back to the page looks again at once.
    await expect
      .poll(async () => {
        await bo.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
        return bo.page.title();
      })
      .toBe('(1) À vous de jouer · Sarsen');
    await bo.page.reload();
    await bo.page.locator('.turns').getByText('À vous').waitFor();
    await bo.page.locator('.turns a').waitFor();
  });

  it('marks the icon of an installed page while it is somebody’s turn', async () => {
    const [ada, bo] = [await open(), await open()];
    await bo.page.addInitScript(() => {
      const badges: number[] = [];
      navigator.setAppBadge = (count) => Promise.resolve(void badges.push(count ?? -1));
      navigator.clearAppBadge = () => Promise.resolve(void badges.push(0));
      Object.assign(window, { badges });
    });
    const last = (): Promise<number | undefined> =>
      bo.page.evaluate(() => (window as unknown as { badges: number[] }).badges.at(-1));
    await byTheDay(ada.page, bo.page);
    const table = ada.page.url();
    await bo.page.goto(server.url);
    await expect.poll(last).toBe(0);
    await ready(ada.page);
    await playOne(ada.page, 'stonehenge');
    await expect
      .poll(async () => {
        await bo.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
        return last();
      })
      .toBe(1);
    await bo.page.goto(table);
    await ready(bo.page);
    await playOne(bo.page, 'stonehenge');
    await bo.page.goto(server.url);
    await expect.poll(last).toBe(0);
  });

  it('is told to a browser that is closed, encrypted, and shown as a notification of the table', async () => {
    const keys = new Keys();
    const ada = await open();
    const bo = await open({ serviceWorkers: 'allow', permissions: ['notifications'] });
    // The browser's own push service is elsewhere: the test's takes its place.
    await bo.page.addInitScript(
      (subscription) => {
        PushManager.prototype.subscribe = () =>
          Promise.resolve({ toJSON: () => subscription } as unknown as PushSubscription);
      },
      {
        endpoint: address,
        keys: { p256dh: keys.public.toString('base64url'), auth: keys.auth.toString('base64url') },
      },
    );
    await byTheDay(ada.page, bo.page);
    await bo.page.goto(server.url);
    await bo.page.getByRole('button', { name: 'Notify me when it is my turn' }).click();
    await bo.page.getByText('also when the page is closed').waitFor();
    await accessible(bo.page);
    await ready(ada.page);
    await playOne(ada.page, 'stonehenge');
    const table = new URL(ada.page.url()).pathname.split('/').at(-1);
    const message = keys.decrypt(await nextSent());
    expect(message).toEqual({ title: 'Stonehenge', body: 'Your turn against Ada', table });

    const session = await bo.page.context().newCDPSession(bo.page);
    const registration = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const found = registrations[0]?.registrationId;
        if (found !== undefined) resolve(found);
      });
    });
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: server.url,
      registrationId: await registration,
      data: JSON.stringify(message),
    });
    await expect
      .poll(() =>
        bo.page.evaluate(async () => {
          const worker = await navigator.serviceWorker.ready;
          const notes = await worker.getNotifications();
          return notes.map(({ title, body, tag }) => ({ title, body, tag }));
        }),
      )
      .toEqual([{ title: 'Stonehenge', body: 'Your turn against Ada', tag: table }]);

    // A click goes to the table: in a new tab, or in the one that shows it already.
    expect(await clicked(bo.page)).toEqual([`open /t/${table}`]);
    await bo.page.goto(ada.page.url());
    await ready(bo.page);
    await bo.page.evaluate(async (table) => {
      const worker = await navigator.serviceWorker.ready;
      await worker.showNotification('Stonehenge', { tag: table ?? '', data: { table } });
    }, table);
    expect(await clicked(bo.page)).toEqual([`focus /t/${table}`]);
    await bo.page.goto(server.url);
    await bo.page.getByRole('button', { name: 'No more notifications' }).click();
    await bo.page.getByRole('button', { name: 'Notify me when it is my turn' }).waitFor();
  });
});
