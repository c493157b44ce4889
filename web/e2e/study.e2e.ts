import { describe, expect, it } from 'vitest';
import { diagrams } from './folders';
import { accessible, begin, coarse, sit, stage } from './harness';
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
    await page.locator('[data-judged="1.00"]').waitFor({ timeout: 60_000 });
    expect(await graph.locator('path.line').getAttribute('d')).toMatch(/^M.*L.*L/);
    await page.locator('.steps .wrong').first().waitFor();
    // Nobody is charged for what the engine would have played, too.
    const mistakes = await page.locator('[data-mistake]').allTextContents();
    expect(mistakes.length).toBeGreaterThan(0);
    for (const text of mistakes) {
      const [, action, better] =
        /· (.+?)(?: Turning point)? +cost .*Better: (.+)$/s.exec(text) ?? [];
      expect(better, text).not.toBe(action);
    }
    // What was better can be looked at without losing the judgement.
    await page
      .getByRole('button', { name: /^Show .* as a variation$/ })
      .last()
      .click();
    await page.getByRole('button', { name: 'Judge this line' }).waitFor();
    expect(await page.locator('[data-mistake]').count()).toBe(mistakes.length);
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
    // This many requests in a row exceed the server's rate limit.
    await told.waitFor({ timeout: 240_000 });
    const shown = await told.locator('dd').allTextContents();
    const parts = shown.map((text) => Number(text.replace('%', '')));
    expect(await told.textContent()).toMatch(/At the start.*Luck.*Decisions: .*At the end/s);
    // The parts add up to the difference.
    const end = parts.pop();
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(end);
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
