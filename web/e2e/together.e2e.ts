import { describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import {
  accessible,
  begin,
  fits,
  launchIn,
  Line,
  PHONE,
  played,
  ready,
  sit,
  stage,
  state,
  watch,
} from './harness';
import { press } from './finger';
import { playOn, playOne } from './players';

const { server, open } = stage();

/** Console messages of the browser itself when the server is gone, which cannot be avoided. */
const REFUSED = /WebSocket|ERR_CONNECTION|Failed to load resource/;

describe('two people', () => {
  it('meet over a link and play to the end', async () => {
    const ada = await open();
    const bo = await open();
    await ada.page.goto(server.url);
    await begin(ada.page, 'stonehenge', /Invite a friend/);
    const link = await ada.page.getByLabel('Link of the invitation').inputValue();
    await bo.page.goto(link);
    await ada.page.locator('main[data-status="playing"]').waitFor();
    await bo.page.waitForURL((address) => address.search === '');
    // They act in turn.
    let [acting, waiting] = [ada.page, bo.page];
    while ((await ready(acting)) === 'act') {
      await playOne(acting, 'stonehenge');
      [acting, waiting] = [waiting, acting];
    }
    await waiting.locator('main[data-status="over"]').waitFor();
    const said = [
      await ada.page.locator('.status').textContent(),
      await bo.page.locator('.status').textContent(),
    ];
    expect(said.filter((text) => text?.includes('won'))).toHaveLength(1);
    ada.quiet();
    bo.quiet();
  });

  it('look back at what was played before the page was opened, also where stones are hidden', async () => {
    const { page, quiet } = await open();
    await page.goto(server.url);
    await begin(page, 'logan', /Play the computer/);
    await ready(page);
    await playOne(page, 'logan');
    await ready(page);
    await page.reload();
    await ready(page);
    const { ply } = await state(page);
    for (const back of [1, 2]) {
      await page.getByRole('button', { name: 'One back' }).click();
      await page.locator(`main.table[data-ply="${ply - back}"]`).waitFor();
    }
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await page.locator(`main.table[data-ply="${ply}"]`).waitFor();
    quiet();
  });

  it('share one screen', async () => {
    const { page, quiet } = await open();
    await page.goto(server.url);
    await begin(page, 'stonehenge', /Share one screen/);
    expect(await playOn(page, 'stonehenge')).toBe('over');
    quiet();
  });
});

describe('at one screen', () => {
  it('the last action is taken back, whoever played it, and a draw is agreed on', async () => {
    const { page } = await open();
    await sit(page, server, { game: 'stonehenge' });
    const undo = page.getByRole('button', { name: 'Undo' });
    expect(await undo.isDisabled()).toBe(true);
    await ready(page);
    await playOne(page, 'stonehenge');
    await page.locator('main[data-turn="2"][data-acting="2"]').waitFor();
    await undo.click();
    await page.locator('main[data-turn="1"][data-ply="0"]').waitFor();
    expect(await undo.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Offer draw' }).click();
    const asked = page.getByRole('alertdialog', { name: 'Offer draw' });
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await asked.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Offer draw' }).click();
    await asked.getByRole('button', { name: 'Agree to a draw' }).click();
    await page.locator('main[data-status="over"]').waitFor();
    await page.locator('[data-end]').getByRole('heading', { name: /draw/i }).waitFor();
    await page.context().close();
  });

  it('nothing can be undone that was only dealt', async () => {
    const { page } = await open();
    await sit(page, server, { game: 'logan', rival: 1 });
    await ready(page);
    expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
    await page.context().close();
  });
});

describe('a table lasts', () => {
  it('over a reload, a second tab and a restart of the server', async () => {
    const { page, quiet } = await open();
    await page.goto(server.url);
    await begin(page, 'stonehenge', /Play the computer/);
    for (let k = 0; k < 2; k += 1) {
      await ready(page);
      await playOne(page, 'stonehenge');
    }
    await ready(page);
    const before = await state(page);
    await page.reload();
    await ready(page);
    expect(await state(page)).toEqual(before);

    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await ready(tab);
    expect(await state(tab)).toEqual(before);

    await server.down(true);
    await page.getByText(/Connection lost/).waitFor();
    await server.up();
    await page.locator('main[data-link="open"]').waitFor();
    await ready(page);
    expect(await state(page)).toEqual(before);
    await playOne(page, 'stonehenge');
    await ready(tab);
    await played(tab, before.ply);
    quiet(REFUSED);
  });

  it('over the end of the browser', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sarsen-browser-'));
    const before = await lasting(folder, async (page) => {
      await page.goto(server.url);
      await begin(page, 'stonehenge', /Play the computer/);
      await ready(page);
      await playOne(page, 'stonehenge');
      await ready(page);
      return state(page);
    });
    await lasting(folder, async (page) => {
      await page.goto(server.url);
      await page.locator('a[href^="/t/"]').first().click();
      await ready(page);
      expect(await state(page)).toEqual(before);
      await playOne(page, 'stonehenge');
    });
    rmSync(folder, { recursive: true, force: true });
  });

  it('with two tabs of one seat: whoever is first counts, and both see the same', async () => {
    const { page, quiet } = await open();
    const bo = await open();
    await page.goto(server.url);
    await begin(page, 'stonehenge', /Invite a friend/);
    await bo.page.goto(await page.getByLabel('Link of the invitation').inputValue());
    const tab = watch(await page.context().newPage(), server);
    await tab.page.goto(page.url());
    for (const one of [page, tab.page]) {
      await ready(one);
      // A background tab draws nothing, so nothing in it can be pointed at.
      await one.locator('.hand.active button:enabled').first().dispatchEvent('click');
    }
    await Promise.all([
      page.locator('[data-cell="A"]').dispatchEvent('click'),
      tab.page.locator('[data-cell="R"]').dispatchEvent('click'),
    ]);
    for (const one of [page, tab.page, bo.page]) {
      await played(one, 0);
      await one.locator('.cell.taken').first().waitFor();
      await one.locator('[data-pending]').waitFor({ state: 'detached' });
    }
    const boards = await Promise.all(
      [page, tab.page, bo.page].map((one) =>
        one
          .locator('.cell.taken')
          .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-cell'))),
      ),
    );
    expect(boards[0]).toHaveLength(1);
    expect(boards[1]).toEqual(boards[0]);
    expect(boards[2]).toEqual(boards[0]);
    quiet();
    tab.quiet();
    bo.quiet();
    await page.context().close();
    await bo.page.context().close();
  });

  it('over a line that falls silent, while the other one plays on', async () => {
    const line = await Line.to(server);
    const ada = await open({}, line);
    const bo = await open();
    await ada.page.goto(line.url);
    await begin(ada.page, 'stonehenge', /Invite a friend/);
    const link = await ada.page.getByLabel('Link of the invitation').inputValue();
    await bo.page.goto(link.replace(line.url, server.url));
    await ready(ada.page);
    await playOne(ada.page, 'stonehenge');
    await ready(bo.page);
    line.cut();
    await playOne(bo.page, 'stonehenge');
    await ada.page.getByText(/Connection lost/).waitFor();
    expect((await state(ada.page)).ply).toBe(1);
    line.mend();
    await ada.page.locator('main[data-link="open"]').waitFor();
    await played(ada.page, 1);
    await ready(ada.page);

    // An action that was sent while disconnected is kept, says that it waits, and is played once.
    line.cut();
    await ada.page.locator('.hand.active button:enabled').first().click();
    await ada.page.locator('.cell.open').first().click();
    await ada.page.getByText(/Your action is kept/).waitFor();
    await ada.page.locator('[data-pending]').first().waitFor();
    line.mend();
    await played(bo.page, 2);
    await played(ada.page, 2);
    expect((await state(bo.page)).ply).toBe(3);
    await ada.page.locator('[data-pending]').waitFor({ state: 'detached' });

    // One that was made without a connection can be withdrawn.
    await playOne(bo.page, 'stonehenge');
    await ready(ada.page);
    line.cut();
    await ada.page.getByText(/Connection lost/).waitFor();
    await ada.page.locator('.hand.active button:enabled').first().click();
    await ada.page.locator('.cell.open').first().click();
    await ada.page.getByRole('button', { name: 'Do not send it' }).click();
    await ada.page.locator('[data-pending]').waitFor({ state: 'detached' });

    // One that no longer fits is dropped with a message.
    await ada.page.locator('.hand.active button:enabled').first().click();
    await ada.page.locator('.cell.open').first().click();
    await ada.page.getByText(/Your action is kept/).waitFor();
    await bo.page.getByRole('button', { name: 'Resign' }).click();
    await bo.page.getByRole('alertdialog').getByRole('button', { name: 'Resign' }).click();
    await bo.page.locator('main[data-status="over"]').waitFor();
    line.mend();
    await ada.page
      .locator('.notice')
      .getByText(/your action was not played/)
      .waitFor();
    expect((await state(ada.page)).ply).toBe(4);
    ada.quiet(REFUSED);
    bo.quiet();
    await ada.page.context().close();
    await bo.page.context().close();
    line.close();
  });
});

/** Does something in a browser with a persistent profile, and closes that browser. */
async function lasting<T>(folder: string, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await launchIn(folder);
  const { page, quiet } = watch(context.pages()[0] ?? (await context.newPage()), server);
  const found = await work(page);
  quiet();
  await context.close();
  return found;
}

describe('everybody', () => {
  it('plays on a phone with a finger', async () => {
    const { page, quiet } = await open(PHONE);
    await page.goto(server.url);
    await fits(page);
    const play = page
      .locator('.card')
      .first()
      .getByRole('button', { name: /Play the computer/ });
    await press(play);
    await page.waitForURL('**/t/*');
    for (let k = 0; k < 3; k += 1) {
      await ready(page);
      await fits(page);
      const { ply } = await state(page);
      await press(page.locator('.hand.active button:enabled').first());
      await press(page.locator('.cell.open').first());
      await played(page, ply);
    }
    await ready(page);
    quiet();
  });

  it.each([
    ['en', 'Games of standing stones', 'Play the computer'],
    ['fr', 'Jeux de pierres dressées', 'Jouer contre l’ordinateur'],
    ['ja', '立石をめぐるゲーム', 'コンピューターと対戦'],
  ])('is greeted in %s', async (locale, title, play) => {
    const { page, quiet } = await open({ locale });
    await page.goto(server.url);
    await page.getByRole('heading', { name: title }).waitFor();
    await page.locator(`html[lang="${locale}"]`).waitFor();
    await accessible(page);
    await page.locator('.card').first().getByRole('button', { name: play }).click();
    await ready(page);
    await accessible(page);
    quiet();
  });

  it('hears which rule an impossible action breaks, and reads it', async () => {
    const { page, quiet } = await open();
    await page.goto(server.url);
    await begin(page, 'stonehenge', /Share one screen/);
    await ready(page);
    await playOne(page, 'stonehenge');
    await ready(page);
    await page.locator('.hand.active button:enabled').first().click();
    await page.locator('.cell.taken').first().click({ force: true });
    await page.getByRole('button', { name: 'Rule K2' }).click();
    await page.locator('dialog .wanted').waitFor();
    expect(await page.locator('dialog .wanted').textContent()).toContain('K2');
    await accessible(page);
    quiet();
  });
});
