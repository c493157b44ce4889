import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { accessible, fits, PHONE, ready, stage } from './harness';
import { playOne } from './players';

const { server, open } = stage({ options: ['--open-tables', 'on'] });
const closed = stage();

async function offer(page: Page, game: string, name: string, clock?: string): Promise<void> {
  await page.goto(server.url);
  const card = page.locator(`.card[data-game="${game}"]`);
  await card.getByRole('button', { name: /Level and options/ }).click();
  await page.getByRole('radio', { name: 'Invite a friend' }).check();
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel(/Anyone may sit down/).check();
  if (clock !== undefined) await page.getByRole('radio', { name: clock }).check();
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('main[data-status="waiting"]').waitFor();
}

describe('an open table', () => {
  it('is found by a stranger on home, who sits down and plays', async () => {
    const ada = await open();
    await offer(ada.page, 'stonehenge', 'Ada', '3 days per move');
    await ada.page.getByText('this table is listed on the home screen').waitFor();

    const bo = await open(PHONE);
    await bo.page.goto(server.url);
    const list = bo.page.locator('[data-open-tables]');
    await list.getByText('3 days per move').waitFor();
    await accessible(bo.page);
    await fits(bo.page);
    await list.getByRole('link', { name: 'Sit down: Stonehenge with Ada' }).click();
    await ada.page.locator('main[data-status="playing"]').waitFor();
    await ada.page
      .getByRole('timer')
      .first()
      .getByText(/3 days|2 days/)
      .waitFor();
    await ready(ada.page);
    await playOne(ada.page, 'stonehenge');
    await ready(bo.page);

    const eve = await open();
    await eve.page.goto(server.url);
    await eve.page.getByText('Nobody is waiting right now').waitFor();
  });

  it('of one’s own leads back to it', async () => {
    const { page } = await open();
    await offer(page, 'logan', 'Cy');
    await page.goto(server.url);
    await page.locator('[data-open-tables]').getByRole('link', { name: 'Your table' }).click();
    await page.locator('main[data-status="waiting"]').waitFor();
  });

  it('is not offered where only this machine can reach the server', async () => {
    const { page } = await closed.open();
    await page.goto(closed.server.url);
    await page.getByRole('button', { name: 'Me on another device' }).waitFor();
    expect(await page.locator('[data-open-tables]').count()).toBe(0);
    const card = page.locator('.card[data-game="stonehenge"]');
    await card.getByRole('button', { name: /Level and options/ }).click();
    await page.getByRole('radio', { name: 'Invite a friend' }).check();
    await page.getByLabel('Your name').waitFor();
    expect(await page.getByLabel(/Anyone may sit down/).count()).toBe(0);
  });
});
