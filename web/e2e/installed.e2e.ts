import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { accessible, DESKTOP, fits, PHONE, stage } from './harness';

const { server, open } = stage();

/** The browser's messages when a request cannot be made. */
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|Failed to load resource|ERR_CONNECTION/;

/** Waits until the service worker has cached the page and serves it. */
async function kept(page: Awaited<ReturnType<typeof open>>['page']): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

describe('the installed page', () => {
  it('has a manifest and icons that a browser accepts', async () => {
    const { page, quiet } = await open({ serviceWorkers: 'allow' });
    await page.goto(server.url);
    const session = await page.context().newCDPSession(page);
    const { errors, url } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(url).toBe(`${server.url}/manifest.webmanifest`);
    const { icons } = (await (await fetch(url)).json()) as {
      icons: { src: string; sizes: string }[];
    };
    for (const { src, sizes } of icons) {
      const size = await page.evaluate(async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      if (sizes !== 'any') expect(size, src).toBe(sizes);
    }
    await kept(page);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // The only obstacle is that test windows have no profile of their own.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    quiet();
    await page.context().close();
  });

  it.each([
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ])('opens without a connection on a %s and says what can be done', async (_, look) => {
    const { page, quiet } = await open({ ...look, serviceWorkers: 'allow' });
    await page.goto(server.url);
    await kept(page);
    // The next visit goes through the worker, which caches the texts.
    await page.reload();
    await page.locator('.card[data-game]').first().waitFor();
    const rules = '/api/v1/games/stonehenge/rules?lang=en';
    await page.waitForFunction(async (path) => (await caches.match(path)) !== undefined, rules);
    await page.context().setOffline(true);
    await page.goto(`${server.url}/?again`);
    await page.getByText('No connection to the server').waitFor();
    await page.locator('.card[data-game]').first().waitFor();
    expect(await page.getByRole('button', { name: 'Play the computer' }).first().isEnabled()).toBe(
      false,
    );
    await fits(page);
    await page
      .locator('.away')
      .getByRole('button', { name: 'Stonehenge', exact: true })
      .press('Enter');
    await page.getByText('K1', { exact: false }).first().waitFor();
    await accessible(page);
    await page.keyboard.press('Escape');
    // When the connection is back, the page continues by itself.
    await page.context().setOffline(false);
    await page.getByText('No connection to the server').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Play the computer' }).first().isEnabled()).toBe(
      true,
    );
    quiet(NO_NETWORK);
    await page.context().close();
  });

  it('keeps no page for an address that is not its own', async () => {
    const { page, quiet } = await open({ serviceWorkers: 'allow' });
    await page.goto(server.url);
    await kept(page);
    await page.context().setOffline(true);
    // In a tab of its own: the browser's error page would interrupt what is loaded next.
    const other = await page.context().newPage();
    await expect(other.goto(`${server.url}/api/v1/about`)).rejects.toThrow(/ERR_/);
    await other.close();
    await page.goto(`${server.url}/study`);
    await page.getByRole('heading', { name: 'Study' }).first().waitFor();
    // Its own say what is missing, and go on when the server is back.
    await page.goto(`${server.url}/puzzles`);
    await page.locator('.away').waitFor();
    await page.context().setOffline(false);
    await page.locator('[data-game="holes"]').waitFor();
    quiet(NO_NETWORK);
    await page.context().close();
  });

  it('is replaced by a new version, and the files of the old one stay until its last tab is closed', async () => {
    const upgraded = await upgrading(server.url);
    const { page, quiet } = await open({ serviceWorkers: 'allow' }, upgraded);
    const shells = async (): Promise<string[]> => {
      const names = await page.evaluate(() => caches.keys());
      return names.filter((name) => name.startsWith('shell-')).sort();
    };
    await page.goto(upgraded.url);
    await kept(page);
    const [old = ''] = await shells();
    upgraded.upgrade(old.replace('shell-', ''));
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
    });
    await page.waitForFunction(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return registration?.waiting?.state === 'installed';
    });
    expect(await shells()).toEqual([old, NEWER].sort());
    // No tab uses the old version any more: the next page is served by the new one alone.
    await page.goto('about:blank');
    await expect
      .poll(async () => {
        await page.goto(upgraded.url);
        const names = await shells();
        if (names.includes(old)) await page.goto('about:blank');
        return names;
      })
      .toEqual([NEWER]);
    await page.locator('.card[data-game]').first().waitFor();
    quiet();
    await page.context().close();
    upgraded.close();
  });
});

/** The name of the next version's cache. */
const NEWER = 'shell-ffffffffffffffff';

/** The program behind a server that can give its page another version. */
async function upgrading(
  target: string,
): Promise<{ url: string; upgrade: (version: string) => void; close: () => void }> {
  let old: string | null = null;
  const proxy = createServer((request, response) => {
    void (async () => {
      const answer = await fetch(`${target}${request.url ?? '/'}`);
      let body = Buffer.from(await answer.arrayBuffer());
      if (request.url === '/sw.js' && old !== null)
        body = Buffer.from(body.toString().replaceAll(old, NEWER.replace('shell-', '')));
      const kind = answer.headers.get('content-type') ?? 'text/plain';
      response.writeHead(answer.status, { 'content-type': kind, 'cache-control': 'no-cache' });
      response.end(body);
    })();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    upgrade: (version) => (old = version),
    close: () => proxy.close(),
  };
}
