import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lessons } from '../src/lessons';
import { accessible, launch, open, Server } from './harness';

let server: Server;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

describe.each(Object.entries(lessons))('the lesson of %s', (game, steps) => {
  it('has positions that can be reached, in which the task can be done', async () => {
    for (const step of steps) {
      const record = `[Game "${game}"]\n\n${step.actions}\n`;
      const answer = await fetch(`${server.url}/api/v1/study`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ record }),
      });
      const position = (await answer.json()) as {
        turn: { kind: string };
        legal: { kind: string; actions?: string[] };
      };
      expect(answer.status, JSON.stringify(position)).toBe(200);
      expect(position.turn.kind).toBe('seat');
      const { goal } = step;
      if (position.legal.kind === 'actions' && 'notation' in goal) {
        expect(position.legal.actions?.some((action) => goal.notation.test(action))).toBe(true);
      }
    }
  });
});

describe('a newcomer', () => {
  it('plays the first steps of Stonehenge', async () => {
    const { page, quiet } = await open(browser, server, { reducedMotion: 'reduce' });
    await page.goto(`${server.url}/lesson/stonehenge`);
    await page.locator('.hand.active button').first().click();
    await page.locator('.cell.open').first().click();
    await page.locator('main[data-solved="true"]').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.locator('main[data-step="2"] .hand.active').waitFor();
    await page.locator('.hand.active button[aria-label="druid 1"]').first().click();
    await page.locator('[data-cell="B"]').click();
    await page.getByText(/Not quite/).waitFor();
    await page.locator('.hand.active button[aria-label="druid 4"]:enabled').first().click();
    await page.locator('[data-cell="B"]').click();
    await page.locator('main[data-solved="true"]').waitFor();
    await accessible(page);
    quiet();
  });
});

describe('a study', () => {
  it('steps through a record, tries another action and asks the engine', async () => {
    const { page, quiet } = await open(browser, server, { reducedMotion: 'reduce' });
    await page.goto(`${server.url}/study`);
    await page.getByLabel('Paste a record').fill('[Game "stonehenge"]\n\nA6 M1 P5 O5 J4 C3\n');
    await page.getByRole('button', { name: 'Study it' }).click();
    await page.locator('main[data-ply="6"]').waitFor();
    await page.getByRole('button', { name: 'One back' }).click();
    await page.locator('main[data-ply="5"]').waitFor();
    await page.getByRole('button', { name: 'Ask the engine' }).click();
    await page.locator('.lines li').first().waitFor();
    await page.getByRole('button', { name: 'Judge the whole game' }).click();
    await page.getByRole('button', { name: /Chances over the game/ }).waitFor();
    quiet();
  });
});
