import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { Finger, press, reachable, small, type Point } from './finger';
import { coarse, fits, PHONE, played, ready, recordOf, sit, stage, state } from './harness';
import { GAMES } from './players';
import { MANY_PEGS, middle, WIDE_ISLAND } from './positions';

const { server, open } = stage();

const SCREENS = [
  { width: 390, height: 844 },
  { width: 360, height: 740 },
];

/** What every phone has to show: nothing beyond its edge, nothing too small to press. */
async function handy(page: Page, except = ''): Promise<void> {
  for (const size of SCREENS) {
    await page.setViewportSize(size);
    await fits(page);
    await reachable(page, except);
  }
}

/** A square of Cathedral is a tenth of a phone's width: the pad and dragging are used instead. */
const SQUARES = '[data-square]';

/** Takes something in hand, so that the board shows where it can go. */
const hands: Record<string, (page: Page) => Promise<void>> = {
  stonehenge: (page) => press(page.locator('.hand.active button:enabled').first()),
  cathedral: (page) => press(page.locator('.tray.active button:enabled').first()),
  logan: (page) => press(page.locator('.hand.active [data-stone]').first()),
};

describe('everything is wide enough for a finger', () => {
  it.each(GAMES)('at a table of %s', async (game) => {
    const { page, quiet } = await open({ ...PHONE, ...coarse(game) });
    await sit(page, server, { game, from: middle(game) });
    await ready(page);
    await hands[game]?.(page);
    await handy(page, SQUARES);
    await press(page.getByRole('button', { name: 'One back' }));
    await page.getByRole('button', { name: 'Back to the game' }).waitFor();
    await handy(page, SQUARES);
    await press(page.getByRole('button', { name: 'Rules' }));
    await page.locator('dialog figure button').first().waitFor();
    await handy(page);
    quiet();
    await page.context().close();
  });

  it.each(GAMES)('in the lesson and the study of %s', async (game) => {
    const { page, quiet } = await open({ ...PHONE, ...coarse(game) });
    await page.goto(`${server.url}/lesson/${game}`);
    await page.locator('section.board svg.board, section.board canvas').first().waitFor();
    await handy(page, SQUARES);
    const record = middle(game);
    await page.goto(`${server.url}/study#${new URLSearchParams({ record }).toString()}`);
    await page.locator('main[data-ply]').waitFor();
    await page.locator('section.board svg.board, section.board canvas').first().waitFor();
    if (game !== 'sun') await press(page.locator('aside summary').first());
    await handy(page, SQUARES);
    quiet();
    await page.context().close();
  });

  it('at home, where a table is chosen, and where a study begins', async () => {
    const { page, quiet } = await open(PHONE);
    await page.goto(server.url);
    await page.locator('.card button:enabled').first().waitFor();
    await handy(page);
    for (const game of GAMES) {
      const card = page.locator(`.card[data-game="${game}"]`);
      await press(card.getByRole('button', { name: /Level and options/ }));
      await press(page.locator('dialog[open] summary'));
      await handy(page);
      await press(page.getByRole('button', { name: 'Close' }));
    }
    await page.goto(`${server.url}/study`);
    await page.locator('form').waitFor();
    await handy(page);
    quiet();
    await page.context().close();
  });

  it('where something is shared, given up, and over', async () => {
    const { page, quiet } = await open(PHONE);
    await sit(page, server, { game: 'stonehenge', from: middle('stonehenge') });
    await press(page.getByRole('button', { name: 'Share' }));
    await page.locator('dialog[open]').waitFor();
    await handy(page);
    await page.keyboard.press('Escape');
    await press(page.getByRole('button', { name: 'Resign' }).first());
    await handy(page);
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Resign' }));
    await page.locator('main[data-status="over"]').waitFor();
    await handy(page);
    quiet();
    await page.context().close();
  });

  it('where lines are claimed by hand', async () => {
    const { page, quiet } = await open(PHONE);
    const from = '[Game "stonehenge"]\n[Option.claims "manual"]\n\nA6 end N6 end J5 end\n';
    await sit(page, server, { game: 'stonehenge', from });
    await ready(page);
    await page.locator('.mark').first().waitFor();
    await handy(page);
    quiet();
    await page.context().close();
  });

  it('on an island that is wider than a phone: it is wandered over', async () => {
    const { page, quiet } = await open(PHONE);
    await sit(page, server, { game: 'logan', from: WIDE_ISLAND });
    await ready(page);
    const shown = await boxOf(page, '.sea');
    const last = await boxOf(page, '[data-cell="7,1"] .hit');
    expect(last.x + last.width).toBeLessThan(shown.x + shown.width);
    await press(page.locator('.hand.active [data-stone]').first());
    await handy(page);
    // What is out of sight can be scrolled to.
    await page.locator('.sea').scrollIntoViewIfNeeded();
    const sea = await boxOf(page, '.sea');
    const hidden = page.locator('[data-cell="0,0"] .hit');
    const left = async (): Promise<number> => (await hidden.boundingBox())?.x ?? -Infinity;
    await page.locator('.strand').evaluate((strand) => strand.scrollTo(1000, 0));
    await expect.poll(left).toBeLessThan(sea.x);
    const finger = await Finger.on(page);
    // The strip below the island is for its buttons.
    const strand = await boxOf(page, '.strand');
    const y = strand.y + strand.height - 40;
    await finger.down({ x: sea.x + 40, y });
    await finger.slide({ x: sea.x + sea.width - 20, y });
    await finger.up();
    await expect.poll(left).toBeGreaterThan(sea.x);
    quiet();
    await page.context().close();
  });

  it('where pegs stand close together: each has a button besides', async () => {
    const { page, quiet } = await open(PHONE);
    await sit(page, server, { game: 'holes', from: MANY_PEGS });
    await ready(page);
    const movable = page.locator('[data-hole][aria-disabled="false"]');
    const names = await movable.evaluateAll((found) =>
      found.map((hole) => `Piece on hole ${hole.getAttribute('data-hole')?.split('-')[1] ?? ''}`),
    );
    const buttons = await page.locator('.words .button').allTextContents();
    expect(names.length).toBeGreaterThan(3);
    expect(buttons.map((text) => text.trim()).sort()).toEqual(names.sort());
    expect((await small(page, '[data-hole]')).length).toBe(0);
    const { ply } = await state(page);
    await press(page.locator('.words .button').first());
    await played(page, ply);
    quiet();
    await page.context().close();
  });
});

async function boxOf(
  page: Page,
  selector: string,
): Promise<Point & { width: number; height: number }> {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  return box;
}

/** The action of the ghost. */
function ghost(page: Page): Promise<string | null> {
  return page.locator('[data-ghost]').getAttribute('data-ghost');
}

/** The position of the ghost in the picture, in squares to the right of and below a1. */
async function corner(page: Page): Promise<[number, number]> {
  const edge = await boxOf(page, '[data-ghost] .edge');
  const { x, y, width } = await boxOf(page, '[data-square="a1"] .tile');
  return [Math.round((edge.x - x) / width), Math.round((edge.y - y) / width)];
}

describe('a monument of Cathedral by finger', () => {
  /** Takes a small monument in hand; returns the initial position of its ghost. */
  async function inHand(page: Page): Promise<[number, number]> {
    await sit(page, server, { game: 'cathedral', from: middle('cathedral') });
    await ready(page);
    await press(page.locator('.tray.active [data-piece="ST"]'));
    await page.getByRole('group', { name: 'Move the monument' }).waitFor();
    return corner(page);
  }

  it('is led with the pad, turned, and placed', async () => {
    const { page, quiet } = await open(PHONE);
    const pad = (name: string): Promise<void> =>
      press(page.getByRole('button', { name, exact: true }));
    const [column, row] = await inHand(page);
    await pad('One square to the left');
    await expect.poll(() => corner(page)).toEqual([column - 1, row]);
    await pad('One square up');
    await expect.poll(() => corner(page)).toEqual([column - 1, row - 1]);
    await pad('One square to the right');
    await pad('One square down');
    await expect.poll(() => corner(page)).toEqual([column, row]);
    const before = await ghost(page);
    await pad('Turn');
    await expect.poll(() => ghost(page)).not.toBe(before);
    await pad('Turn');
    const placed = (await ghost(page)) ?? '';
    const { ply } = await state(page);
    await pad('Place');
    await played(page, ply);
    expect((await recordOf(page)).trim().split(/\s+/)).toContain(placed);
    quiet();
    await page.context().close();
  });

  it('stays on the board, however far it is led', async () => {
    const { page, quiet } = await open(PHONE);
    await inHand(page);
    for (let k = 0; k < 12; k += 1)
      await press(page.getByRole('button', { name: 'One square up' }));
    const [column, row] = await corner(page);
    await press(page.getByRole('button', { name: 'One square down' }));
    await expect.poll(() => corner(page)).toEqual([column, row + 1]);
    quiet();
    await page.context().close();
  });

  it('follows a finger that drags beside it, and is placed', async () => {
    const { page, quiet } = await open(PHONE);
    const [column, row] = await inHand(page);
    const board = await boxOf(page, 'svg.board');
    const square = await boxOf(page, '[data-square="a1"] .tile');
    const finger = await Finger.on(page);
    // From the lower corner, far from the ghost: it moves with the finger, and the page does not
    // scroll.
    const from = { x: board.x + board.width - 60, y: board.y + board.height - 170 };
    const scrolled = await page.evaluate(() => scrollY);
    await finger.down(from);
    await finger.slide({ x: from.x - square.width * 2, y: from.y - square.height * 3 });
    await finger.up();
    await expect.poll(() => corner(page)).toEqual([column - 2, row - 3]);
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    await finger.down(from);
    await finger.slide({ x: from.x + square.width * 2, y: from.y + square.height });
    await finger.slide({ x: from.x + square.width * 2, y: from.y + square.height * 3 });
    await finger.up();
    await expect.poll(() => corner(page)).toEqual([column, row]);
    const placed = (await ghost(page)) ?? '';
    const { ply } = await state(page);
    await press(page.getByRole('button', { name: 'Place', exact: true }));
    await played(page, ply);
    expect((await recordOf(page)).trim().split(/\s+/)).toContain(placed);
    quiet();
    await page.context().close();
  });

  it('is taken from the tray with its ghost above the finger, turned with two, and placed with a second tap', async () => {
    const { page, quiet } = await open(PHONE);
    await inHand(page);
    const finger = await Finger.on(page);
    const piece = await boxOf(page, '.tray.active [data-piece="TA"]');
    const from = { x: piece.x + piece.width / 2, y: piece.y + piece.height / 2 };
    const to = await boxOf(page, '[data-square="e2"] .tile');
    await finger.down(from);
    await finger.slide({ x: to.x + to.width / 2, y: to.y + to.height / 2 + 64 }, 16);
    await finger.up();
    await expect.poll(() => ghost(page)).toBe('TA0@e2');
    await press(page.locator('.tray.active [data-piece="ST"]'));
    const before = await ghost(page);
    await finger.tapWithTwo({ x: to.x, y: to.y });
    await expect.poll(async () => (await ghost(page))?.slice(0, 3)).not.toBe(before?.slice(0, 3));
    const target = await boxOf(page, '.square.target .tile');
    const at = { x: target.x + target.width / 2, y: target.y + target.height / 2 };
    const { ply } = await state(page);
    // The first tap only previews where it would go.
    const shown = await ghost(page);
    await finger.tap(at);
    await expect.poll(() => ghost(page)).not.toBe(shown);
    expect((await state(page)).ply).toBe(ply);
    await finger.tap(at);
    await played(page, ply);
    quiet();
    await page.context().close();
  });
});
