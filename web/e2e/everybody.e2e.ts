import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { travel, type Place } from '../src/boards/roving';
import {
  accessible,
  coarse,
  fits,
  HEAVY,
  PHONE,
  played,
  ready,
  sit,
  stage,
  state,
} from './harness';
import { GAMES } from './players';
import { middle } from './positions';

const { server, open } = stage();

const PLACES = '[data-cell], [data-square], [data-hole]';
const CALM = { viewport: { width: 1100, height: 800 } };

/** Presses Tab until something is focused, as somebody without a mouse does. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let k = 0; k < 80; k += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
  }
  throw new Error(`the keyboard does not reach ${selector}`);
}

/** Moves over the board with the arrow keys until a place can be played. */
async function arrowToPlayable(page: Page): Promise<void> {
  const playable = (): Promise<boolean> =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-disabled') === 'false');
  for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
    for (let k = 0; k < 30 && !(await playable()); k += 1) {
      await page.keyboard.press(key);
      // Along the rows, and a little across them at every step.
      if (k % 3 === 2) await page.keyboard.press(key.endsWith('t') ? 'ArrowDown' : 'ArrowRight');
    }
  }
  expect(await playable()).toBe(true);
  const ring = page.locator(':focus .focus-ring');
  expect(await ring.evaluate((node) => getComputedStyle(node).stroke)).not.toBe('none');
}

const players: Record<string, (page: Page) => Promise<void>> = {
  stonehenge: async (page) => {
    await tabTo(page, '[data-cell]');
    await arrowToPlayable(page);
    await page.keyboard.press('1');
  },
  cathedral: async (page) => {
    await tabTo(page, '.tray.active [data-piece="TA"]');
    await page.keyboard.press('Enter');
    await page.keyboard.press('r');
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await tabTo(page, '[data-square]');
    await arrowToPlayable(page);
  },
  holes: async (page) => {
    await tabTo(page, '[data-hole]');
    await arrowToPlayable(page);
  },
  logan: async (page) => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await tabTo(page, '.hand.active [data-stone]');
    await page.keyboard.press('Enter');
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await tabTo(page, '[data-cell]');
    await arrowToPlayable(page);
  },
  sun: async (page) => {
    await tabTo(page, 'input[type="range"]');
    await page.keyboard.press('ArrowRight');
    await tabTo(page, '.button.primary');
  },
};

describe('by keyboard alone', () => {
  it.each(GAMES)('%s is played, and told to those who listen', async (game) => {
    const { page, quiet } = await open({ ...CALM, ...coarse(game), motion: 'reduced' });
    await sit(page, server, { game, from: middle(game) });
    await ready(page);
    const { ply } = await state(page);
    await players[game]?.(page);
    await page.keyboard.press('Enter');
    await played(page, ply);
    const told = page.locator('[data-live]');
    await expect.poll(async () => (await told.textContent())?.trim().length).toBeGreaterThan(8);
    // Motion is reduced: animations are over before they are seen.
    const longest = await page.evaluate(() =>
      Math.max(0, ...document.getAnimations().map((a) => Number(a.effect?.getTiming().duration))),
    );
    expect(longest).toBeLessThanOrEqual(1);
    quiet();
    await page.context().close();
  });

  it.each(GAMES.filter((game) => game !== 'sun'))(
    'every place of %s is named and can be reached',
    async (game) => {
      const { page, quiet } = await open(CALM);
      await sit(page, server, { game, from: middle(game) });
      const places = await page.locator(PLACES).evaluateAll((found) =>
        found.map((element) => {
          const box = element.querySelector('.hit, .tile')?.getBoundingClientRect();
          const data = (element as SVGElement).dataset;
          return {
            id: data['cell'] ?? data['square'] ?? data['hole'] ?? '',
            x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
            y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
            name: element.getAttribute('aria-label') ?? '',
          };
        }),
      );
      expect(places.length).toBeGreaterThan(9);
      expect(places.filter(({ name }) => name.length < 2)).toEqual([]);
      expect(unreached(places)).toEqual([]);
      // One tab stop, and the arrow keys from there.
      expect(await page.locator('section.board [tabindex="0"]:is(g)').count()).toBe(1);
      quiet();
      await page.context().close();
    },
  );
});

function unreached(places: readonly Place[]): string[] {
  const start = places[0]?.id ?? '';
  const reached = new Set([start]);
  const queue = [start];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
      const next = travel(places, at, key);
      if (next !== null && !reached.has(next)) {
        reached.add(next);
        queue.push(next);
      }
    }
  }
  return places.map(({ id }) => id).filter((id) => !reached.has(id));
}

const LOOKS = [
  { viewport: CALM.viewport, colorScheme: 'light' },
  { viewport: PHONE.viewport, colorScheme: 'dark' },
] as const;

/**
 * The other two as well, if there is time: colours hardly depend on the size, nor the layout on the
 * colours.
 */
const MORE = [
  { viewport: CALM.viewport, colorScheme: 'dark' },
  { viewport: PHONE.viewport, colorScheme: 'light' },
] as const;

/** Legible in both themes, on a desktop and on a phone of any width. */
async function suits(page: Page): Promise<void> {
  for (const { viewport, colorScheme } of HEAVY ? [...LOOKS, ...MORE] : LOOKS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await accessible(page);
    await fits(page);
  }
  await page.setViewportSize({ width: 360, height: 780 });
  await fits(page);
}

describe('at every size, by day and by night', () => {
  const touch = { ...PHONE, ...CALM };

  it.each(GAMES)('%s in the middle of a game suits everybody', async (game) => {
    const { page, quiet } = await open({ ...touch, ...coarse(game) });
    await sit(page, server, { game, from: middle(game) });
    await ready(page);
    await suits(page);
    quiet();
    await page.context().close();
  });

  it.each(['/', '/study', ...GAMES.map((game) => `/lesson/${game}`)])(
    '%s suits everybody',
    async (path) => {
      const { page, quiet } = await open({ ...touch, ...coarse(path.split('/').at(-1) ?? '') });
      await page.goto(server.url + path);
      await page.locator('.card, form, section.board :is(svg.board, canvas)').first().waitFor();
      await suits(page);
      quiet();
      await page.context().close();
    },
  );

  it('so do the choices of a game, what is shared, the end, and the history', async () => {
    const { page, quiet } = await open(touch);
    await page.goto(server.url);
    await page
      .getByRole('button', { name: /Level and options/ })
      .first()
      .click();
    await page.locator('dialog[open]').waitFor();
    await suits(page);
    await sit(page, server, { game: 'stonehenge', from: middle('stonehenge') });
    await page.getByRole('button', { name: 'Share' }).click();
    await page.locator('dialog[open]').waitFor();
    await suits(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Resign' }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Resign' }).click();
    await page.locator('main[data-status="over"]').waitFor();
    await suits(page);
    await page.goto(`${server.url}/history`);
    await page.locator('.game').first().waitFor();
    await suits(page);
    quiet();
    await page.context().close();
  });
});
