import { describe, expect, it } from 'vitest';
import { begin, stage } from './harness';

const { server, open } = stage();

describe('a sixth game', () => {
  it('stands on a card beside the others and is played to its end', async () => {
    const { page, quiet } = await open();
    await page.goto(server.url);
    await page.locator('.card[data-game="tictactoe"]').waitFor();
    expect(await page.locator('.card[data-game]').count()).toBe(6);
    await begin(page, 'tictactoe', /Share one screen/);
    for (const [ply, square] of ['1', '4', '2', '5', '3'].entries()) {
      await page.locator(`main[data-ply="${ply}"] [data-square="${square}"]`).click();
    }
    await page.locator('main[data-turn="over"]').waitFor();
    expect(await page.locator('.won').count()).toBe(3);
    quiet();
    await page.context().close();
  });

  it('is played against the engine with the keyboard', async () => {
    const { page, quiet } = await open();
    await page.goto(server.url);
    await begin(page, 'tictactoe', /Play the computer/);
    await page.locator('main[data-acting="1"] [data-square="5"]').focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await page.locator('main[data-ply="2"][data-acting="1"]').waitFor();
    expect(await page.locator('[data-square="4"]').getAttribute('aria-label')).toContain(
      'player 1',
    );
    quiet();
    await page.context().close();
  });
});
