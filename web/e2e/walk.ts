/** The choices before a game, and a person who makes them by clicking. */

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { en } from '../src/i18n/en';
import type { GameInfo, TableInfo } from '../src/protocol';

export const WAYS = {
  engine: en['home.engine'],
  friend: en['home.friend'],
  together: en['home.together'],
};
export type Way = keyof typeof WAYS;

/** All choices of one walk. */
export interface Choices {
  way: Way;
  players: number;
  /** From 1; 0 for random. */
  seat: number;
  level: number;
  clock: string;
  games: number;
  /** The id of a variant; empty for the standard game. */
  variant: string;
  /** Options one by one. */
  options: Record<string, string>;
}

export const CLOCKS = [
  'None',
  '5 min + 3 s per move',
  '10 min + 5 s per move',
  '30 min + 20 s per move',
];
const SEATS = ['Random', 'First', 'Second', 'Third', 'Fourth'];
export const NAMES = ['Ada', 'Bo', 'Cleo', 'Dan'];

/** The values of each option that a walk tries: all words, the ends of a range, and `off`. */
function valuesOf(option: GameInfo['options'][number]): string[] {
  const { values } = option;
  if (values.kind === 'words') return values.words;
  return [String(values.min), String(values.max), ...(values.off ? ['off'] : [])];
}

/** The options that are not a number of players. */
function ruleOptions(game: GameInfo): GameInfo['options'] {
  return game.options.filter((option) => option.name !== 'seats');
}

/** Walks that cover every value of every choice at least once. */
export function walks(game: GameInfo): Choices[] {
  const ways = Object.keys(WAYS) as Way[];
  const variants = ['', ...game.variants.map(({ id }) => id)];
  const most = Math.max(...ruleOptions(game).map((option) => valuesOf(option).length));
  const seatCounts = game.seats.max - game.seats.min + 1;
  const rows = Math.max(variants.length + most, ways.length * seatCounts, 2 * CLOCKS.length - 1);
  return Array.from({ length: rows }, (_, row) => {
    const players = game.seats.min + (Math.floor(row / ways.length) % seatCounts);
    // Shifted against the ways, so that every seat is taken in more than one of them.
    const seat = (row + Math.floor(row / ways.length)) % (players + 1);
    const picked = row - variants.length;
    const chosen = ruleOptions(game).map((option) => {
      const values = valuesOf(option);
      return [option.name, values[picked % values.length] ?? option.default];
    });
    return {
      way: ways[row % ways.length] ?? 'engine',
      players,
      seat,
      // If the engine acts first, it is a fast one.
      level: seat === 1 ? 1 + (row % 8) : 1,
      clock: CLOCKS[row % CLOCKS.length] ?? 'None',
      games: game.match_lengths[row % game.match_lengths.length] ?? 1,
      variant: variants[row] ?? '',
      options: picked < 0 ? {} : (Object.fromEntries(chosen) as Record<string, string>),
    };
  });
}

/** Every way, seat, clock, number of players and variant with every other, and every option value in every way. */
export function everyWalk(game: GameInfo): Choices[] {
  const [first] = walks(game);
  if (!first) return [];
  const all: Choices[] = [];
  for (const way of Object.keys(WAYS) as Way[]) {
    for (let players = game.seats.min; players <= game.seats.max; players += 1) {
      for (let seat = 0; seat <= (way === 'together' ? 0 : players); seat += 1) {
        for (const clock of CLOCKS) {
          for (const variant of ['', ...game.variants.map(({ id }) => id)]) {
            all.push({ ...first, way, players, seat, clock, variant, level: 1, options: {} });
          }
        }
      }
    }
    for (const option of ruleOptions(game)) {
      for (const value of valuesOf(option)) {
        const options = { [option.name]: value };
        all.push({ ...first, way, level: 1, seat: 1, variant: '', options });
      }
    }
  }
  return all;
}

/** Clicks a radio button by its label. */
async function choose(page: Page, group: string, name: string): Promise<void> {
  const choice = page.getByRole('group', { name: group, exact: true });
  await choice.getByRole('radio', { name, exact: true }).click();
}

/** Makes all choices in the dialog of a game, and begins. */
export async function walkIn(page: Page, game: GameInfo, chosen: Choices): Promise<void> {
  const card = page.locator(`[data-game="${game.id}"]`);
  await card.getByRole('button', { name: /^Level and options/ }).click();
  await choose(page, en['new.way'], WAYS[chosen.way]);
  if (game.seats.max > game.seats.min) {
    await choose(page, 'Number of players', String(chosen.players));
  }
  if (chosen.way === 'engine') {
    await choose(page, en['new.level'], String(chosen.level));
  }
  if (chosen.way === 'friend') await page.getByLabel(en['new.name']).fill('Ada');
  if (chosen.way === 'together') {
    for (let k = 0; k < chosen.players; k += 1) {
      await page.getByLabel(`Player ${k + 1}`).fill(NAMES[k] ?? '');
    }
  } else await choose(page, en['new.seat'], SEATS[chosen.seat] ?? 'First');
  const variant = game.variants.find(({ id }) => id === chosen.variant);
  if (variant) await choose(page, en['new.variant'], variant.name.en);
  const games = chosen.games === 1 ? '1 game' : `${chosen.games} games`;
  await choose(page, 'Match', games);
  await choose(page, 'Clock', chosen.clock);
  await page.getByText(en['new.options']).click();
  for (const [name, value] of Object.entries(chosen.options)) {
    await setOption(page, game, name, value);
  }
  const begin = page.getByRole('button', { name: 'Begin', exact: true });
  expect(await isInSight(page), 'the button that begins is in sight').toBe(true);
  await begin.click();
  await page.waitForURL('**/t/*');
}

async function setOption(page: Page, game: GameInfo, name: string, value: string): Promise<void> {
  const option = game.options.find((known) => known.name === name);
  if (!option) throw new Error(`${game.id} has no option ${name}`);
  const place = page.locator(`[data-option="${name}"]`);
  if (option.values.kind === 'words') {
    const label = option.values.labels[option.values.words.indexOf(value)];
    await place.getByRole('radio', { name: label?.en ?? value, exact: true }).click();
  } else if (value === 'off') {
    await place.getByRole('checkbox').check();
  } else {
    const field = place.getByRole('spinbutton', { name: option.label.en, exact: true });
    await field.fill(value);
    await field.press('Tab');
  }
}

/** Whether the whole start button is visible and not covered. */
export function isInSight(page: Page): Promise<boolean> {
  const begin = page.getByRole('button', { name: 'Begin', exact: true });
  return begin.evaluate((button) => {
    const box = button.getBoundingClientRect();
    const within = box.top >= 0 && box.bottom <= innerHeight && box.left >= 0;
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return within && box.right <= innerWidth && top === button;
  });
}

/** The table on this page, as the server describes it to its player. */
export function tableOf(page: Page): Promise<TableInfo> {
  return page.evaluate(async () => {
    const id = location.pathname.split('/').at(-1) ?? '';
    const headers = { authorization: `Bearer ${localStorage.getItem('sarsen.key') ?? ''}` };
    return (await (await fetch(`/api/v1/tables/${id}`, { headers })).json()) as TableInfo;
  });
}

/** The table is what was chosen. */
export function expectChosen(info: TableInfo, game: GameInfo, chosen: Choices): void {
  expect(info.game).toBe(game.id);
  const variant = game.variants.find(({ id }) => id === chosen.variant)?.options ?? {};
  const players = game.seats.max > game.seats.min ? { seats: String(chosen.players) } : {};
  expect(info.options).toMatchObject({ ...variant, ...players, ...chosen.options });
  const [initial, increment] = (chosen.clock.match(/\d+/g) ?? []).map(Number);
  expect(info.clock).toEqual(
    increment === undefined
      ? { kind: 'none' }
      : { kind: 'fischer', initial: (initial ?? 0) * 60_000, increment: increment * 1000 },
  );
  expect(info.match.of).toBe(chosen.games);
  expect(info.seats.length).toBe(chosen.players);
  const kinds = info.seats.map(({ sitter }) => sitter.kind);
  if (chosen.way === 'together') {
    expect(info.you).toEqual(info.seats.map(({ seat }) => seat));
    const names = info.seats.map(({ sitter }) => (sitter.kind === 'person' ? sitter.name : null));
    expect(names).toEqual(NAMES.slice(0, chosen.players));
    return;
  }
  expect(info.you.length).toBe(1);
  if (chosen.seat > 0) expect(info.you).toEqual([chosen.seat]);
  const others = kinds.filter((_, index) => !info.you.includes(index + 1));
  const expected = chosen.way === 'engine' ? 'engine' : 'open';
  expect(others).toEqual(Array.from({ length: chosen.players - 1 }, () => expected));
  if (chosen.way === 'engine') {
    const levels = info.seats.flatMap(({ sitter }) =>
      sitter.kind === 'engine' ? [sitter.level] : [],
    );
    expect(new Set(levels)).toEqual(new Set([chosen.level]));
  }
}

/** Friends who open the link; returns their keys. */
export async function friendsJoin(url: string, info: TableInfo): Promise<string[]> {
  const post = async <T>(path: string, body: unknown, key?: string): Promise<T> => {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (key !== undefined) headers['authorization'] = `Bearer ${key}`;
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${url}/api/v1${path}`, init);
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as T;
  };
  const keys: string[] = [];
  for (const seat of info.seats.filter(({ sitter }) => sitter.kind === 'open')) {
    const { key } = await post<{ key: string }>('/players', { name: NAMES[seat.seat] ?? 'Eve' });
    await post(`/tables/${info.table}/join`, { invite: info.invite }, key);
    keys.push(key);
  }
  return keys;
}
