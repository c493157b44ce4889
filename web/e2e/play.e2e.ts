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
  /** The sun has tests of its own. */
  it.each(GAMES.filter((game) => game !== 'sun'))(
    '%s is played by clicks from home to its end',
    async (game) => {
      const { page, quiet } = await open(browser, server, { reducedMotion: 'reduce' });
      await page.goto(server.url);
      await begin(page, game, /Play the engine/);
      expect(await playOn(page, game)).toBe('over');
      expect(await page.locator('.status').textContent()).toMatch(/won|lost|draw|share/);
      await page.getByRole('button', { name: /Play again/ }).click();
      await page.locator('main[data-status="playing"]').waitFor();
      quiet();
      await page.context().close();
    },
  );
});
