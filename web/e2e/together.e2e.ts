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
  stage,
  state,
  watch,
} from './harness';
import { press } from './finger';
import { playOn, playOne } from './players';

const { server, open } = stage();

/** What the console says when the server is gone cannot be avoided: the browser itself says it. */
const REFUSED = /WebSocket|ERR_CONNECTION|Failed to load resource/;

describe('two people', () => {
  it('meet over a link and play to the end', async () => {
    const ada = await open({ reducedMotion: 'reduce' });
    const bo = await open({ reducedMotion: 'reduce' });
    await ada.page.goto(server.url);
    await begin(ada.page, 'stonehenge', /Invite a friend/);
    const link = await ada.page.getByLabel('Link of the invitation').inputValue();
    await bo.page.goto(link);
    await ada.page.locator('main[data-status="playing"]').waitFor();
    await bo.page.waitForURL((address) => address.search === '');
    const over = async ({ page }: typeof ada): Promise<boolean> =>
      (await state(page)).status === 'over';
    while (!(await over(ada))) {
      if ((await state(ada.page)).acting !== null) await playOne(ada.page, 'stonehenge');
      else if ((await state(bo.page)).acting !== null) await playOne(bo.page, 'stonehenge');
      else await ada.page.waitForTimeout(20);
    }
    await bo.page.locator('main[data-status="over"]').waitFor();
    const said = [
      await ada.page.locator('.status').textContent(),
      await bo.page.locator('.status').textContent(),
    ];
    expect(said.filter((text) => text?.includes('won'))).toHaveLength(1);
    ada.quiet();
    bo.quiet();
  });

  it('look back at what was played before the page was opened, also where stones are hidden', async () => {
    const { page, quiet } = await open({ reducedMotion: 'reduce' });
    await page.goto(server.url);
    await begin(page, 'logan', /Play the engine/);
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
    const { page, quiet } = await open({ reducedMotion: 'reduce' });
    await page.goto(server.url);
    await begin(page, 'stonehenge', /Share one screen/);
    expect(await playOn(page, 'stonehenge')).toBe('over');
    quiet();
  });
});

describe('a table lasts', () => {
  it('over a reload, a second tab and a restart of the server', async () => {
    const { page, quiet } = await open({ reducedMotion: 'reduce' });
    await page.goto(server.url);
    await begin(page, 'stonehenge', /Play the engine/);
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
    await page.getByText(/Connection lost/).waitFor({ timeout: 2_500 });
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
      await begin(page, 'stonehenge', /Play the engine/);
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
    const { page, quiet } = await open({ reducedMotion: 'reduce' });
    const bo = await open({ reducedMotion: 'reduce' });
    await page.goto(server.url);
    await begin(page, 'stonehenge', /Invite a friend/);
    await bo.page.goto(await page.getByLabel('Link of the invitation').inputValue());
    const tab = watch(await page.context().newPage(), server);
    await tab.page.goto(page.url());
    for (const one of [page, tab.page]) {
      await ready(one);
      // A tab in the background draws nothing, so nothing in it can be pointed at.
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

  // A page that stood still itself counts the silence anew: on a busy machine it may be late once.
  it('over a line that falls silent, while the other one plays on', { retry: 2 }, async () => {
    const line = await Line.to(server);
    const ada = await open({ reducedMotion: 'reduce' }, line);
    const bo = await open({ reducedMotion: 'reduce' });
    await ada.page.goto(line.url);
    await begin(ada.page, 'stonehenge', /Invite a friend/);
    const link = await ada.page.getByLabel('Link of the invitation').inputValue();
    await bo.page.goto(link.replace(line.url, server.url));
    await ready(ada.page);
    await playOne(ada.page, 'stonehenge');
    await ready(bo.page);
    line.cut();
    await playOne(bo.page, 'stonehenge');
    await ada.page.getByText(/Connection lost/).waitFor({ timeout: 4_000 });
    expect((await state(ada.page)).ply).toBe(1);
    line.mend();
    await ada.page.locator('main[data-link="open"]').waitFor();
    await played(ada.page, 1);
    await ready(ada.page);

    // An action that was sent into the silence was never played, and is not shown as if it had been.
    line.cut();
    await ada.page.locator('.hand.active button:enabled').first().click();
    await ada.page.locator('.cell.open').first().click();
    await ada.page.getByText(/Connection lost/).waitFor({ timeout: 4_000 });
    await ada.page.locator('[data-pending]').waitFor({ state: 'detached' });
    line.mend();
    await ada.page.locator('main[data-link="open"]').waitFor();
    await ready(ada.page);
    expect((await state(ada.page)).ply).toBe(2);
    await playOne(ada.page, 'stonehenge');
    await played(bo.page, 2);
    ada.quiet(REFUSED);
    bo.quiet();
    await ada.page.context().close();
    await bo.page.context().close();
    line.close();
  });
});

/** Does something in a browser that keeps what it knows in a folder, and ends that browser. */
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
    const { page, quiet } = await open({ ...PHONE, reducedMotion: 'reduce' });
    await page.goto(server.url);
    await fits(page);
    const play = page
      .locator('.card')
      .first()
      .getByRole('button', { name: /Play the engine/ });
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
    ['en', 'Five games of standing stones', 'Play the engine'],
    ['fr', 'Cinq jeux de pierres dressées', 'Jouer contre la machine'],
    ['ja', '立石をめぐる五つのゲーム', 'エンジンと対戦'],
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
    const { page, quiet } = await open({ reducedMotion: 'reduce' });
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
