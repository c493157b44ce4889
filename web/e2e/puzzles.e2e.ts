import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { PuzzleAnswer, PuzzlePosition, PuzzleSets } from '../src/protocol';
import { accessible, coarse, DESKTOP, fits, PHONE, stage } from './harness';
import { perform } from './players';

const { server, open } = stage();

/** The games whose puzzles are walked by their lists of actions; the sun has none. */
const WALKED = ['stonehenge', 'cathedral', 'logan', 'holes'];

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const init = body === undefined ? {} : { ...post, body: JSON.stringify(body) };
  const answer = await fetch(`${server.url}/api/v1/puzzles${path}`, init);
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as T;
}

/** The number of the first puzzle of a game that is solved by one action, and that puzzle. */
async function simple(game: string): Promise<{ puzzle: PuzzlePosition; solution: string }> {
  for (let number = 1; number < 40; number += 1) {
    const { solution } = await ask<PuzzleAnswer>(`/${game}/${number}/answer`, { actions: [] });
    const puzzle = await ask<PuzzlePosition>(`/${game}/${number}`);
    const [action, ...more] = solution;
    if (action !== undefined && more.length === 0) return { puzzle, solution: action };
  }
  throw new Error(`no simple puzzle of ${game}`);
}

/** Waits until a puzzle with a number is on the board and can be played. */
async function shown(page: Page, number: number): Promise<void> {
  await page.locator(`main[data-puzzle="${number}"][data-verdict="open"]`).waitFor();
  await page.locator('section.board svg.board, section.board canvas').first().waitFor();
}

describe('puzzles', () => {
  it('are found from home, and the puzzle of the day is the same for everybody', async () => {
    const { page, quiet } = await open();
    await page.goto(server.url);
    await page.getByRole('link', { name: 'Solve puzzles' }).click();
    await page.waitForURL('**/puzzles');
    const { sets } = await ask<PuzzleSets>('');
    expect(sets.map(({ game }) => game).sort()).toEqual([...WALKED, 'sun'].sort());
    await page.locator('[data-game="holes"]').waitFor();
    await accessible(page);
    await fits(page);
    const today = sets.find(({ game }) => game === 'holes')?.today ?? 0;
    await page
      .locator('[data-game="holes"]')
      .getByRole('link', { name: 'Puzzle of the day' })
      .click();
    await shown(page, today);
    quiet();
    await page.context().close();
  });

  it.each(WALKED.flatMap((game) => [[game, 'desk', DESKTOP] as const, [game, 'phone', PHONE]]))(
    '%s on a %s: a wrong answer is explained, the right one too, and the next puzzle comes',
    async (game, _, device) => {
      const { puzzle, solution } = await simple(game);
      const { number, legal, seat, view } = puzzle;
      const { page, quiet } = await open(device);
      await page.goto(`${server.url}/puzzles/${game}/${number}`);
      await shown(page, number);
      const others = legal.kind === 'actions' ? legal.actions : [];
      const wrong = others.find((action) => action !== solution && !action.startsWith('^')) ?? '';
      await perform(page, game, wrong, seat, view);
      await page.locator('main[data-verdict="wrong"]').waitFor();
      await page.getByText('Not this one.').waitFor();
      await page.locator('.why').waitFor();
      await accessible(page);
      await fits(page);
      await page.getByRole('button', { name: 'Try again' }).click();
      await shown(page, number);
      await perform(page, game, solution, seat, view);
      await page.locator('main[data-verdict="right"]').waitFor();
      await page.getByText('Right!').waitFor();
      expect((await page.locator('.why').textContent())?.length).toBeGreaterThan(30);
      await fits(page);
      await page.getByRole('button', { name: 'Next puzzle' }).click();
      await page.waitForURL((url) => !url.pathname.endsWith(`/${number}`));
      // What was solved is remembered.
      await page.goto(`${server.url}/puzzles`);
      await page.locator(`[data-game="${game}"]`).getByText('1 of 100 solved').waitFor();
      quiet();
      await page.context().close();
    },
  );

  it.each([
    ['desk', DESKTOP],
    ['phone', PHONE],
  ])(
    'sun on a %s: the middle topples stones, and the way that does not is found',
    async (_, device) => {
      const { puzzle, solution } = await simple('sun');
      const { page, quiet } = await open({ ...device, ...coarse('sun') });
      await page.goto(`${server.url}/puzzles/sun/${puzzle.number}`);
      await shown(page, puzzle.number);
      // The controls begin with a throw through the middle of the area.
      await page.getByRole('button', { name: 'Let go' }).click();
      await page.locator('main[data-verdict="wrong"]').waitFor();
      await page.locator('.why', { hasText: /\d+ of 100 such throws are clean/ }).waitFor();
      await accessible(page);
      await fits(page);
      await page.getByRole('button', { name: 'Try again' }).click();
      await shown(page, puzzle.number);
      const [x = 0, y = 0] = solution.slice(1).split(',').map(Number);
      const angle = (Math.round((Math.atan2(y, x) * 1800) / Math.PI) + 3600) % 3600;
      await page.getByLabel('Direction').fill(String(angle));
      await page.getByRole('button', { name: 'Let go' }).click();
      await page.locator('main[data-verdict="right"]').waitFor();
      await page.locator('.why', { hasText: /\d+ of 100 throws of a fair hand/ }).waitFor();
      await page.getByText(/^Solution: throw from/).waitFor();
      // How it went can be watched.
      await page.getByRole('button', { name: 'Watch again' }).waitFor();
      await fits(page);
      quiet();
      await page.context().close();
    },
  );

  it('can be given up: the solution is shown and explained', async () => {
    const { page, quiet } = await open();
    await page.goto(`${server.url}/puzzles/logan/1`);
    await shown(page, 1);
    await page.getByRole('button', { name: 'Show the solution' }).click();
    await page.locator('main[data-verdict="given_up"]').waitFor();
    await page.getByText(/^Solution: .{5}/).waitFor();
    await page.locator('.why').waitFor();
    // Looking at the solution does not solve a puzzle.
    await page.goto(`${server.url}/puzzles`);
    await page.locator('[data-game="logan"]').getByText('0 of 100 solved').waitFor();
    quiet();
    await page.context().close();
  });

  it('are solved by keyboard alone', async () => {
    const { puzzle, solution } = await simple('stonehenge');
    const { page, quiet } = await open();
    await page.goto(`${server.url}/puzzles/stonehenge/${puzzle.number}`);
    await shown(page, puzzle.number);
    await page.locator(`[data-cell="${solution.charAt(0)}"]`).focus();
    await page.keyboard.press(solution.charAt(1));
    await page.keyboard.press('Enter');
    await page.locator('main[data-verdict="right"]').waitFor();
    // The keyboard is at the next thing to do.
    await page.locator('button:focus', { hasText: 'Next puzzle' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.endsWith(`/${puzzle.number}`));
    quiet();
    await page.context().close();
  });

  it('are explained in three languages', async () => {
    const { puzzle, solution } = await simple('holes');
    const answers = { fr: /parties sur 100/, ja: /100局中/ };
    for (const [lang, why] of Object.entries(answers)) {
      const { page, quiet } = await open({ locale: lang });
      await page.goto(`${server.url}/puzzles/holes/${puzzle.number}`);
      await shown(page, puzzle.number);
      await perform(page, 'holes', solution, puzzle.seat, puzzle.view);
      await page.locator('.why', { hasText: why }).waitFor();
      quiet();
      await page.context().close();
    }
  });
});

describe('a run against the clock', () => {
  it('counts what is solved in three minutes and remembers the best', async () => {
    const { page, quiet } = await open();
    await page.clock.install();
    await page.goto(`${server.url}/puzzles/stonehenge/run`);
    await page.getByRole('button', { name: 'Start' }).click();
    for (const count of [1, 2]) {
      const board = page.locator('main[data-puzzle][data-verdict="open"]');
      await board.waitFor();
      const number = Number(await board.getAttribute('data-puzzle'));
      const path = `/stonehenge/${number}`;
      const { solution } = await ask<PuzzleAnswer>(`${path}/answer`, { actions: [] });
      const { seat, view } = await ask<PuzzlePosition>(path);
      await page.locator('section.board svg.board').first().waitFor();
      await perform(page, 'stonehenge', solution[0] ?? '', seat, view);
      await page.locator(`[data-run="running"][data-solved="${count}"]`).waitFor();
      await page.clock.fastForward(1000);
      await page.locator(`main:not([data-puzzle="${number}"])`).waitFor();
    }
    await accessible(page);
    await page.clock.fastForward('03:01');
    await page.locator('[data-run="over"]').waitFor();
    await page.getByText('You solved 2 puzzles.').waitFor();
    await page.getByText('That is your best run.').waitFor();
    await page.reload();
    await page.getByText('Best run: 2').waitFor();
    quiet();
    await page.context().close();
  });
});

describe('over HTTP', () => {
  it('no puzzle tells its solution or what its seat may not know', async () => {
    let hidden = 0;
    for (let number = 1; number <= 100; number += 9) {
      const { view, ...rest } = await ask<PuzzlePosition>(`/logan/${number}`);
      expect(Object.keys(rest).sort()).toEqual(
        ['game', 'grade', 'legal', 'number', 'options', 'seat', 'task'].sort(),
      );
      const { hands } = view as { hands: { back: string; possible: string[] | null }[][] };
      for (const { back, possible } of hands[rest.seat === 1 ? 1 : 0] ?? []) {
        // What follows by counting is known to the seat.
        if (possible?.length === 1) continue;
        expect(back).toBe('?');
        hidden += 1;
      }
    }
    expect(hidden).toBeGreaterThan(0);
  });

  it('what is no puzzle is refused', async () => {
    const status = async (path: string, body?: string): Promise<number> => {
      const headers = { 'content-type': 'application/json' };
      const init = body === undefined ? {} : { method: 'POST', headers, body };
      return (await fetch(`${server.url}/api/v1/puzzles${path}`, init)).status;
    };
    expect(await status('/stonehenge/0')).toBe(404);
    expect(await status('/stonehenge/101')).toBe(404);
    expect(await status('/chess/1')).toBe(404);
    expect(await status('/stonehenge/1/answer', '{"actions": ["Z9"]}')).toBe(409);
    expect(await status('/stonehenge/1/preview', '{"actions": []}')).toBe(400);
    const many = JSON.stringify({ actions: Array(9).fill('A1') });
    expect(await status('/stonehenge/1/answer', many)).toBe(400);
  });
});
