import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { accessible, begin, fits, launch, open, PHONE, ready, Server, state } from './harness';
import { playOn, playOne } from './players';

let server: Server;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** What the console says when the server is gone cannot be avoided: the browser itself says it. */
const REFUSED = /WebSocket|ERR_CONNECTION|Failed to load resource/;

describe('two people', () => {
  it('meet over a link and play to the end', async () => {
    const ada = await open(browser, server, { reducedMotion: 'reduce' });
    const bo = await open(browser, server, { reducedMotion: 'reduce' });
    await ada.page.goto(server.url);
    await begin(ada.page, 'stonehenge', /Invite a friend/);
    const link = await ada.page.getByLabel('Link of the invitation').inputValue();
    await bo.page.goto(link);
    await ada.page.locator('main[data-status="playing"]').waitFor();
    expect(new URL(bo.page.url()).search).toBe('');
    const over = async ({ page }: typeof ada): Promise<boolean> =>
      (await state(page)).status === 'over';
    while (!(await over(ada))) {
      if ((await state(ada.page)).acting !== null) await playOne(ada.page, 'stonehenge');
      else if ((await state(bo.page)).acting !== null) await playOne(bo.page, 'stonehenge');
      else await ada.page.waitForTimeout(20);
    }
    const said = [
      await ada.page.locator('.status').textContent(),
      await bo.page.locator('.status').textContent(),
    ];
    expect(said.filter((text) => text?.includes('won'))).toHaveLength(1);
    ada.quiet();
    bo.quiet();
  });

  it('share one screen', async () => {
    const { page, quiet } = await open(browser, server, { reducedMotion: 'reduce' });
    await page.goto(server.url);
    await begin(page, 'stonehenge', /Share one screen/);
    expect(await playOn(page, 'stonehenge')).toBe('over');
    quiet();
  });
});

describe('a table lasts', () => {
  it('over a reload, a second tab and a restart of the server', async () => {
    const { page, quiet } = await open(browser, server, { reducedMotion: 'reduce' });
    await page.goto(server.url);
    await begin(page, 'stonehenge', /Play the engine/);
    for (let k = 0; k < 2; k += 1) {
      await ready(page);
      await playOne(page, 'stonehenge');
    }
    await ready(page);
    const before = await state(page);
    await page.reload();
    await ready(page);
    expect(await state(page)).toEqual(before);

    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await ready(tab);
    expect(await state(tab)).toEqual(before);

    await server.down(true);
    await page.getByText(/Connection lost/).waitFor({ timeout: 2_500 });
    await server.up();
    await page.locator('main[data-link="open"]').waitFor();
    await ready(page);
    expect(await state(page)).toEqual(before);
    await playOne(page, 'stonehenge');
    await ready(tab);
    await tab.waitForFunction(
      (ply) => Number(document.querySelector<HTMLElement>('main.table')?.dataset['ply']) > ply,
      before.ply,
    );
    quiet(REFUSED);
  });
});

describe('everybody', () => {
  it('plays Stonehenge by keyboard alone', async () => {
    const { page, quiet } = await open(browser, server, { reducedMotion: 'reduce' });
    await page.goto(server.url);
    await page
      .getByRole('button', { name: /Play the engine/ })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/t/*');
    for (let k = 0; k < 3; k += 1) {
      await ready(page);
      const { ply } = await state(page);
      // From the top of the page to the board, as somebody without a mouse goes.
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      for (let tab = 0; tab < 40; tab += 1) {
        await page.keyboard.press('Tab');
        if (await page.evaluate(() => document.activeElement?.hasAttribute('data-cell') ?? false))
          break;
      }
      const pressed = [
        'ArrowUp',
        'ArrowLeft',
        'ArrowDown',
        'ArrowRight',
        'ArrowDown',
        'ArrowDown',
        'ArrowRight',
      ];
      for (const key of pressed) {
        const free = await page.evaluate(
          () => document.activeElement?.getAttribute('aria-disabled') === 'false',
        );
        if (free) break;
        await page.keyboard.press(key);
      }
      await page.keyboard.press(String(k + 1));
      await page.keyboard.press('Enter');
      await page.waitForFunction(
        (before) =>
          Number(document.querySelector<HTMLElement>('main.table')?.dataset['ply']) > before,
        ply,
      );
    }
    await ready(page);
    expect(await page.locator('[data-live]').textContent()).toMatch(/Seat \d places/);
    quiet();
  });

  it('plays on a phone with a finger', async () => {
    const { page, quiet } = await open(browser, server, { ...PHONE, reducedMotion: 'reduce' });
    await page.goto(server.url);
    await fits(page);
    await page
      .locator('.card')
      .first()
      .getByRole('button', { name: /Play the engine/ })
      .tap();
    await page.waitForURL('**/t/*');
    for (let k = 0; k < 3; k += 1) {
      await ready(page);
      await fits(page);
      const { ply } = await state(page);
      await page.locator('.hand.active button:enabled').first().tap();
      await page.locator('.cell.open').first().tap();
      await page.waitForFunction(
        (before) =>
          Number(document.querySelector<HTMLElement>('main.table')?.dataset['ply']) > before,
        ply,
      );
    }
    await ready(page);
    const sizes = await page
      .locator('.hand.active button')
      .evaluateAll((buttons) =>
        buttons.map((button) =>
          Math.min(button.getBoundingClientRect().width, button.getBoundingClientRect().height),
        ),
      );
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(40);
    quiet();
  });

  it.each([
    ['en', 'Five games of standing stones', 'Play the engine'],
    ['fr', 'Cinq jeux de pierres dressées', 'Jouer contre la machine'],
    ['ja', '立石をめぐる五つのゲーム', 'エンジンと対戦'],
  ])('is greeted in %s', async (locale, title, play) => {
    const { page, quiet } = await open(browser, server, { locale });
    await page.goto(server.url);
    await page.getByRole('heading', { name: title }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    await accessible(page);
    await page.locator('.card').first().getByRole('button', { name: play }).click();
    await ready(page);
    await accessible(page);
    quiet();
  });

  it('hears which rule an impossible action breaks, and reads it', async () => {
    const { page, quiet } = await open(browser, server, { reducedMotion: 'reduce' });
    await page.goto(server.url);
    await begin(page, 'stonehenge', /Share one screen/);
    await ready(page);
    await playOne(page, 'stonehenge');
    await ready(page);
    await page.locator('.hand.active button:enabled').first().click();
    await page.locator('.cell.taken').first().click({ force: true });
    await page.getByRole('button', { name: 'Rule K2' }).click();
    await page.locator('dialog .wanted').waitFor();
    expect(await page.locator('dialog .wanted').textContent()).toContain('K2');
    await accessible(page);
    quiet();
  });
});
