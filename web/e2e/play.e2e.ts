import { describe, expect, it } from 'vitest';
import { begin, stage } from './harness';
import { playOn, GAMES } from './players';

const { server, open } = stage();

describe('every game', () => {
  /** The sun has tests of its own. */
  it.each(GAMES.filter((game) => game !== 'sun'))(
    '%s is played by clicks from home to its end',
    async (game) => {
      const { page, quiet } = await open();
      await page.goto(server.url);
      await begin(page, game, /Play the computer/);
      expect(await playOn(page, game)).toBe('over');
      expect(await page.locator('.status').textContent()).toMatch(/won|lost|draw|share/);
      await page.getByRole('button', { name: /Play again/ }).click();
      await page.locator('main[data-status="playing"]').waitFor();
      quiet();
      await page.context().close();
    },
  );
});
