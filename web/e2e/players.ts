/** For each game, how a person plays one action with the mouse, without knowing how to play well. */

import type { Page } from 'playwright-core';
import { ready, state } from './harness';

/** All games. */
export const GAMES = ['stonehenge', 'cathedral', 'holes', 'logan', 'sun'];

const players: Record<string, (page: Page) => Promise<void>> = {
  stonehenge: async (page) => {
    await page.locator('.hand.active button:enabled').last().click();
    await page.locator('.cell.open').first().click();
  },
  cathedral: async (page) => {
    const pass = page.locator('.words .button.primary');
    if ((await pass.count()) > 0) return pass.first().click();
    const pieces = page.locator('.tray.active button:enabled');
    for (let k = (await pieces.count()) - 1; k >= 0; k -= 1) {
      const piece = pieces.nth(k);
      if ((await piece.getAttribute('aria-pressed')) !== 'true') await piece.click();
      for (let turn = 0; turn < 4; turn += 1) {
        const target = page.locator('.square.target');
        if ((await target.count()) > 0) return target.first().click({ force: true });
        await page.keyboard.press('r');
      }
    }
    throw new Error('no monument fits, and there is no pass');
  },
  holes: (page) => page.locator('.words .button').first().click(),
  logan: async (page) => {
    const hand = page.locator('.hand.active button:enabled');
    if ((await hand.count()) > 0) {
      await hand.first().click();
      return page.locator('.cell.can').first().click({ force: true });
    }
    const flip = page.getByRole('button', { name: 'Flip it' });
    if ((await flip.count()) === 0) await page.locator('.cell.can').last().click({ force: true });
    return flip.click();
  },
  sun: async (page) => {
    const button = page.getByRole('button', { name: /Stand it here|Move the marker here|Let go/ });
    await button.first().click();
  },
};

/** Plays one action and waits until it is on the board. */
export async function playOne(page: Page, game: string): Promise<void> {
  const before = (await state(page)).ply;
  await players[game]?.(page);
  await page.waitForFunction(
    (ply) => Number(document.querySelector<HTMLElement>('main.table')?.dataset['ply']) > ply,
    before,
  );
}

/** Plays until the game is over, or so many actions have been played. */
export async function playOn(page: Page, game: string, most = 400): Promise<'over' | 'most'> {
  for (let count = 0; count < most; count += 1) {
    if ((await ready(page)) === 'over') return 'over';
    await playOne(page, game);
  }
  return 'most';
}
