import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { begin, launch, open, Server } from './harness';
import { playOn, GAMES } from './players';

let server: Server;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

describe('every game', () => {
  const short = GAMES.filter((game) => game !== 'sun');
  it.each(short)('%s is played by clicks from home to its end', async (game) => {
    const { page, quiet } = await open(browser, server, { reducedMotion: 'reduce' });
    await page.goto(server.url);
    await begin(page, game, /Play the engine/);
    expect(await playOn(page, game)).toBe('over');
    expect(await page.locator('.status').textContent()).toMatch(/won|lost|draw|share/);
    await page.getByRole('button', { name: /Play again/ }).click();
    await page.locator('main[data-status="playing"]').waitFor();
    quiet();
    await page.context().close();
  });

  /** A whole game of falling stones takes minutes where the graphics are drawn by software. */
  it('sun is played by clicks for two turns, and given up', async () => {
    const { page, quiet } = await open(browser, server, { reducedMotion: 'reduce' });
    await page.goto(server.url);
    await begin(page, 'sun', /Play the engine/);
    expect(await playOn(page, 'sun', 5)).toBe('most');
    await page.getByRole('button', { name: 'Resign' }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Resign' }).click();
    await page.locator('main[data-status="over"]').waitFor();
    quiet();
    await page.context().close();
  });
});
