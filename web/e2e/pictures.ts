import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, fits, PHONE, ready, sit, stage, study } from './harness';
import { GAMES, perform } from './players';
import { ALMOST_OVER, LAST_THROW, middle } from './positions';
import { ring } from './ring';

/** Pictures of every screen, which the README shows; taken from the program as it is. */
const FOLDER = join(import.meta.dirname, '../../docs/pictures');
/** Pictures stay in the repository's history, so they have to be small, in bytes. */
const LARGEST = 150_000;

const { server, open } = stage();
let sun: string;
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  sun = await ring(server.url, 16);
}, 240_000);

async function shoot(page: Page, name: string): Promise<void> {
  await fits(page);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  await session.detach();
  const bytes = Buffer.from(data, 'base64');
  expect(bytes.length).toBeLessThan(LARGEST);
  writeFileSync(join(FOLDER, `${name}.webp`), bytes);
}

/** Plays the last action of a game that is almost over. */
async function toTheEnd(page: Page, game: string): Promise<void> {
  if (game === 'sun') {
    await sit(page, server, { game, options: { stones: '12' }, from: LAST_THROW });
    await ready(page);
    await page.getByRole('button', { name: 'Let go' }).click();
    return;
  }
  const [from = '', last = ''] = ALMOST_OVER[game] ?? [];
  await sit(page, server, { game, from: `[Game "${game}"]\n\n${from}\n` });
  const { turn, view } = await study(server.url, game, from);
  await ready(page);
  await perform(page, game, last, turn.kind === 'seat' ? turn.seat : 1, view);
}

const SIZES = [
  ['desktop', { ...DESKTOP, colorScheme: 'light' }],
  ['desktop-dark', { ...DESKTOP, colorScheme: 'dark' }],
  ['phone', { ...PHONE, deviceScaleFactor: 2, colorScheme: 'light' }],
  ['phone-dark', { ...PHONE, deviceScaleFactor: 2, colorScheme: 'dark' }],
] as const;

describe.each(SIZES)('pictures at %s', (size, options) => {
  it('of home, choices, a study and rules', async () => {
    const { page, quiet } = await open(options);
    await page.goto(server.url);
    await page.locator('.card').first().waitFor();
    await shoot(page, `home-${size}`);
    await page
      .getByRole('button', { name: /Level and options/ })
      .first()
      .click();
    await page.locator('dialog[open]').waitFor();
    await shoot(page, `choices-${size}`);
    const record = middle('stonehenge');
    await page.goto(`${server.url}/study#${new URLSearchParams({ record }).toString()}`);
    await page.getByRole('button', { name: 'Judge the whole game' }).click();
    await page.locator('.judge path.line').waitFor();
    await page.locator('[data-judged="1.00"]').waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Ask the computer' }).click();
    await page.locator('.lines li').nth(2).waitFor();
    await shoot(page, `study-${size}`);
    await page.getByRole('button', { name: 'Rules' }).click();
    const figure = page.locator('[data-diagram="K3"]');
    await figure.scrollIntoViewIfNeeded();
    await figure.getByRole('button').click();
    await shoot(page, `rules-${size}`);
    quiet();
    await page.context().close();
  });

  it('of puzzles, a puzzle, the history, and the settings', async () => {
    const { page, quiet } = await open(options);
    await page.goto(`${server.url}/puzzles`);
    await page.locator('main li a').first().waitFor();
    await shoot(page, `puzzles-${size}`);
    await page.goto(`${server.url}/puzzles/cathedral/3`);
    await page.locator('section.board :is(svg.board, canvas)').first().waitFor();
    await shoot(page, `puzzle-${size}`);
    await sit(page, server, { game: 'logan', rival: 1 });
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Resign' }).click();
    await page.locator('[data-end]').waitFor();
    await page.goto(`${server.url}/history`);
    await page.getByText('Logan Stones').first().waitFor();
    await shoot(page, `history-${size}`);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.locator('dialog[open]').waitFor();
    await shoot(page, `settings-${size}`);
    quiet();
    await page.context().close();
  });

  it.each(GAMES)('of %s', async (game) => {
    const { page, quiet } = await open(options);
    await sit(page, server, { game, from: game === 'sun' ? sun : middle(game) });
    await shoot(page, `${game}-${size}`);
    quiet();
    await page.context().close();
  });

  it.each(GAMES)('of the end of %s', async (game) => {
    const { page, quiet } = await open(options);
    await toTheEnd(page, game);
    await page.locator(`[data-end="${game}"]`).waitFor();
    await page
      .locator('[data-turning]:not([data-turning="looking"])')
      .waitFor({ timeout: 180_000 });
    await shoot(page, `end-${game}-${size}`);
    quiet();
    await page.context().close();
  });

  it.each(GAMES)('of the lesson of %s', async (game) => {
    const { page, quiet } = await open(options);
    await page.goto(`${server.url}/lesson/${game}`);
    await page.locator('section.board :is(svg.board, canvas)').first().waitFor();
    await shoot(page, `lesson-${game}-${size}`);
    quiet();
    await page.context().close();
  });
});
