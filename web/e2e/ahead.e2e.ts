import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessible, begin, fits, PHONE, played, ready, stage, type Opened } from './harness';

const { server, open } = stage();

/** Two people at a table; Ada begins. */
async function two(game: string): Promise<[Opened, Opened]> {
  const [ada, bo] = [await open(), await open()];
  await ada.page.goto(server.url);
  await begin(ada.page, game, /Invite a friend/);
  const link = await ada.page.getByLabel('Link of the invitation').inputValue();
  await bo.page.goto(link);
  await ada.page.locator('main[data-status="playing"]').waitFor();
  await bo.page.waitForURL((address) => address.search === '');
  await bo.page.locator('main[data-status="playing"]').waitFor();
  // By lot: whoever is to act is called Ada here.
  const acting = ada.page.locator('main.table:not([data-acting=""])');
  const other = bo.page.locator('main.table:not([data-acting=""])');
  await Promise.race([acting.waitFor(), other.waitFor()]);
  return (await acting.count()) > 0 ? [ada, bo] : [bo, ada];
}

async function druid(page: Page, value: number, cell: string): Promise<void> {
  await page.locator(`.hand.active button[aria-label="druid ${value}"]:enabled`).first().click();
  await page.locator(`[data-cell="${cell}"]`).click();
}

describe('a move that is chosen in advance', () => {
  it('is shown, can be cancelled, is played when the turn comes, and given back when it is no longer legal', async () => {
    const [ada, bo] = await two('stonehenge');
    await ready(ada.page);
    await bo.page.getByText('You can already choose your next move.').waitFor();
    await druid(bo.page, 6, 'H');
    await bo.page.locator('[data-premove="H6"]').getByText('6 on H').waitFor();
    await bo.page.locator('[data-cell="H"] [data-pending]').waitFor();
    await accessible(bo.page);
    // Cancelled with the keyboard, and chosen anew.
    await bo.page.keyboard.press('Escape');
    await bo.page.locator('[data-premove]').waitFor({ state: 'detached' });
    await druid(bo.page, 5, 'I');
    await bo.page.locator('[data-premove="I5"]').waitFor();
    // Nobody else knows of it.
    expect(await ada.page.locator('[data-pending]').count()).toBe(0);
    await druid(ada.page, 1, 'A');
    await played(ada.page, 1);
    await bo.page.locator('[data-premove]').waitFor({ state: 'detached' });
    await ready(ada.page);
    // The crossing that Bo wants is taken first.
    await druid(bo.page, 4, 'M');
    await bo.page.locator('[data-premove="M4"]').waitFor();
    await druid(ada.page, 2, 'M');
    await bo.page.getByRole('alert').getByText('is no longer legal').waitFor();
    await ready(bo.page);
    expect(await bo.page.locator('main.table').getAttribute('data-ply')).toBe('3');
    for (const { page, quiet } of [ada, bo]) {
      quiet();
      await page.context().close();
    }
  });

  it('is not offered where the owner does not want it, nor where something is hidden', async () => {
    const [ada, bo] = await two('logan');
    await ready(ada.page);
    await bo.page.locator('section.board svg.board').waitFor();
    expect(await bo.page.locator('[data-premoves]').count()).toBe(0);
    for (const { page } of [ada, bo]) await page.context().close();
    const [cleo, dan] = await two('stonehenge');
    await ready(cleo.page);
    await dan.page.locator('[data-premoves]').waitFor();
    await dan.page.getByRole('button', { name: 'Settings' }).click();
    await dan.page.getByLabel('Choose the next move while the other side thinks').uncheck();
    await dan.page.keyboard.press('Escape');
    await dan.page.locator('[data-premoves]').waitFor({ state: 'detached' });
    for (const { page, quiet } of [cleo, dan]) {
      quiet();
      await page.context().close();
    }
  });

  it('works in Cathedral', async () => {
    const [ada, bo] = await two('cathedral');
    await ready(ada.page);
    // The People Piece comes first; then the other side may choose ahead.
    await ada.page.locator('.square.target').first().click({ force: true });
    await ready(bo.page);
    await ada.page.locator('[data-premoves]').waitFor();
    await ada.page.locator('.tray.active [data-piece="TA"]').click();
    await ada.page.locator('[data-square="j10"]').click({ force: true });
    await ada.page.locator('[data-premove="TA0@j10"]').waitFor();
    await bo.page.locator('.tray.active [data-piece="TA"]').click();
    await bo.page.locator('[data-square="a10"]').click({ force: true });
    await played(bo.page, 2);
    await ada.page.locator('[data-premove]').waitFor({ state: 'detached' });
    for (const { page, quiet } of [ada, bo]) {
      quiet();
      await page.context().close();
    }
  });
});

describe('the settings', () => {
  it('change how boards look, at once and for good', async () => {
    const { page, quiet } = await open();
    await page.goto(server.url);
    await begin(page, 'cathedral', /Share one screen/);
    const names = page.locator('.coordinate').first();
    const grain = page.locator('.texture').first();
    await names.waitFor();
    const shown = (locator: typeof names) =>
      locator.evaluate((node) => getComputedStyle(node).display !== 'none');
    expect([await shown(names), await shown(grain)]).toEqual([true, true]);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Show the names of places on boards').uncheck();
    await page.getByRole('radio', { name: 'plain' }).check();
    await page.getByRole('radio', { name: 'high' }).check();
    await accessible(page);
    await page.keyboard.press('Escape');
    await page.reload();
    await page.locator('section.board svg.board').waitFor();
    expect([await shown(names), await shown(grain)]).toEqual([false, false]);
    expect(await page.locator('html').getAttribute('data-contrast')).toBe('high');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await accessible(page);
    }
    quiet();
    await page.context().close();
  });
});

describe('the list of keys', () => {
  it('opens with ?, names the keys of the game, and closes with Escape', async () => {
    const { page, quiet } = await open();
    await page.goto(server.url);
    await page.locator('.card[data-game]').first().waitFor();
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keyboard' }).waitFor();
    expect(await page.getByText('Choose a druid by its number').count()).toBe(0);
    await accessible(page);
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await begin(page, 'stonehenge', /Share one screen/);
    await page.locator('section.board svg.board').waitFor();
    await page.keyboard.press('?');
    await page.getByText('Choose a druid by its number').waitFor();
    await accessible(page);
    quiet();
    await page.context().close();
  });

  it.each([
    ['fr', 'Touches du clavier', 'Clavier'],
    ['ja', 'キーの一覧', 'キーボード'],
  ])('is found in the settings too, in %s, on a phone', async (locale, button, title) => {
    const { page, quiet } = await open({ ...PHONE, locale });
    await page.goto(server.url);
    await page.locator('.card[data-game]').first().waitFor();
    await page.locator('header .tools button').last().click();
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('heading', { name: title }).waitFor();
    await fits(page);
    await accessible(page);
    quiet();
    await page.context().close();
  });
});
