import { describe, expect, it } from 'vitest';
import { diagrams } from './folders';
import { accessible, begin, coarse, HEAVY, sit, stage } from './harness';
import { playOn } from './players';

const { server, open } = stage();

/** A timeout for several evaluations in a row. */
const LONG = { timeout: 480_000 };

describe('a study', () => {
  it('steps through a record, asks the engine and follows its best line', async () => {
    const { page, quiet } = await open();
    await page.goto(`${server.url}/study`);
    await page.getByLabel('Paste a record').fill('[Game "stonehenge"]\n\nA6 M1 P5 O5 J4 C3\n');
    await page.getByRole('button', { name: 'Study it' }).click();
    await page.locator('main[data-ply="6"]').waitFor();
    await page.getByRole('button', { name: 'One back' }).click();
    await page.locator('main[data-ply="5"]').waitFor();
    await page.getByRole('button', { name: 'Ask the computer' }).click();
    await page.locator('.lines li').nth(2).waitFor();
    // The lines are ghosts on the board, numbered by rank.
    await page.locator('.board .hint .rank').first().waitFor();
    await page.locator('.lines li button').first().click();
    await page.locator('main[data-ply="6"]').waitFor();
    quiet();
    await page.context().close();
  });

  it('judges a whole game: its graph, and its mistakes', async () => {
    const { page, quiet } = await open();
    // The last druid gives away a line that could have been held.
    const record = '[Game "stonehenge"]\n\nO4 M5 B5 N1 D3 J4 R6 H6 A3 E1 Q1 G2 F1\n';
    await page.goto(`${server.url}/study#${new URLSearchParams({ record }).toString()}`);
    await page.getByRole('button', { name: 'Judge the whole game' }).click();
    const graph = page.getByRole('button', { name: /Chances over the game/ });
    await graph.waitFor();
    await page.getByRole('button', { name: 'Judge the whole game' }).waitFor({ timeout: 60_000 });
    expect(await graph.locator('path.line').getAttribute('d')).toMatch(/^M.*L.*L/);
    await page.locator('.steps .wrong').first().waitFor();
    await graph.click({ position: { x: 4, y: 40 } });
    await page.locator('main[data-ply="0"]').waitFor();
    await accessible(page);
    quiet();
    await page.context().close();
  });

  it('keeps luck apart from skill in a finished game of 58 Holes', LONG, async () => {
    const { page, quiet } = await open();
    await sit(page, server, { game: 'holes', options: { pieces: '1' } });
    expect(await playOn(page, 'holes')).toBe('over');
    await page.getByRole('button', { name: 'Study this game' }).click();
    await page.getByRole('button', { name: 'Judge the whole game' }).click();
    const told = page.locator('[data-luck]');
    await told.waitFor({ timeout: 120_000 });
    await page.getByRole('button', { name: 'Judge the whole game' }).waitFor({ timeout: 180_000 });
    // This many requests in a row exceed the server's rate limit.
    for (let k = 0; k < (HEAVY ? 2 : 1); k += 1) {
      await page.getByRole('button', { name: 'Judge the whole game' }).click();
      await page.getByRole('button', { name: 'Stop' }).waitFor();
      await page.getByRole('button', { name: 'Judge the whole game' }).waitFor({ timeout: 90_000 });
    }
    expect(Math.abs(Number(await told.getAttribute('data-luck')))).toBeGreaterThan(0.001);
    expect(await told.textContent()).toMatch(/Luck, for .+%.*own play.*%/s);
    quiet();
    await page.context().close();
  });

  it('sets up a position, lists what is legal, shares it as a link and plays on from it', async () => {
    const { page, quiet } = await open();
    await page.goto(`${server.url}/study`);
    await page.getByRole('button', { name: '58 Holes' }).click();
    for (const [ply, outcome] of ['*5', '*2'].entries()) {
      await page.getByRole('button', { name: new RegExp(`^\\${outcome}`) }).click();
      // Of two actions chosen in one position, the later replaces the earlier.
      await page.locator(`main[data-ply="${ply + 1}"]`).waitFor();
    }
    await page.locator('main[data-turn="seat"]').waitFor();
    await page.getByText('Legal actions: 1').click();
    await page.locator('details li button').first().click();
    await page.locator('main[data-ply="3"]').waitFor();
    await page.getByRole('button', { name: 'Share' }).click();
    const link = await page.getByRole('textbox', { name: 'Link to this position' }).inputValue();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Play on from here' }).click();
    await page.waitForURL('**/t/*');
    const friend = await open();
    await friend.page.goto(link);
    await friend.page.locator('main[data-ply="3"]').waitFor();
    quiet();
    friend.quiet();
    await page.context().close();
    await friend.page.context().close();
  });
});

describe('the rules', () => {
  it.each(Object.entries(diagrams))('of %s have live diagrams', async (game, all) => {
    const { page, quiet } = await open({ viewport: { width: 900, height: 700 }, ...coarse(game) });
    await page.goto(server.url);
    await begin(page, game, /Share one screen/);
    await page.getByRole('button', { name: 'Rules' }).click();
    expect(all.length).toBeGreaterThan(1);
    for (const diagram of all) {
      const figure = page.locator(`[data-diagram="${diagram.rule}"]`);
      await figure.scrollIntoViewIfNeeded();
      await figure.locator('svg.board, canvas').first().waitFor();
      for (let k = 1; k <= diagram.plays.length; k += 1) {
        await figure.getByRole('button').click();
        await page.locator(`[data-diagram="${diagram.rule}"][data-played="${k}"]`).waitFor();
      }
      await figure.getByRole('button', { name: 'Again' }).click();
      await page.locator(`[data-diagram="${diagram.rule}"][data-played="0"]`).waitFor();
    }
    await accessible(page);
    quiet();
    await page.context().close();
  });
});
