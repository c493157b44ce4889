/** For each game, how a person plays any action with the mouse. */

import type { Page } from 'playwright-core';
import { footprint, held, name, spot } from '../src/games/cathedral/geometry';
import type { View as CathedralView } from '../src/games/cathedral/view';
import { played, ready, state } from './harness';

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
  holes: async (page) => {
    const button = page.locator('.words .button').first();
    await button.or(page.locator('[data-forced]')).first().waitFor();
    // A forced action has no button, because it plays itself.
    if ((await button.count()) > 0) await button.click();
  },
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
  await played(page, before);
}

/** Clicks an action given in notation. */
export async function perform(
  page: Page,
  game: string,
  action: string,
  seat: number,
  view: unknown,
): Promise<void> {
  await performers[game]?.(page, action, seat, view);
}

const performers: Record<
  string,
  (page: Page, action: string, seat: number, view: unknown) => Promise<void>
> = {
  stonehenge: async (page, action) => {
    const [cell, value] = [action.charAt(0), action.slice(1)];
    await page.locator(`.hand.active button[aria-label="druid ${value}"]:enabled`).first().click();
    await page.locator(`[data-cell="${cell}"]`).click();
  },
  cathedral: async (page, action, seat, view) => {
    const [, code = '', turn = '0', square = ''] = /^(\w\w)(\d)@(\w\d+)$/.exec(action) ?? [];
    if (code === '') return page.locator('.words .button.primary').first().click();
    const { trays, people } = view as CathedralView;
    const item = code === 'PP' ? people : trays[seat - 1]?.find((known) => known.piece === code);
    const cells = item?.rotations[Number(turn)] ?? [];
    const piece = page.locator(`.tray.active [data-piece="${code}"]`);
    if ((await piece.getAttribute('aria-pressed')) !== 'true') await piece.click();
    for (let k = 0; k < Number(turn); k += 1) await page.keyboard.press('r');
    const spots = 'abcdefghij'
      .split('')
      .flatMap((c) => [...Array(10).keys()].map((r) => c + (r + 1)));
    const hold = spots.find((at) => name(held(cells, spot(at))) === square) ?? square;
    if (footprint(cells, spot(square)).length === 0) throw new Error(`no footprint for ${action}`);
    await page.locator(`[data-square="${hold}"]`).click({ force: true });
  },
  holes: async (page, action, seat) => {
    if (!/^\d+$/.test(action)) return page.locator('.words .button.primary').first().click();
    await page.locator(`[data-hole="${seat}-${action}"]`).click({ force: true });
  },
  logan: async (page, action) => {
    const added = /^\+(..)(~?)@(.+)$/.exec(action);
    if (added) {
      await page.locator(`.hand.active [data-stone="${added[1]}"]`).first().click();
      if (added[2]) await page.getByRole('button', { name: 'Other face' }).click();
      return page.locator(`[data-cell="${added[3]}"]`).click({ force: true });
    }
    await page.locator(`[data-cell="${action.slice(1)}"]`).click({ force: true });
    const way = action.startsWith('^') ? 'Move it' : 'Flip it';
    await page.getByRole('button', { name: way }).click();
  },
  sun: async (page, action) => {
    if (/^b\d+\^/.test(action)) {
      const stone = /^b(\d+)/.exec(action)?.[1];
      await page.locator(`.stock button[aria-label^="Stone ${stone},"]`).click();
      await page.getByLabel('On top of').selectOption(action);
    } else if (action.startsWith('g')) {
      await page.getByRole('button', { name: 'Make a gate' }).click();
      await page.getByLabel('Make a gate').selectOption(action);
    } else await players['sun']?.(page);
  },
};

/** Plays until the game is over, or this many actions have been played. */
export async function playOn(page: Page, game: string, most = 400): Promise<'over' | 'most'> {
  for (let count = 0; count < most; count += 1) {
    if ((await ready(page)) === 'over') return 'over';
    await playOne(page, game);
  }
  return 'most';
}
