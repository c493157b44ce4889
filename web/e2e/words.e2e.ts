/** The table's texts: prompts, events, moves, and the engine's evaluation. */

import { describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import {
  begin,
  coarse,
  offerDraw,
  PHONE,
  played,
  ready,
  recordOf,
  sit,
  stage,
  state,
  study,
} from './harness';
import { press } from './finger';
import { playOne } from './players';
import { ALMOST_OVER, middle, OWN_THROW } from './positions';

const { server, open } = stage();

const LANGS = ['en', 'fr', 'ja'];

async function speak(page: Page, lang: string): Promise<void> {
  await page.evaluate((chosen) => {
    const kept = JSON.parse(localStorage.getItem('sarsen.settings') ?? '{}') as object;
    localStorage.setItem('sarsen.settings', JSON.stringify({ ...kept, lang: chosen }));
  }, lang);
  await page.reload();
  await ready(page);
}

function moves(page: Page): Promise<{ text: string; notation: string; cut: boolean }[]> {
  return page.locator('ol button[data-notation]').evaluateAll((buttons) =>
    buttons.map((button) => ({
      text: button.querySelector('.text')?.textContent ?? '',
      notation: (button as HTMLElement).title,
      cut: button.scrollWidth > button.clientWidth + 1,
    })),
  );
}

/** Pointing at a move of the list marks its place on the board. */
async function marked(page: Page): Promise<void> {
  const named = page.locator('ol button[data-notation]:not([data-notation^="*"])').last();
  const marks = page.locator('section.board [data-mark]');
  await named.hover();
  await marks.first().waitFor();
  await page.locator('.status').hover();
  await marks.first().waitFor({ state: 'detached' });
}

/** How many rows some things of one line take; none where there are none. */
function rowsOf(things: Locator): Promise<number> {
  return things.evaluateAll(
    (all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().top))).size,
  );
}

describe('moves', () => {
  it.each(['stonehenge', 'cathedral', 'logan', 'holes'])(
    '%s: are words in three languages, whole on a desk and on a phone',
    async (game) => {
      for (const look of [{}, PHONE]) {
        const { page } = await open(look);
        // Against an engine, so that the screen is not covered if stones are hidden.
        await sit(page, server, { game, from: middle(game), rival: 1 });
        await ready(page);
        const read = new Set<string>();
        for (const lang of LANGS) {
          await speak(page, lang);
          const listed = await moves(page);
          expect(listed.length).toBeGreaterThan(1);
          expect(await rowsOf(page.locator('.side').first().locator('.pile'))).toBeLessThan(2);
          expect(listed.filter(({ cut }) => cut)).toEqual([]);
          expect(listed.filter(({ text, notation }) => text === notation)).toEqual([]);
          read.add(listed.map(({ text }) => text).join('\n'));
        }
        expect(read.size).toBe(LANGS.length);
        if (look !== PHONE) await marked(page);
        await page.context().close();
      }
    },
  );

  it('are told as they are made, with the notation at hand', async () => {
    const { page } = await open();
    await sit(page, server, { game: 'stonehenge', from: '[Game "stonehenge"]\n\nA6 D6\n' });
    await ready(page);
    expect((await moves(page)).map(({ text, notation }) => `${text} ${notation}`)).toEqual([
      '6 on A A6',
      '6 on D D6',
    ]);
    await playOne(page, 'stonehenge');
    const last = (await moves(page)).at(-1);
    expect(last?.text).toMatch(/^\d on [A-R]$/);
    expect(last?.notation).toMatch(/^[A-R]\d$/);
  });
});

/** The actions of a position in which seat 1 is to act; the sun's is its beginning. */
function actionsOf(game: string): string {
  if (game === 'sun') return '';
  return ((game === 'holes' ? OWN_THROW : middle(game)).split('\n\n')[1] ?? '').trim();
}

describe('the prompt', () => {
  it.each([
    ['stonehenge', /Choose a druid, then a crossing/],
    ['cathedral', /Choose a monument, then its place/],
    ['logan', /Choose a stone/],
    ['holes', /You threw 3: choose a piece/],
    ['sun', /stand a stone/],
  ])('%s: says what to do', async (game, words) => {
    const { page } = await open();
    // Seat 1 is to act in the position itself, not after a random reply or throw.
    const { turn } = await study(server.url, game, actionsOf(game));
    expect(turn).toEqual({ kind: 'seat', seat: 1 });
    await sit(page, server, { game, from: `[Game "${game}"]\n\n${actionsOf(game)}\n`, rival: 1 });
    await ready(page);
    const status = (await page.locator('.status').textContent()) ?? '';
    expect(status).toMatch(words);
    expect(status).not.toMatch(/Seat|Player \d/);
  });

  it('follows what is chosen, and keeps its height', async () => {
    const { page } = await open();
    await page.goto(server.url);
    await begin(page, 'stonehenge', /Play the computer/);
    await ready(page);
    const status = page.locator('.status');
    const height = (await status.boundingBox())?.height;
    await page.locator('.hand.active button:enabled').last().click();
    await expect.poll(() => status.textContent()).toMatch(/Choose a crossing for the druid/);
    expect((await status.boundingBox())?.height).toBe(height);
  });
});

describe('a newcomer', () => {
  it.each(['stonehenge', 'cathedral', 'logan', 'holes'])(
    '%s: reads at the table how one wins, and on a phone what to do without scrolling',
    async (game) => {
      const { page } = await open(PHONE);
      await sit(page, server, { game, rival: 1 });
      await ready(page);
      const [prompt, board] = [
        await page.locator('.now').boundingBox(),
        await page.locator('section.board').boundingBox(),
      ];
      expect(await page.locator('.now').textContent()).toMatch(/\w+/);
      expect((prompt?.y ?? 0) + (prompt?.height ?? 0)).toBeLessThanOrEqual((board?.y ?? 0) + 1);
      await page.getByRole('button', { name: 'Open the log' }).click();
      await page
        .getByRole('list', { name: 'Log' })
        .getByText(/^To win, /)
        .waitFor();
      await page.context().close();
    },
  );
});

describe('the commentary', () => {
  it('says in a line what happened, and opens as a log', async () => {
    const { page } = await open();
    await sit(page, server, { game: 'stonehenge', rival: 1 });
    await ready(page);
    const { ply } = await state(page);
    await page.locator('.hand.active button:enabled').last().click();
    await page.locator('.cell.open').first().click();
    await played(page, ply + 1);
    await expect
      .poll(() => page.locator('[data-story]').textContent())
      .toMatch(/^The computer places/);
    await page.getByRole('button', { name: 'Open the log' }).click();
    const log = page.getByRole('list', { name: 'Log' });
    await log.getByText(/^You place/).waitFor();
    await log.getByText(/^The computer places/).waitFor();
    await log.getByText('You ·').waitFor();
  });

  it('shows where a wall of Cathedral is open at a corner', async () => {
    const { page } = await open();
    const from = '[Game "cathedral"]\n\nPP0@d3 TA0@j10 TA0@a1 TA0@j9\n';
    await sit(page, server, { game: 'cathedral', from });
    await ready(page);
    const { ply } = await state(page);
    await page.locator('.tray.active [data-piece="TA"]').click();
    await page.locator('[data-square="b2"]').click({ force: true });
    await played(page, ply);
    await page.locator('[data-gap]').waitFor();
    await expect
      .poll(() => page.locator('[data-story]').textContent())
      .toMatch(/touch only at a corner/);
  });

  it('is complete after a reload, for players and for spectators, and shows nobody what is hidden', async () => {
    const { page } = await open();
    await sit(page, server, { game: 'stonehenge', options: { druids: 'hidden' }, rival: 1 });
    await ready(page);
    await page.locator('.hand.active button:enabled').last().click();
    // No line through it is full after two druids, so nothing is turned up.
    await page.locator('[data-cell="G"]').click();
    await played(page, 1);
    await ready(page);
    await page.reload();
    await ready(page);
    const line = page.locator('[data-story]');
    await expect.poll(() => line.textContent()).toMatch(/^The computer places/);
    await page.getByRole('button', { name: 'Open the log' }).click();
    const log = page.getByRole('list', { name: 'Log' });
    await expect.poll(() => log.getByText(/^You place/).count()).toBe(1);
    expect(await log.getByText(/^The computer places/).count()).toBe(1);

    const watcher = await open();
    await watcher.page.goto(page.url());
    await watcher.page.getByText('You are watching this game.').waitFor();
    await watcher.page.getByRole('button', { name: 'Open the log' }).click();
    const theirs = watcher.page.getByRole('list', { name: 'Log' });
    await expect.poll(() => theirs.getByText(/^Ada places/).count()).toBe(1);
    // The druids lie face down: spectators read no values, but the players who placed them do.
    const values = (text: string): number => [...text.matchAll(/places? (a )?(druid )?\d/g)].length;
    expect(values(await theirs.innerText())).toBe(0);
    expect(values(await log.innerText())).toBe(1);
    await page.context().close();
    await watcher.page.context().close();
  });

  it('says that a position was chosen, where it was', async () => {
    const { page } = await open();
    await sit(page, server, { game: 'stonehenge', from: '[Game "stonehenge"]\n\nA6 D6\n' });
    const told = page.locator('[data-given]');
    expect(await told.textContent()).toMatch(/began from a deal or a position that was chosen/);
    await page.getByRole('button', { name: 'Open the log' }).click();
    // What was chosen is told too, although nobody was connected when it happened.
    await page
      .getByRole('list', { name: 'Log' })
      .getByText(/^Ada places/)
      .waitFor();
    await sit(page, server, { game: 'stonehenge' });
    expect(await told.count()).toBe(0);
    await page.context().close();
  });
});

describe('the engine', () => {
  it('gives a hint as a sentence with a whole ghost', async () => {
    const { page } = await open();
    await sit(page, server, { game: 'logan', from: middle('logan'), rival: 1 });
    await ready(page);
    await page.getByRole('button', { name: 'Hint' }).click();
    const hint = page.locator('[data-hint]');
    await expect
      .poll(() => hint.textContent(), { timeout: 20_000 })
      .toMatch(/ is best: | wins by force\.| loses against best play/);
    expect(await hint.getAttribute('title')).toMatch(/^[+^_~]/);
  });

  it.each([
    ['sun', 'Stand it here', /^b\d+@/],
    ['cathedral', 'Place', /^PP\d@/],
  ])('advises in %s what the button then plays', async (game, button, notation) => {
    const { page } = await open({ ...PHONE, ...coarse(game) });
    await sit(page, server, { game, rival: 1 });
    await ready(page);
    await page.getByRole('button', { name: 'Hint' }).tap();
    await page.getByRole('button', { name: 'Close', exact: true }).waitFor();
    const advised = (await page.locator('[data-hint]').getAttribute('title')) ?? '';
    expect(advised).toMatch(notation);
    const { ply } = await state(page);
    await page.getByRole('button', { name: button, exact: true }).tap();
    await played(page, ply);
    expect((await recordOf(page)).split(/\s+/)).toContain(advised);
    await page.context().close();
  });

  it('says when an action wins at once', async () => {
    const { page } = await open();
    const [from = ''] = ALMOST_OVER['stonehenge'] ?? [];
    await sit(page, server, { game: 'stonehenge', from: `[Game "stonehenge"]\n\n${from}\n` });
    await ready(page);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page
      .locator('[data-hint]')
      .getByText(/^\d on [A-R] wins at once\.$/)
      .waitFor();
    await page.context().close();
  });

  it('answers the offer of a draw with its reason', async () => {
    const { page } = await open();
    await sit(page, server, { game: 'stonehenge', rival: 1 });
    await ready(page);
    await offerDraw(page);
    await expect
      .poll(() => page.locator('[data-story]').textContent(), { timeout: 30_000 })
      .toMatch(/declines the draw\. It /);
  });
});

/** Whether all of something is on the screen, with nothing before it. */
function inSight(place: Locator): Promise<boolean> {
  return place.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const within = x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight;
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return within && hit !== null && element.contains(hit);
  });
}

describe('on a phone, what has to be seen at once is on the screen', () => {
  it('when an action is refused, and the board does not move', async () => {
    const { page } = await open(PHONE);
    await sit(page, server, { game: 'stonehenge', from: middle('stonehenge') });
    await ready(page);
    await press(page.locator('.hand.active button:enabled').first());
    const before = await page.locator('svg.board').boundingBox();
    // What cannot be played is still heard when it is tapped.
    await page.locator('.cell.taken').first().tap({ force: true });
    const rule = page.getByRole('button', { name: 'Rule K2' });
    await rule.waitFor();
    expect(await inSight(rule)).toBe(true);
    expect(await page.locator('svg.board').boundingBox()).toEqual(before);
    await page.context().close();
  });

  it('when a draw is offered, wherever one has scrolled', async () => {
    const ada = await open();
    const bo = await open(PHONE);
    await ada.page.goto(server.url);
    await begin(ada.page, 'stonehenge', /Invite a friend/);
    await bo.page.goto(await ada.page.getByLabel('Link of the invitation').inputValue());
    await ada.page.locator('main[data-status="playing"]').waitFor();
    await offerDraw(ada.page);
    const decline = bo.page.getByRole('button', { name: 'Decline', exact: true });
    await decline.waitFor();
    expect(await inSight(decline)).toBe(true);
    await bo.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    expect(await inSight(decline)).toBe(true);
    await press(decline);
    await decline.waitFor({ state: 'detached' });
    await ada.page.context().close();
    await bo.page.context().close();
  });
});

describe('an offer between people', () => {
  it('is seen, and a declined one says so', async () => {
    const ada = await open();
    const bo = await open();
    await ada.page.goto(server.url);
    await begin(ada.page, 'stonehenge', /Invite a friend/);
    await bo.page.goto(await ada.page.getByLabel('Link of the invitation').inputValue());
    await ada.page.locator('main[data-status="playing"]').waitFor();
    await offerDraw(ada.page);
    await bo.page
      .getByText(/offers a draw/)
      .first()
      .waitFor();
    await bo.page.getByRole('button', { name: 'Decline' }).click();
    await expect
      .poll(() => ada.page.locator('[data-story]').textContent())
      .toMatch(/declines the draw/);
    await offerDraw(bo.page);
    await ada.page.getByRole('button', { name: 'Accept' }).click();
    await bo.page.locator('main[data-status="over"]').waitFor();

    // Another game is offered, declined, offered by the other one, and played.
    await ada.page.getByRole('button', { name: 'Play again' }).click();
    const card = bo.page.locator('[data-end]');
    await card.getByText(/would like to play again/).waitFor();
    await card.getByRole('button', { name: 'Decline' }).click();
    await ada.page.locator('[data-end] [data-declined]').waitFor();
    expect(await ada.page.locator('[data-declined]').textContent()).toMatch(
      /declines another game/,
    );
    await bo.page.getByRole('button', { name: 'Play again' }).click();
    await ada.page.getByRole('button', { name: 'Play again' }).click();
    await bo.page.locator('main[data-status="playing"]').waitFor();
  });
});

/** A message on a table's socket, as far as this test needs it. */
interface Frame {
  kind: string;
  id?: number;
  number?: number;
  table?: { engine_failed: number | null };
}

/**
 * Simulates an engine failure in a page: a correct program cannot be made to fail, so the message
 * is injected into the table's socket, which also records the page's requests.
 */
async function failEngine(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.routeWebSocket(/\/socket$/, (socket) => {
    const server = socket.connectToServer();
    let welcome: Frame | null = null;
    server.onMessage((text) => {
      const frame = JSON.parse(String(text)) as Frame;
      if (frame.kind === 'welcome' && frame.table) {
        frame.table.engine_failed = 2;
        welcome = frame;
      }
      socket.send(JSON.stringify(frame));
    });
    socket.onMessage((text) => {
      const frame = JSON.parse(String(text)) as Frame;
      if (!['retry_engine', 'end_unplayed'].includes(frame.kind)) return server.send(text);
      asked.push(frame.kind);
      const number = (welcome?.number ?? 0) + asked.length;
      socket.send(JSON.stringify({ kind: 'accepted', id: frame.id, number }));
      const table = { ...welcome?.table, engine_failed: null };
      const what = { kind: 'engine_retried', seat: 1 };
      socket.send(JSON.stringify({ kind: 'happened', number, at: 0, what, table, position: null }));
    });
  });
  return asked;
}

describe('an engine that has failed', () => {
  it('is told of, and whoever sits there decides how it goes on', async () => {
    const { page } = await open();
    const asked = await failEngine(page);
    await sit(page, server, { game: 'stonehenge', rival: 1 });
    const notice = page.getByRole('alert').filter({ hasText: 'The computer has failed.' });
    await notice.waitFor();
    await notice.getByRole('button', { name: 'End the game as not played' }).waitFor();
    await notice.getByRole('button', { name: 'Let it try again' }).click();
    await notice.waitFor({ state: 'detached' });
    expect(asked).toEqual(['retry_engine']);
    await page.reload();
    await notice.getByRole('button', { name: 'End the game as not played' }).click();
    await notice.waitFor({ state: 'detached' });
    expect(asked).toEqual(['retry_engine', 'end_unplayed']);
    await page.context().close();
  });

  it('is told of to those who watch, without a choice', async () => {
    const ada = await open();
    await sit(ada.page, server, { game: 'stonehenge', rival: 1 });
    const { page } = await open();
    await failEngine(page);
    await page.goto(ada.page.url());
    const notice = page.getByRole('alert').filter({ hasText: 'The computer has failed.' });
    await notice.waitFor();
    expect(await notice.getByRole('button').count()).toBe(0);
    await page.context().close();
    await ada.page.context().close();
  });
});
