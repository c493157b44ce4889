import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, open, played, ready, recordOf, Server, sit, state } from './harness';
import { middle } from './positions';
import { playOn } from './players';

let server: Server;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** Graphics are drawn by software here: a small picture is drawn sooner. */
const SMALL = { viewport: { width: 920, height: 640 }, reducedMotion: 'reduce' as const };

interface Point {
  x: number;
  y: number;
}

/** Moves the pointer over the table until it points at something, and says where that is. */
async function find(page: Page, what: RegExp): Promise<Point> {
  const box = await page.locator('canvas').boundingBox();
  if (!box) throw new Error('there is no table');
  for (const step of [42, 23]) {
    for (let y = box.y + box.height * 0.25; y < box.y + box.height - 4; y += step) {
      for (let x = box.x + box.width * 0.12; x < box.x + box.width * 0.88; x += step) {
        await page.mouse.move(x, y);
        const points = await page.locator('[data-points]').getAttribute('data-points');
        if (what.test(points ?? '')) return { x, y };
      }
    }
  }
  throw new Error(`nothing on the table is ${what}`);
}

async function click(page: Page, what: RegExp): Promise<void> {
  const before = (await state(page)).ply;
  const { x, y } = await find(page, what);
  await page.mouse.click(x, y);
  await played(page, before);
  await ready(page);
}

/** Pulls the ball to the lower edge and lets it go, resting there or while the hand still moves. */
async function swing(page: Page, hand: 'resting' | 'moving'): Promise<void> {
  const before = (await state(page)).ply;
  const from = await find(page, /^ball$/);
  const box = await page.locator('canvas').boundingBox();
  const to = { x: from.x - 30, y: (box?.y ?? 0) + (box?.height ?? 0) - 30 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  if (hand === 'resting') {
    await page.waitForTimeout(160);
    await page.mouse.up();
  } else {
    // A hand does not wait for the picture, which takes its time here.
    const moves: Promise<void>[] = [];
    for (let k = 1; k <= 5; k += 1) {
      moves.push(page.mouse.move(to.x + 4 * k, to.y));
      await new Promise((resolve) => setTimeout(resolve, 12));
    }
    moves.push(page.mouse.up());
    await Promise.all(moves);
  }
  await played(page, before);
  await ready(page);
}

async function throws(page: Page): Promise<number[][]> {
  const record = await recordOf(page);
  return [...record.matchAll(/\bt(-?\d+),(-?\d+),(-?\d+),(-?\d+)/g)].map((match) =>
    match.slice(1).map(Number),
  );
}

describe('the sun by pointer', () => {
  it('is built by pointing, thrown by hand, and watched in slow motion from another side', async () => {
    const { page, quiet } = await open(browser, server, SMALL);
    await sit(page, server, { game: 'sun' });
    await ready(page);
    await click(page, /^b\d+@\d+/);
    await swing(page, 'resting');
    await click(page, /^b\d+@\d+/);
    await swing(page, 'moving');
    const [resting, moving] = await throws(page);
    expect(resting?.slice(2)).toEqual([0, 0]);
    expect(Math.hypot(moving?.[2] ?? 0, moving?.[3] ?? 0)).toBeGreaterThan(20);
    // Where the hand let go is where the ball started: at least a hand beyond the base.
    for (const [x = 0, y = 0] of [resting ?? [], moving ?? []]) {
      expect(Math.hypot(x, y) / 10).toBeGreaterThan(250);
    }

    await page.getByRole('button', { name: 'Slow motion' }).click();
    await page.locator('[data-playing="slow"]').waitFor();
    const before = await page.locator('canvas').screenshot();
    await page.getByRole('button', { name: 'Turn the table to the right' }).click();
    const after = await page.locator('canvas').screenshot();
    expect(after.equals(before)).toBe(false);
    expect(await page.locator('[data-playing="slow"]').count()).toBe(1);
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.locator('[data-playing=""]').waitFor();

    await click(page, /^b\d+@\d+/);
    await click(page, /^m@\d+/);
    expect(await recordOf(page)).toMatch(/\bm@\d+/);
    quiet();
    await page.context().close();
  });

  it('has stones on top of others and gates by pointing at them', async () => {
    const { page, quiet } = await open(browser, server, SMALL);
    await sit(page, server, { game: 'sun', from: middle('sun') });
    await ready(page);
    await page.getByRole('button', { name: 'Make a gate' }).click();
    const lintel = await find(page, /^lintel \d+/);
    await page.mouse.click(lintel.x, lintel.y);
    await click(page, /^g\d+=\d+,\d+/);
    expect(await recordOf(page)).toMatch(/\bg\d+=\d+,\d+/);
    await page.getByRole('button', { name: 'Let go' }).click();
    await page.locator('.stock').waitFor();
    await click(page, /^b\d+\^\d+/);
    expect(await recordOf(page)).toMatch(/\bb\d+\^\d+/);
    quiet();
    await page.context().close();
  });

  it('refuses a throw that does not pass the own area, and names the rule', async () => {
    const { page, quiet } = await open(browser, server, SMALL);
    await sit(page, server, { game: 'sun', from: middle('sun') });
    await ready(page);
    await page.getByRole('button', { name: 'Stand it here' }).click();
    await page.getByRole('button', { name: 'Move the marker here' }).click();
    const slider = page.getByLabel('Direction');
    await slider.waitFor();
    const aim = Number(await slider.inputValue());
    await slider.fill(String((Math.round(aim / 5) * 5 + 900) % 3600));
    await page.getByRole('button', { name: 'Let go' }).click();
    await page.getByRole('button', { name: /^Rule S\d+/ }).click();
    await page.locator('dialog .wanted').waitFor();
    quiet();
    await page.context().close();
  });
});

describe('a whole game of the sun', () => {
  it('is played by clicks to its end', async () => {
    const { page, quiet } = await open(browser, server, SMALL);
    const stones = process.env['SARSEN_HEAVY'] === '1' ? '24' : '12';
    await sit(page, server, { game: 'sun', options: { stones } });
    expect(await playOn(page, 'sun')).toBe('over');
    expect(await page.locator('.status').textContent()).toMatch(/won|draw|share/);
    quiet();
    await page.context().close();
  });
});
