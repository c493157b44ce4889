import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ALMOST_OVER } from './positions';
import { accessible, DESKTOP, fits, PHONE, played, sit, stage, state, study } from './harness';
import { perform } from './players';

const { server, open } = stage();

/** The column headings that are broken into two lines. */
function brokenWords(page: Page): Promise<string[]> {
  return page.locator('[data-end] thead th span').evaluateAll((names) =>
    names.flatMap((name) => {
      const text = name.firstChild;
      return [...(text?.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        if (text) range.setStart(text, index);
        if (text) range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1 ? [word] : [];
      });
    }),
  );
}

describe('the end card', () => {
  it.each(Object.keys(ALMOST_OVER))('of %s tells result, reason and figures', async (game) => {
    const { page, quiet } = await open();
    const [from = '', last = '', reason = '', figure = ''] = ALMOST_OVER[game] ?? [];
    const { turn, view } = await study(server.url, game, from);
    const seat = turn.kind === 'seat' ? turn.seat : 1;
    // Against the computer, if it is not the one to end the game.
    const rival = seat === 1 ? { rival: 1 } : {};
    await sit(page, server, { game, from: `[Game "${game}"]\n\n${from}\n`, ...rival });
    const { ply } = await state(page);
    await perform(page, game, last, seat, view);
    await played(page, ply);
    const card = page.locator(`[data-end="${game}"]`);
    await card.waitFor();
    expect(await card.getByRole('heading').first().textContent()).toMatch(/won|lost|draw|share/i);
    expect(await card.locator('.reason').textContent()).toMatch(new RegExp(reason));
    expect(await card.locator('tbody tr').first().textContent()).toMatch(new RegExp(figure));
    expect(await brokenWords(page)).toEqual([]);
    expect(await page.getByText(/Stranded/).count()).toBe(0);
    // The board and its result stay visible.
    const [board, box] = [
      await page.locator('section.board').boundingBox(),
      await card.boundingBox(),
    ];
    expect(
      box && board && (box.x >= board.x + board.width || box.y >= board.y + board.height),
    ).toBe(true);
    await accessible(page);
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show the result' }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('end-result');
    quiet();
    await page.context().close();
  });

  it('leads into the study at the turning point, or says that there is none', async () => {
    const { page, quiet } = await open(DESKTOP);
    const [from = '', last = ''] = ALMOST_OVER['stonehenge'] ?? [];
    await sit(page, server, { game: 'stonehenge', from: `[Game "stonehenge"]\n\n${from}\n` });
    const { turn, view } = await study(server.url, 'stonehenge', from);
    await perform(page, 'stonehenge', last, turn.kind === 'seat' ? turn.seat : 1, view);
    const turning = page.locator('[data-turning]:not([data-turning="looking"])');
    // Its short searches take as long as the load of the machine makes them.
    const more = turning.getByRole('button', { name: 'Go on looking' });
    const found = async (): Promise<string | null> => {
      await turning.waitFor({ timeout: 120_000 });
      // A busy machine takes longer than a reader would wait.
      if (await more.isVisible()) await more.click();
      return turning.getAttribute('data-turning', { timeout: 120_000 });
    };
    await expect.poll(found, { timeout: 240_000 }).toMatch(/^\d+$/);
    const at = await found();
    // All of it is in sight, although the table also says that its position was chosen.
    const content = page.locator('[data-end] .content');
    const hidden = await content.evaluate((box) => box.scrollHeight - box.clientHeight);
    expect(hidden).toBeLessThanOrEqual(0);
    await turning.getByRole('link').click();
    await page.waitForURL(`**/study/*#at=${at}`);
    await page.locator('section.board svg.board').waitFor();
    // The study judges alike.
    await page.getByRole('button', { name: 'Judge the whole game' }).click();
    const row = page.locator('.mistake', { hasText: 'Turning point' });
    await row.waitFor({ timeout: 120_000 });
    expect(await row.locator('.number').textContent()).toBe(at);
    quiet();
    await page.context().close();
  });

  it('says who resigned and offers other opponents, on a phone', async () => {
    const { page, quiet } = await open({ ...PHONE });
    await sit(page, server, { game: 'holes', rival: 2 });
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Resign' }).click();
    const card = page.locator('[data-end]');
    await card.waitFor();
    expect(await card.locator('.reason').textContent()).toBe('You resigned.');
    await fits(page);
    const before = page.url();
    await card.getByRole('button', { name: 'Stronger opponent' }).click();
    await page.waitForURL((address) => address.href !== before);
    await page.locator('.seat').getByText('level 3').waitFor();
    await page.locator('main[data-status="playing"]').waitFor();
    quiet();
    await page.context().close();
  });
});
