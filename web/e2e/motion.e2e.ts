import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { MANY_PEGS } from './positions';
import { played, sit, stage, state } from './harness';
import { perform } from './players';

const { server, open } = stage();

/** A position of 58 Holes in which no piece can use the throw. */
const STUCK =
  '[Game "holes"]\n\n*2 *3 1 *3 1 *2 3 *1 4 *1 5 *2 5 *2 20 *1 7 *3 22 *2 1 *2 10 *2 3 *2 12 *4 25 *3 14 *2 5 *2 17 *2 7 *3 19 *3 9 *3 1 *2 12 *2 22 *2 14 *5 24 *2 1 *1 4 *3 3 *1 5 *1 16 *3 20 *2 20 *3 23 *2 17 *1 1 *2 22 *1 26 *2 19 *1 29 *1 24 *2 1 *2 27 *1 25 *1 29 *2 26 *2 2 *2\n';

async function remember(page: Page, settings: Record<string, unknown>): Promise<void> {
  await page.addInitScript(
    (stored) => localStorage.setItem('sarsen.settings', stored),
    JSON.stringify(settings),
  );
}

/** When the animations of elements start and end, in milliseconds after the last change. */
function timing(page: Page, selector: string): Promise<{ from: number; to: number }[]> {
  return page.locator(selector).evaluateAll((nodes) =>
    nodes.flatMap((node) =>
      node.getAnimations().map((animation) => {
        const { delay = 0, duration = 0 } = animation.effect?.getTiming() ?? {};
        return { from: delay, to: delay + Number(duration) };
      }),
    ),
  );
}

describe('58 Holes in motion', () => {
  it('lets the sticks fall before their number shows, and keeps the last move marked', async () => {
    const { page, quiet } = await open({ motion: 'full' });
    await remember(page, { speed: 'slow' });
    await sit(page, server, { game: 'holes', from: MANY_PEGS });
    const { ply, acting } = await state(page);
    const can = await page.locator('.hole.can').first().getAttribute('data-hole');
    await perform(page, 'holes', can?.split('-')[1] ?? '', acting ?? 1, null);
    await played(page, ply);
    await page.locator('[data-trail].fresh').waitFor();
    // The other seat's throw follows one step later.
    await played(page, ply + 1);
    await page.locator('figcaption.animated').waitFor();
    const sticks = await timing(page, '.animated .stick');
    const [number] = await timing(page, 'figcaption.animated');
    expect(sticks).toHaveLength(4);
    expect(number?.from).toBeGreaterThanOrEqual(Math.max(...sticks.map(({ to }) => to)));
    await page.locator('[data-trail]:not(.fresh)').waitFor();
    quiet();
    await page.context().close();
  });

  it('moves nothing where the owner turned motion off', async () => {
    const { page, quiet } = await open({ motion: 'full' });
    await sit(page, server, { game: 'holes', from: MANY_PEGS });
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'No animation' }).check();
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.documentElement.dataset['speed'])).toBe('off');
    const { ply, acting } = await state(page);
    const can = await page.locator('.hole.can').first().getAttribute('data-hole');
    await perform(page, 'holes', can?.split('-')[1] ?? '', acting ?? 1, null);
    await played(page, ply + 1);
    for (const { to } of await timing(page, '.stick, figcaption')) expect(to).toBeLessThan(1);
    quiet();
    await page.context().close();
  });

  it('passes by itself, with the reason, where nothing else can be done', async () => {
    const { page, quiet } = await open();
    await sit(page, server, { game: 'holes', from: STUCK });
    const { ply } = await state(page);
    const why = page.locator('[data-forced="pass"]');
    await why.waitFor();
    expect(await why.textContent()).toMatch(/No piece can use this throw/);
    await played(page, ply);
    quiet();
    await page.context().close();
  });

  it('waits where the owner wants to pass by hand', async () => {
    const { page, quiet } = await open();
    await remember(page, { forced: false });
    await sit(page, server, { game: 'holes', from: STUCK });
    const { ply } = await state(page);
    await page.getByRole('button', { name: 'Pass' }).waitFor();
    expect(await page.locator('[data-forced]').count()).toBe(0);
    expect((await state(page)).ply).toBe(ply);
    await page.getByRole('button', { name: 'Pass' }).click();
    await played(page, ply);
    quiet();
    await page.context().close();
  });
});

describe('Cathedral', () => {
  it('turns the People Piece with R before anything was touched, and no piece of the other side', async () => {
    const { page, quiet } = await open();
    await sit(page, server, { game: 'cathedral' });
    const piece = page.locator('.tray.active [data-piece="PP"] svg');
    const box = await piece.getAttribute('viewBox');
    await page.keyboard.press('r');
    await expect.poll(() => piece.getAttribute('viewBox')).not.toBe(box);
    await page.locator('.square.target').first().click({ force: true });
    await played(page, 0);
    // Both sides have a manor: only the one in hand turns.
    const other = page.locator('.tray:not(.active) [data-piece="MA"] svg');
    const own = page.locator('.tray.active [data-piece="MA"]');
    await own.click();
    const before = [
      await other.getAttribute('viewBox'),
      await own.locator('svg').getAttribute('viewBox'),
    ];
    await page.keyboard.press('r');
    await expect.poll(() => own.locator('svg').getAttribute('viewBox')).not.toBe(before[1]);
    expect(await other.getAttribute('viewBox')).toBe(before[0]);
    quiet();
    await page.context().close();
  });

  it.each([
    [1366, 768],
    [1440, 900],
  ])('shows every piece of both trays at %i × %i', async (width, height) => {
    const { page, quiet } = await open({ viewport: { width, height } });
    await sit(page, server, { game: 'cathedral' });
    const hidden = await page.locator('[data-piece]').evaluateAll(
      (nodes) =>
        nodes.filter((node) => {
          const box = node.getBoundingClientRect();
          const around = node.closest('.tray-far, .tray-near')?.getBoundingClientRect();
          return box.bottom > window.innerHeight || !around || box.bottom > around.bottom + 1;
        }).length,
    );
    expect(hidden).toBe(0);
    const [far, near] = await Promise.all(
      ['.tray-far', '.tray-near'].map((tray) => page.locator(tray).boundingBox()),
    );
    expect((far?.y ?? 0) + (far?.height ?? 0)).toBeLessThanOrEqual((near?.y ?? 0) + 1);
    quiet();
    await page.context().close();
  });
});

describe('a lesson', () => {
  it('points out what its task names', async () => {
    const { page, quiet } = await open();
    await page.goto(`${server.url}/lesson/stonehenge`);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.locator('main[data-step="2"] [data-named]').first().waitFor();
    const named = await page
      .locator('[data-named]')
      .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-cell')));
    expect(named).toEqual(['A', 'B']);
    quiet();
    await page.context().close();
  });
});
