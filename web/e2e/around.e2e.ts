/** What stands around the table, on a phone and on a low desktop screen. */

import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { begin, Line, PHONE, sit, stage } from './harness';

const { server, open } = stage();
const LOW = { viewport: { width: 1280, height: 800 } };

/** Whether two things cover nothing of each other. */
async function apart(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) return false;
  const beside = a.x + a.width <= b.x || b.x + b.width <= a.x;
  return beside || a.y + a.height <= b.y || b.y + b.height <= a.y;
}

async function linkOf(page: Page): Promise<string> {
  return page.getByLabel('Link of the invitation').inputValue();
}

describe('while a friend is waited for', () => {
  it('the invitation covers nothing on a phone, and the rules can be read', async () => {
    const { page } = await open(PHONE);
    await page.goto(server.url);
    await begin(page, 'stonehenge', /Invite a friend/);
    const card = page.locator('[data-invitation]');
    await card.waitFor();
    for (const seat of await page.locator('.seat').all()) {
      expect(await apart(card, seat)).toBe(true);
    }
    expect(await apart(card, page.locator('main .tools'))).toBe(true);
    await page.getByRole('button', { name: 'Rules' }).click();
    await page.getByRole('dialog').waitFor();
  });
});

describe('a player whose network is cut', () => {
  it('is shown as offline within seconds, and no longer when it is back', async () => {
    const line = await Line.to(server);
    const ada = await open();
    const bo = await open(LOW, line);
    await ada.page.goto(server.url);
    await begin(ada.page, 'stonehenge', /Invite a friend/);
    const link = new URL(await linkOf(ada.page));
    await bo.page.goto(`${line.url}${link.pathname}${link.search}`);
    await ada.page.locator('main[data-status="playing"]').waitFor();
    const away = ada.page.locator('.seat').getByText('Offline');
    expect(await away.count()).toBe(0);
    line.cut();
    await away.waitFor({ timeout: 20_000 });
    line.mend();
    await away.waitFor({ state: 'detached' });
    line.close();
    bo.quiet(/WebSocket|Failed to load resource/);
  });
});

describe('the home screen', () => {
  it('begins with where it is one’s turn, on the first screen of a phone', async () => {
    const { page } = await open({ ...PHONE, viewport: { width: 320, height: 640 } });
    await sit(page, server, { game: 'cathedral', rival: 1 });
    await page.goto(server.url);
    const link = page.locator('[data-turns="1"]').getByRole('link', { name: /Cathedral/ });
    await link.waitFor();
    const box = await link.boundingBox();
    expect(box && box.y + box.height).toBeLessThan(640);
    await link.click();
    await page.locator('main[data-status="playing"]').waitFor();
  });
});

describe('on a low desktop screen', () => {
  it('the end card leaves the list of actions and its arrows', async () => {
    const { page } = await open(LOW);
    await sit(page, server, { game: 'stonehenge', from: '[Game "stonehenge"]\n\nD1 A1 K2\n' });
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Resign' }).click();
    await page.locator('[data-end]').waitFor();
    const entries = page.getByRole('list', { name: 'Actions' }).getByRole('button');
    await expect.poll(() => entries.last().isVisible()).toBe(true);
    await page.getByRole('button', { name: 'One back' }).click();
    await page.locator('main[data-ply="2"]').waitFor();
  });
});
