import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { GameInfo } from '../src/protocol';
import { BINARY, ready, stage } from './harness';
import { playOn } from './players';
import { tableOf, walkIn, walks, type Choices } from './walk';

const { server, open } = stage();

/** Starts a match from home, by clicking. */
async function beginMatch(page: Page, id: string, chosen: Partial<Choices>): Promise<void> {
  const games = (await (await fetch(`${server.url}/api/v1/games`)).json()) as GameInfo[];
  const game = games.find((known) => known.id === id);
  const [plain] = game ? walks(game) : [];
  if (!game || !plain) throw new Error(`no game ${id}`);
  await page.goto(server.url);
  await walkIn(page, game, { ...plain, clock: 'None', variant: '', options: {}, ...chosen });
  await ready(page);
}

/** Resigns for the seat to act. */
async function resign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Resign' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resign' }).click();
  await page.locator('main[data-status="over"]').waitFor();
}

async function nextGame(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next game' }).click();
  await page.locator('main[data-status="playing"]').waitFor();
  await ready(page);
}

/** The running score: a name and a figure per player. */
async function standing(page: Page): Promise<string[]> {
  const scores = page.getByRole('region', { name: 'Match' }).locator('[data-player]');
  return (await scores.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
}

/** The score by name: the table shows it in the order of the seats, which change. */
async function scores(page: Page): Promise<string[]> {
  return (await standing(page)).sort();
}

/** The summary of a finished match, row by row. */
async function summary(page: Page): Promise<string[]> {
  const rows = page.getByRole('table', { name: 'The games of the match' }).getByRole('row');
  return (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
}

/** Downloads the match, and lets the program add it up. */
async function addedUp(page: Page): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sarsen-match-'));
  try {
    const file = join(folder, 'match.sarsen');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the match' }).click(),
    ]);
    await download.saveAs(file);
    expect(readFileSync(file, 'utf8')).toContain('[MatchGame "2"]');
    return execFileSync(BINARY, ['match', file], { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('a match', () => {
  it('of Stonehenge counts the megaliths that the loser has left', async () => {
    const { page } = await open();
    await beginMatch(page, 'stonehenge', { way: 'together', games: 3 });
    expect(await scores(page)).toEqual(['Ada 0', 'Bo 0']);
    await resign(page);
    expect(await scores(page)).toEqual(['Ada 8', 'Bo 0']);
    await nextGame(page);
    // The seats swap.
    await expect.poll(() => page.locator('.status').textContent()).toContain('Bo');
    expect(await page.getByText('Game 2 of 3').count()).toBe(1);
    await resign(page);
    expect(await scores(page)).toEqual(['Ada 8', 'Bo 8']);
    await nextGame(page);
    await playOn(page, 'stonehenge');
    const { match } = await tableOf(page);
    const [last] = match.finished.slice(-1);
    const points = last?.points ?? [];
    expect(Math.min(...points)).toBe(0);
    expect(Math.max(...points)).toBeGreaterThan(0);
    const [ada = 0, bo = 0] = match.points;
    expect(await summary(page)).toEqual([
      'Ada Bo',
      'Game 1 8 0',
      'Game 2 0 8',
      `Game 3 ${points.join(' ')}`,
      `Total ${ada} ${bo}`,
    ]);
    const winner = ada < bo ? 'Ada' : 'Bo';
    await page.getByText(`${winner} won the match.`).waitFor();
    const text = await addedUp(page);
    expect(text).toContain(`score ${ada}\n`);
    expect(text).toContain(`the match goes to ${winner}\n`);
    // Another match starts from zero.
    await page.getByRole('button', { name: 'Play again' }).click();
    await page.locator('main[data-status="playing"]').waitFor();
    await expect.poll(() => scores(page)).toEqual(['Ada 0', 'Bo 0']);
    await page.context().close();
  });

  it('of Cathedral lets Dark position the People Piece in the second game', async () => {
    const { page } = await open();
    await beginMatch(page, 'cathedral', { way: 'together', games: 2 });
    const main = page.getByRole('main');
    expect(await main.getAttribute('data-turn')).toBe('1');
    await resign(page);
    expect(await standing(page)).toEqual(['Ada 47', 'Bo 0']);
    await nextGame(page);
    const table = await tableOf(page);
    expect(table.options['people']).toBe('dark');
    expect(table.match.player_of_seat).toEqual([1, 2]);
    expect(await main.getAttribute('data-turn')).toBe('2');
    await resign(page);
    expect(await summary(page)).toEqual(['Ada Bo', 'Game 1 47 0', 'Game 2 0 47', 'Total 47 47']);
    await page.getByText('The match is drawn.').waitFor();
    const text = await addedUp(page);
    expect(text).toContain('[people=dark]');
    expect(text).toContain('Ada: 1 won, score 47\nBo: 1 won, score 47\nthe match is drawn\n');
    await page.getByRole('button', { name: 'Play again' }).click();
    await expect.poll(async () => (await tableOf(page)).options['people']).toBe('light');
    await page.context().close();
  });

  it('of another game counts the games won, against an engine too', async () => {
    const { page } = await open({ viewport: { width: 390, height: 844 } });
    await beginMatch(page, 'logan', { way: 'engine', level: 1, seat: 1, games: 2 });
    await resign(page);
    const [mine, theirs] = await standing(page);
    expect([mine?.slice(-1), theirs?.slice(-1)]).toEqual(['0', '1']);
    await nextGame(page);
    expect((await tableOf(page)).you).toEqual([2]);
    await resign(page);
    await page.getByText('You lost the match.').waitFor();
    expect((await summary(page)).slice(1)).toEqual(['Game 1 1 0', 'Game 2 1 0', 'Total 2 0']);
    expect(await addedUp(page)).toContain('the match goes to sarsen:1');
    await page.context().close();
  });

  it('of one game has no score but its own', async () => {
    const { page } = await open();
    await beginMatch(page, 'cathedral', { way: 'together', games: 1 });
    expect(await page.getByRole('region', { name: 'Match' }).count()).toBe(0);
    await resign(page);
    // Playing again is the second game of the rulebook.
    await page.getByRole('button', { name: 'Play again' }).click();
    await expect.poll(async () => (await tableOf(page)).options['people']).toBe('dark');
    await page.context().close();
  });
});
