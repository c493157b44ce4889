import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessible, DESKTOP, PHONE, sit, stage } from './harness';

const { server, open } = stage();

async function resign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Resign' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resign' }).click();
  await page.locator('main[data-status="over"]').waitFor();
}

describe('the history', () => {
  it('keeps every game in sight, with its record, its study and the figures', async () => {
    const { page, quiet } = await open(DESKTOP);
    await page.goto(`${server.url}/history`);
    await page.getByText('You have not finished a game yet.').waitFor();
    // Two games at one table, another of another game.
    for (const game of ['stonehenge', 'cathedral']) {
      await sit(page, server, { game, rival: 1 });
      await resign(page);
    }
    await page.getByRole('button', { name: 'Play again' }).click();
    await page.locator('main[data-status="playing"]').waitFor();
    await resign(page);
    await page.goto(server.url);
    await page.getByRole('link', { name: 'History and statistics' }).click();
    const rows = page.locator('.game');
    await expect.poll(() => rows.count()).toBe(3);
    expect(await rows.first().textContent()).toMatch(/the computer \(level \d\).*action/s);
    await page.getByRole('region', { name: 'By game' }).locator('svg.bar').first().waitFor();
    await page.getByRole('region', { name: 'By level of the computer' }).waitFor();
    await accessible(page);

    // By game.
    await page.getByRole('radio', { name: 'Stonehenge' }).check();
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('radio', { name: 'All' }).check();
    await expect.poll(() => rows.count()).toBe(3);

    // All as records, in one file.
    const loading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download all 3 as records' }).click();
    const file = await (await loading).path();
    const text = readFileSync(file, 'utf8');
    expect(text.split('\n---\n').length).toBe(3);
    expect(text.match(/\[Game "/g)?.length).toBe(3);

    // The game before "Play again" opens in the study.
    await rows
      .last()
      .getByRole('link', { name: /Study this game/ })
      .click();
    await page.locator('main[data-ply]').waitFor();
    // One of the games in the file as well.
    await page.goto(`${server.url}/study`);
    await page.getByLabel('Open a file').setInputFiles(file);
    const listed = page.getByRole('region', { name: 'Which game?' });
    await listed.getByText('Computer, level 1').first().waitFor();
    await accessible(page);
    await listed.getByRole('button', { name: '2. Cathedral' }).click();
    await page.locator('main[data-ply]').waitFor();
    expect(await page.title()).toContain('Study');
    quiet();
    await page.context().close();
  });

  it('closes tables that are not finished', async () => {
    const { page, quiet } = await open(PHONE);
    await sit(page, server, { game: 'stonehenge' });
    await page.goto(`${server.url}/history`);
    await page.getByRole('button', { name: 'Close this table' }).click();
    await accessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Close this table' }).click();
    await page.locator('.game[data-standing="none"]').waitFor();
    expect(await page.getByRole('button', { name: 'Close this table' }).count()).toBe(0);
    quiet();
    await page.context().close();
  });
});
