/** Two people at one table: what each of them reads, before, during and after a game. */

import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { begin, Line, offerDraw, PHONE, sit, stage, study } from './harness';
import { ALMOST_OVER } from './positions';
import { perform } from './players';

const { server, open } = stage();
const LOW = { viewport: { width: 1366, height: 768 } };

/** Whether the whole of something is inside the window, and nothing of it is scrolled away. */
function whole(locator: Locator): Promise<boolean> {
  return locator.evaluate((node) => {
    const box = node.getBoundingClientRect();
    let { top, bottom } = { top: 0, bottom: innerHeight };
    for (let up = node.parentElement; up; up = up.parentElement) {
      if (getComputedStyle(up).overflowY === 'visible') continue;
      const around = up.getBoundingClientRect();
      top = Math.max(top, around.top);
      bottom = Math.min(bottom, around.bottom);
    }
    return box.height > 0 && box.top >= top - 1 && box.bottom <= bottom + 1;
  });
}

/** Two pages at a new table of Stonehenge. */
async function pair(): Promise<{ ada: Page; bo: Page }> {
  const [{ page: ada }, { page: bo }] = [await open(LOW), await open(LOW)];
  await ada.goto(server.url);
  await begin(ada, 'stonehenge', /Invite a friend/);
  await bo.goto(await ada.getByLabel('Link of the invitation').inputValue());
  for (const page of [ada, bo]) await page.locator('main[data-status="playing"]').waitFor();
  return { ada, bo };
}

/** One druid of the seat to act, by keyboard on the board's first free crossings. */
async function place(page: Page, cell: string, druid: number): Promise<void> {
  await page.locator('main[data-acting]:not([data-acting=""])').waitFor();
  await page
    .locator('.hand.active')
    .getByRole('button', { name: `druid ${druid}` })
    .first()
    .click();
  await page.locator(`[data-cell="${cell}"]`).first().click({ force: true });
}

async function agreeToDraw(one: Page, other: Page): Promise<void> {
  await offerDraw(one);
  await other.getByRole('button', { name: 'Accept' }).click();
  for (const page of [one, other]) await page.locator('[data-end]').waitFor();
}

describe('the name that is typed before a game', () => {
  it('is the one that the friend reads, also after a first table without a name', async () => {
    const { page: ada } = await open();
    const { page: bo } = await open();
    // The renaming takes longer than everything else.
    await ada.route('**/api/v1/players/me', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue();
    });
    await ada.goto(server.url);
    await begin(ada, 'stonehenge', /Share one screen/);
    await ada.goto(server.url);
    const card = ada.locator('.card[data-game="stonehenge"]');
    await card.getByRole('button', { name: 'Level and options' }).click();
    await ada.locator('dialog').getByRole('radio', { name: 'Invite a friend' }).check();
    await ada.getByLabel('Your name').fill('Walker');
    await ada.getByRole('button', { name: 'Begin' }).click();
    await bo.goto(await ada.getByLabel('Link of the invitation').inputValue());
    await bo.locator('main[data-status="playing"]').waitFor();
    await bo.locator('.seat').getByText('Walker').waitFor();
    expect(await ada.getByText('What should the others call you?').count()).toBe(0);
  });

  it('reaches a table that was made without it', async () => {
    const { ada, bo } = await pair();
    // Both are guests, and can be told apart.
    await bo.locator('.seat', { hasText: 'Player 1' }).getByText('Guest').waitFor();
    await ada.evaluate(() => {
      const settings = JSON.parse(localStorage.getItem('sarsen.settings') ?? '{}') as object;
      localStorage.setItem('sarsen.settings', JSON.stringify({ ...settings, name: 'Walker' }));
    });
    await ada.reload();
    await bo.locator('.seat').getByText('Walker').waitFor();
  });
});

describe('after a game between friends', () => {
  it('the offer of another is beside its buttons, and the next game begins with nothing told', async () => {
    const { ada, bo } = await pair();
    const { page: spectator } = await open({ viewport: { width: 1024, height: 700 } });
    await spectator.goto(ada.url());
    await place(ada, 'Q', 4);
    await place(bo, 'L', 2);
    await ada.locator('main[data-ply="2"]').waitFor();
    await agreeToDraw(ada, bo);
    const found = await Promise.all(
      [ada, bo, spectator].map(async (page) => {
        const turning = page.locator('[data-turning]:not([data-turning="looking"])');
        await turning.waitFor({ timeout: 120_000 });
        return turning.getAttribute('data-turning');
      }),
    );
    expect(new Set(found).size, found.join(', ')).toBe(1);
    for (const page of [ada, bo, spectator]) {
      for (const part of ['h2', '.reason', 'tbody', '[data-turning]', '.next']) {
        expect(await whole(page.locator(`[data-end] ${part}`).first()), part).toBe(true);
      }
    }

    await ada.getByRole('button', { name: 'Play again' }).click();
    const asked = bo.getByText(/would like to play again/).first();
    await asked.waitFor();
    const accept = bo.getByRole('button', { name: 'Accept' });
    for (const part of [asked, accept, bo.getByRole('button', { name: 'Decline' })]) {
      expect(await whole(part)).toBe(true);
    }
    await accept.click();
    for (const page of [ada, bo, spectator]) {
      await page.locator('main[data-ply="0"][data-status="playing"]').waitFor();
      const told = await page.locator('[data-story]').textContent();
      expect(told).toMatch(/^(A new game: you are player [12] now|Nothing played yet)\.$/);
    }
  });
});

describe('the end card', () => {
  it.each([
    [1366, 768],
    [1024, 700],
  ])('of three players shows all that it has at %i × %i', async (width, height) => {
    const { page } = await open({ viewport: { width, height } });
    await sit(page, server, { game: 'sun', options: { seats: '3' }, rival: 1 });
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Resign' }).click();
    await page
      .locator('[data-turning]:not([data-turning="looking"])')
      .waitFor({ timeout: 120_000 });
    for (const part of ['h2', '.reason', 'tbody', '[data-turning]', '.next']) {
      expect(await whole(page.locator(`[data-end] ${part}`).first()), part).toBe(true);
    }
  });

  it('stays while a dialog above it is closed with Escape', async () => {
    const { page } = await open();
    await sit(page, server, { game: 'stonehenge', rival: 1 });
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Resign' }).click();
    await page.locator('[data-end]').waitFor();
    await page.getByRole('button', { name: 'Share' }).click();
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    expect(await page.locator('[data-end]').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.locator('[data-end]').waitFor({ state: 'detached' });
  });

  it('comes into sight on a phone, and the next game with its board', async () => {
    const { page } = await open(PHONE);
    const game = 'stonehenge';
    const [from = '', last = ''] = ALMOST_OVER[game] ?? [];
    const { turn, view } = await study(server.url, game, from);
    await sit(page, server, { game, from: `[Game "${game}"]\n\n${from}\n` });
    await perform(page, game, last, turn.kind === 'seat' ? turn.seat : 1, view);
    await page.locator('[data-end]').waitFor();
    await expect.poll(() => whole(page.locator('[data-end] h2'))).toBe(true);
    await page.getByRole('button', { name: 'Play again' }).click();
    await page.locator('main[data-ply="0"]').waitFor();
    await expect.poll(() => whole(page.locator('section.board svg.board'))).toBe(true);
  });
});

describe('without a connection', () => {
  it('the seat whose action waits is told so, and nothing of the board is covered', async () => {
    const line = await Line.to(server);
    const { page, quiet } = await open(LOW, line);
    await page.goto(line.url);
    await begin(page, 'stonehenge', /Share one screen/);
    line.cut();
    await page.locator('main[data-link="lost"]').waitFor();
    await place(page, 'Q', 4);
    await page.locator('[data-waiting]').waitFor();
    expect(await page.locator('.status').textContent()).toContain('Waiting to be sent');
    await page.locator('.seat').getByText('Waiting to be sent').waitFor();
    const [banner, board] = [
      await page.locator('[data-waiting]').boundingBox(),
      await page.locator('section.board').boundingBox(),
    ];
    expect(banner && board && banner.x >= board.x + board.width).toBe(true);
    for (const seat of await page.locator('.seat').all()) {
      const box = await seat.boundingBox();
      expect(
        banner && box && (banner.y >= box.y + box.height || banner.y + banner.height <= box.y),
      ).toBe(true);
    }
    line.close();
    quiet(/WebSocket|Failed to load resource/);
  });
});
