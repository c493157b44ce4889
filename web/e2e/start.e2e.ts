import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { en } from '../src/i18n/en';
import type { GameInfo, TableInfo, Tables } from '../src/protocol';
import { coarse, HEAVY, PHONE, ready, stage } from './harness';
import { GAMES, playOne } from './players';
import {
  everyWalk,
  expectChosen,
  friendsJoin,
  isInSight,
  tableOf,
  walkIn,
  walks,
  WAYS,
  type Choices,
} from './walk';

const { server, open } = stage();

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const LAPTOP = { viewport: { width: 1366, height: 768 } };

async function gameInfo(id: string): Promise<GameInfo> {
  const games = (await (await fetch(`${server.url}/api/v1/games`)).json()) as GameInfo[];
  const found = games.find((game) => game.id === id);
  if (!found) throw new Error(`no game ${id}`);
  return found;
}

/** Uncovers a shared screen, if it is covered. */
async function comeToTheScreen(page: Page): Promise<void> {
  await page.locator('main[data-turn]').waitFor();
  const curtain = page.locator('.curtain button');
  if ((await curtain.count()) === 0) return;
  await curtain.click();
  await curtain.waitFor({ state: 'detached' });
}

/** From home by clicks to the first action on the board. */
async function walk(page: Page, game: GameInfo, chosen: Choices): Promise<void> {
  await walkIn(page, game, chosen);
  const info = await tableOf(page);
  if (chosen.way === 'friend') {
    await page.getByLabel('Link of the invitation').waitFor();
    expect(info.status).toBe('waiting');
    await meet(page, game, chosen, info);
  } else {
    expectChosen(info, game, chosen);
    await comeToTheScreen(page);
    await firstAction(page, game);
  }
}

async function firstAction(page: Page, game: GameInfo): Promise<void> {
  expect(await ready(page)).toBe('act');
  await playOne(page, game.id);
}

/** The friends join; whoever begins plays the first action. */
async function meet(page: Page, game: GameInfo, chosen: Choices, info: TableInfo): Promise<void> {
  if (chosen.seat > 0) expectChosen(info, game, chosen);
  const keys = await friendsJoin(server.url, info);
  // If chance begins, it is nobody's turn at first.
  await expect.poll(() => page.locator('main').getAttribute('data-turn')).toMatch(/^\d$/);
  const table = await tableOf(page);
  const turn = Number(await page.locator('main').getAttribute('data-turn'));
  if (table.you.includes(turn)) return firstAction(page, game);
  // A friend's own first action is clicked once per game; after that it is enough that the table
  // waits for a friend.
  if (clickedByFriends.has(game.id)) {
    const waits = await Promise.all(keys.map((key) => isTurnOf(key, info.table)));
    expect(waits.filter(Boolean)).toHaveLength(1);
    return;
  }
  clickedByFriends.add(game.id);
  for (const key of keys) {
    const friend = await open({ ...LAPTOP, ...coarse(game.id) });
    await friend.page.addInitScript((mine) => localStorage.setItem('sarsen.key', mine), key);
    await friend.page.goto(page.url());
    await friend.page.locator('main[data-status="playing"][data-turn]').waitFor();
    if ((await tableOf(friend.page)).you.includes(turn)) await firstAction(friend.page, game);
    await friend.page.context().close();
  }
}

/** The games in which a friend has played the first action by clicks. */
const clickedByFriends = new Set<string>();

/** Whether a table waits for the player with this key. */
async function isTurnOf(key: string, table: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${server.url}/api/v1/tables`, { headers });
  const { tables } = (await answer.json()) as Tables;
  return tables.some((known) => known.table === table && known.your_turn);
}

/** Returns home without reloading the page, as people do. */
async function goHome(page: Page): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(server.url);
  else await page.locator('header a[href="/"]').first().click();
  await page.locator('[data-game]').first().waitFor();
}

describe('every path into a game', () => {
  it.each(GAMES)('%s, from home by clicks to the first action', async (id) => {
    const game = await gameInfo(id);
    const [desk, phone] = await Promise.all([
      open({ ...LAPTOP, ...coarse(id) }),
      open({ ...PHONE, ...coarse(id) }),
    ]);
    for (const [index, chosen] of (HEAVY ? everyWalk(game) : walks(game)).entries()) {
      const { page } = index % 2 === 0 ? desk : phone;
      await goHome(page);
      await expect(walk(page, game, chosen), JSON.stringify(chosen)).resolves.toBeUndefined();
    }
    await Promise.all([desk.page.context().close(), phone.page.context().close()]);
  });

  it('covers every value of every choice', async () => {
    for (const id of GAMES) {
      const game = await gameInfo(id);
      const all = walks(game);
      expect(new Set(all.map(({ way }) => way))).toEqual(new Set(Object.keys(WAYS)));
      const among = (key: 'players' | 'seat' | 'clock' | 'games' | 'variant'): number =>
        new Set(all.map((chosen) => chosen[key])).size;
      expect(among('players')).toBe(game.seats.max - game.seats.min + 1);
      expect(among('seat')).toBe(game.seats.max + 1);
      expect(among('clock')).toBe(4);
      expect(among('games')).toBe(game.match_lengths.length);
      expect(among('variant')).toBe(game.variants.length + 1);
      for (const { name, values } of game.options.filter((option) => option.name !== 'seats')) {
        const tried = new Set(all.flatMap(({ options }) => options[name] ?? []));
        const count = values.kind === 'words' ? values.words.length : values.off ? 3 : 2;
        expect(tried.size, `${id} ${name}`).toBe(count);
      }
    }
  });

  it.each(GAMES)('one click starts %s in each way', async (id) => {
    const { page } = await open({ ...LAPTOP, ...coarse(id) });
    for (const way of Object.values(WAYS)) {
      await goHome(page);
      const card = page.locator(`[data-game="${id}"]`);
      await card.getByRole('button', { name: way, exact: true }).click();
      await page.waitForURL('**/t/*');
      const status = way === WAYS.friend ? 'waiting' : 'playing';
      await page.locator(`main[data-status="${status}"]`).waitFor();
    }
    await page.context().close();
  });
});

describe('the choices before a game', () => {
  it.each([
    [1366, 768],
    [390, 844],
    [360, 640],
    [320, 568],
  ])('keep the button that begins in sight at %i × %i', async (width, height) => {
    const { page } = await open({ viewport: { width, height } });
    await page.goto(server.url);
    for (const id of GAMES) {
      const card = page.locator(`[data-game="${id}"]`);
      await card.getByRole('button', { name: /^Level and options/ }).click();
      for (const way of Object.values(WAYS)) {
        await page.getByRole('radio', { name: way }).click();
        expect(await isInSight(page), `${id}: ${way}`).toBe(true);
      }
      await page.getByText(en['new.options']).click();
      expect(await isInSight(page), `${id} with its options`).toBe(true);
      await page.keyboard.press('Escape');
    }
    await page.context().close();
  });

  it.each(['fr', 'ja'])('are all in the language of the reader: %s', async (lang) => {
    const { page } = await open({ ...LAPTOP, locale: lang });
    await page.goto(server.url);
    for (const id of GAMES) {
      const game = await gameInfo(id);
      await page.locator(`[data-game="${id}"] .more button`).click();
      await page.locator('summary').click();
      // French numbers are kept beside their word by a space that does not break.
      const text = (await page.locator('dialog').innerText()).replaceAll('\u00a0', ' ');
      for (const option of game.options.filter(({ name }) => name !== 'seats')) {
        // Values are shown as sentences are: they begin with a capital.
        const values = option.values.kind === 'words' ? option.values.labels : [];
        const shown = values.map((label) => capital(label[lang as 'fr' | 'ja']));
        for (const label of [option.label[lang as 'fr' | 'ja'], ...shown]) {
          expect(text).toContain(label);
        }
      }
      await page.keyboard.press('Escape');
    }
    await page.context().close();
  });
});

describe('names', () => {
  it('at one screen are those of the players, and the table says whose turn it is', async () => {
    const { page } = await open(LAPTOP);
    await page.goto(server.url);
    const game = await gameInfo('stonehenge');
    const [plain] = walks(game);
    if (!plain) throw new Error('no walk');
    await walkIn(page, game, { ...plain, way: 'together', options: {}, variant: '' });
    await ready(page);
    const status = page.locator('.status');
    await expect.poll(() => status.textContent()).toContain('Ada');
    await playOne(page, 'stonehenge');
    await expect.poll(() => status.textContent()).toContain('Bo');
    expect(await page.locator('aside').innerText()).toMatch(/Bo[^]*Ada|Ada[^]*Bo/);
    await page.context().close();
  });

  it('are asked of somebody who plays with others, and reach them', async () => {
    const [ada, bo] = [await open(LAPTOP), await open({ ...LAPTOP, locale: 'fr' })];
    await ada.page.goto(server.url);
    await ada.page
      .locator('[data-game="stonehenge"]')
      .getByRole('button', { name: WAYS.friend })
      .click();
    const link = await ada.page.getByLabel('Link of the invitation').inputValue();
    await ada.page.getByLabel(en['player.ask']).fill('Ada');
    await ada.page.getByRole('button', { name: en['player.save'] }).click();
    await bo.page.goto(link);
    const theirs = bo.page.locator('aside');
    await expect.poll(() => theirs.innerText()).toContain('Ada');
    // A guest is called a guest in the reader's language.
    expect(await theirs.innerText()).toContain('Invité');
    await expect.poll(() => ada.page.locator('aside').innerText()).toContain('Guest');
    await bo.page.locator('form input[autocomplete="nickname"]').fill('Bo');
    await bo.page.locator('form button[type="submit"]').click();
    await expect.poll(() => ada.page.locator('aside').innerText()).toContain('Bo');
    expect(await ada.page.locator('form input[autocomplete="nickname"]').count()).toBe(0);
    await ada.page.context().close();
    await bo.page.context().close();
  });
});

describe('what a script relies on', () => {
  it('the cards of home, the state of a table, and buttons that say what they do', async () => {
    const { page } = await open(LAPTOP);
    await page.goto(server.url);
    const cards = page.locator('[data-game]');
    await expect.poll(() => cards.count()).toBe(GAMES.length);
    const found = await cards.evaluateAll((all) => all.map((card) => card.dataset['game'] ?? ''));
    expect(found.sort()).toEqual([...GAMES].sort());
    for (const id of GAMES) {
      const options = page.locator(`[data-game="${id}"]`).getByRole('button', {
        name: 'Level and options',
        exact: true,
      });
      expect(await options.count()).toBe(1);
    }
    await page
      .locator('[data-game="stonehenge"]')
      .getByRole('button', { name: WAYS.engine })
      .click();
    const main = page.getByRole('main');
    await expect.poll(() => main.getAttribute('data-status')).toBe('playing');
    await expect.poll(() => main.getAttribute('data-turn')).toBe('1');
    await page.getByRole('button', { name: 'Offer draw' }).waitFor();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Resign' }).click();
    await expect.poll(() => main.getAttribute('data-status')).toBe('over');
    expect(await main.getAttribute('data-turn')).toBe('over');
    await page.getByRole('button', { name: 'Play again' }).waitFor();
    await page.getByRole('button', { name: 'Study this game' }).waitFor();
    await page.context().close();
  });
});

describe('a fault in the page', () => {
  const faults: [string, () => void][] = [
    ['an uncaught error', () => setTimeout(() => Promise.reject(new Error('uncaught')))],
    ['a warning in the console', () => console.warn('a warning')],
  ];
  it.fails.each(faults)('%s fails whatever test it happens in', async (_, fault) => {
    const { page } = await open();
    await page.goto(server.url);
    const context = page.context();
    const heard = new Promise((resolve) => {
      context.once('weberror', resolve);
      context.once('console', resolve);
    });
    await page.evaluate(fault);
    await heard;
  });
});
