import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { accessible, begin, DESKTOP, fits, launch, open, PHONE, ready, Server } from './harness';
import { playOn, playOne, GAMES } from './players';

/** Pictures of every screen, which the README shows; taken from the program as it is. */
const FOLDER = join(import.meta.dirname, '../../docs/pictures');

let server: Server;
let browser: Browser;
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(700);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  await fits(page);
}

const SIZES = [
  ['desktop', { ...DESKTOP, colorScheme: 'light' }],
  ['desktop-dark', { ...DESKTOP, colorScheme: 'dark' }],
  ['phone', { ...PHONE, colorScheme: 'light' }],
  ['phone-dark', { ...PHONE, colorScheme: 'dark' }],
] as const;

describe.each(SIZES)('pictures at %s', (size, options) => {
  it('of home, choices, rules, a lesson and a study', async () => {
    const { page, quiet } = await open(browser, server, options);
    await page.goto(server.url);
    await page.locator('.card').first().waitFor();
    await shoot(page, `home-${size}`);
    await accessible(page);
    await page
      .getByRole('button', { name: /Level and options/ })
      .first()
      .click();
    await page.locator('dialog[open]').waitFor();
    await shoot(page, `choices-${size}`);
    await accessible(page);
    await page.goto(`${server.url}/lesson/stonehenge`);
    await page.locator('[data-cell]').first().waitFor();
    await shoot(page, `lesson-${size}`);
    await accessible(page);
    const record = '[Game "stonehenge"]\n\nA6 M1 P5 O5 J4 C3 E1 K6 I2 B1 L2 F3\n';
    await page.goto(`${server.url}/study#${new URLSearchParams({ record, at: '9' }).toString()}`);
    await page.locator('[data-cell]').first().waitFor();
    await shoot(page, `study-${size}`);
    await accessible(page);
    await page.getByRole('button', { name: 'Rules' }).click();
    await page.locator('dialog .id').first().waitFor();
    await shoot(page, `rules-${size}`);
    await accessible(page);
    quiet();
    await page.context().close();
  });

  it.each(GAMES)('of %s', async (game) => {
    const { page, quiet } = await open(browser, server, options);
    await page.goto(server.url);
    await begin(page, game, /Play the engine/);
    await playOn(page, game, game === 'sun' ? 4 : game === 'holes' ? 12 : 4);
    if ((await ready(page)) === 'act' && game !== 'sun') await playOne(page, game);
    await ready(page);
    await shoot(page, `${game}-${size}`);
    await accessible(page);
    quiet();
    await page.context().close();
  });
});
