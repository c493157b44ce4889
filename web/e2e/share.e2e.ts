import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessible, fits, PHONE, sit, stage } from './harness';
import { middle } from './positions';

const { server, open } = stage();

/** What the console says about a page on another origin that shows the program in a frame. */
const OTHER_SITE = /a request to|frame-ancestors|Framing|Failed to load resource/;

async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const waiting = page.waitForEvent('download', { timeout: 60_000 });
  await page.getByRole('button', { name: button }).click();
  const download = await waiting;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Another site with some code in its page. */
async function site(code: string): Promise<{ url: string; close: () => void }> {
  const other = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>Another site</title><main>${code}</main>`);
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => other.close() };
}

describe('a table', () => {
  it('is saved as a picture, a drawing and a replay', async () => {
    const { page, quiet } = await open();
    await sit(page, server, { game: 'stonehenge', from: middle('stonehenge') });
    await page.getByRole('button', { name: 'Share' }).click();
    const png = await saved(page, 'Picture (PNG)');
    expect(png.name).toMatch(/-\d+\.png$/);
    expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
    expect((await saved(page, 'Drawing (SVG)')).bytes.toString()).toContain('<svg');
    const gif = await saved(page, 'Replay (GIF)');
    expect(gif.bytes.subarray(0, 6).toString()).toBe('GIF89a');
    await accessible(page);
    quiet();
    await page.context().close();
  });

  it('is shown in a frame of another site, where it can be stepped through but not played', async () => {
    const ada = await open();
    await sit(ada.page, server, { game: 'cathedral', from: middle('cathedral') });
    await ada.page.getByRole('button', { name: 'Share' }).click();
    const code = await ada.page
      .getByRole('textbox', { name: 'Code to show this board on another site' })
      .inputValue();
    const other = await site(code);
    // Even in the browser of somebody who sits at the table.
    const page = await ada.page.context().newPage();
    await page.goto(other.url);
    const frame = page.frameLocator('iframe');
    await frame.locator('svg.board').waitFor();
    const ply = Number(await frame.locator('main').getAttribute('data-ply'));
    expect(ply).toBeGreaterThan(2);
    await frame.getByRole('button', { name: 'One back' }).click();
    await frame.locator(`main[data-ply="${ply - 1}"]`).waitFor();
    expect(await frame.locator('.square.target').count()).toBe(0);
    expect(await frame.getByRole('button', { name: 'Resign' }).count()).toBe(0);
    await frame.getByRole('link', { name: 'Open in Sarsen' }).waitFor();
    ada.quiet(OTHER_SITE);
    await ada.page.context().close();
    other.close();
  });
});

/** Records and the positions that they lead to: the command and Python are tested with the same file. */
const POSITIONS = JSON.parse(
  readFileSync(new URL('../../tests/positions.json', import.meta.url), 'utf8'),
) as { record: string; at: number; position: string }[];

describe('a position', () => {
  it('is the same text in the browser as in the terminal and in Python', async () => {
    const { page, quiet } = await open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const { record, at, position } of POSITIONS) {
      await page.goto('about:blank');
      await page.goto(
        `${server.url}/study#${new URLSearchParams({ record, at: `${at}` }).toString()}`,
      );
      await page.locator(`main[data-ply="${at}"]`).waitFor();
      // By the keyboard: while the sun's stones are drawn a click may wait long for a button to be still.
      await page.getByRole('button', { name: 'Share' }).press('Enter');
      await page.getByRole('button', { name: 'Copy: Position as text' }).press('Enter');
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(position);
      expect(await page.getByLabel('Position as text', { exact: true }).inputValue()).toBe(
        position,
      );
    }
    await accessible(page);
    quiet();
    await page.context().close();
  });

  it('is told only where nothing is hidden', async () => {
    const { page, quiet } = await open();
    const from = '[Game "stonehenge"]\n[Option.druids "hidden"]\n\nG4 H3\n';
    await sit(page, server, { game: 'stonehenge', options: { druids: 'hidden' }, from });
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByLabel('Record').waitFor();
    expect(await page.getByLabel('Record').inputValue()).toContain('H?');
    expect(await page.getByLabel('Position as text').count()).toBe(0);
    quiet();
    await page.context().close();
  });

  it('has a link with a preview, and can be embedded', async () => {
    const { page, quiet } = await open(PHONE);
    const record = middle('stonehenge');
    await page.goto(`${server.url}/study#${new URLSearchParams({ record, at: '4' }).toString()}`);
    await page.locator('main[data-ply="4"]').waitFor();
    await page.getByRole('button', { name: 'Share' }).click();
    const link = await page.getByRole('textbox', { name: 'Link to this position' }).inputValue();
    const html = await (await fetch(link, { headers: { 'accept-language': 'fr' } })).text();
    expect(html).toContain('après 4 actions');
    const image = /og:image" content="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const answer = await fetch(image);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect((await saved(page, 'Picture (PNG)')).bytes.length).toBeGreaterThan(10_000);
    await fits(page);
    const code = await page
      .getByRole('textbox', { name: 'Code to show this board on another site' })
      .inputValue();
    const address = /src="([^"]+)"/.exec(code)?.[1]?.replaceAll('&amp;', '&') ?? '';
    await page.goto(address);
    await page.locator('main[data-ply="4"] svg.board').waitFor();
    await accessible(page);
    await fits(page);
    await page.getByRole('button', { name: 'One forward' }).press('Enter');
    await page.locator('main[data-ply="5"]').waitFor();
    quiet();
    await page.context().close();
  });
});

describe('any other page', () => {
  it('is not shown in a frame', async () => {
    const { page, quiet } = await open();
    const other = await site(
      ['/', '/study', '/t/abc']
        .map((path) => `<iframe src="${server.url}${path}"></iframe>`)
        .join(''),
    );
    await page.goto(other.url);
    for (const frame of page.frames().slice(1)) {
      expect(await frame.locator('#app').count()).toBe(0);
    }
    expect(page.frames().length).toBe(4);
    quiet(OTHER_SITE);
    await page.context().close();
    other.close();
  });
});
