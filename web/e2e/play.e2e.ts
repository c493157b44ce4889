import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { begin, HEAVY, stage } from './harness';
import { playOn, GAMES } from './players';

const { server, open } = stage();

/** 58 Holes with three pieces, chosen by clicks: a whole game with five takes a minute. */
async function beginShort(page: Page): Promise<void> {
  const card = page.locator('.card[data-game="holes"]');
  await card.getByRole('button', { name: 'Level and options' }).click();
  await page.getByRole('radio', { name: 'Short game' }).click();
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  await page.locator('main[data-status]').waitFor();
}

describe('every game', () => {
  /** The sun has its own tests. */
  it.each(GAMES.filter((game) => game !== 'sun'))(
    '%s is played by clicks from home to its end',
    async (game) => {
      const { page, quiet } = await open();
      await page.goto(server.url);
      if (game === 'holes' && !HEAVY) await beginShort(page);
      else await begin(page, game, /Play the computer/);
      expect(await playOn(page, game)).toBe('over');
      expect(await page.locator('.status').textContent()).toMatch(/won|lost|draw|share/);
      await page.getByRole('button', { name: /Play again/ }).click();
      await page.locator('main[data-status="playing"]').waitFor();
      quiet();
      await page.context().close();
    },
  );
});
