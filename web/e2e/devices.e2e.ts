import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { accessible, begin, fits, PHONE, ready, stage } from './harness';
import { playOne } from './players';

const { server, open } = stage();

/** Opens the dialog and makes a link; the link. */
async function makeLink(page: Page): Promise<string> {
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Me on another device' }).click();
  await page.getByRole('button', { name: 'Show link and QR code' }).click();
  return page.getByRole('textbox', { name: 'Link for the other device' }).inputValue();
}

const keyOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('sarsen.key'));

describe('a player', () => {
  it('goes on with a game on another device, and stays on both', async () => {
    const desk = await open();
    await desk.page.goto(server.url);
    await begin(desk.page, 'stonehenge', /Play the computer/);
    await ready(desk.page);
    await playOne(desk.page, 'stonehenge');
    await ready(desk.page);
    const link = await makeLink(desk.page);
    expect(link.startsWith(`${server.url}/me#`)).toBe(true);
    await desk.page.getByRole('img', { name: 'QR code of the link' }).waitFor();
    await accessible(desk.page);

    const phone = await open(PHONE);
    await phone.page.goto(link);
    await accessible(phone.page);
    await fits(phone.page);
    await phone.page.getByRole('button', { name: 'Play as this player here' }).click();
    await phone.page.getByText('Your tables are here now').waitFor();
    expect(new URL(phone.page.url()).hash, 'the code is gone from the history').toBe('');
    expect(await keyOf(phone.page)).toBe(await keyOf(desk.page));
    await phone.page.getByRole('link', { name: 'To the home screen' }).first().click();
    await phone.page.locator('section a[href^="/t/"]').first().click();
    await ready(phone.page);
    await playOne(phone.page, 'stonehenge');

    await desk.page.getByText('The other device has your key now').waitFor();
    await desk.page.getByRole('button', { name: 'Stay on both devices' }).click();
    expect(await keyOf(desk.page)).not.toBe(null);

    // The same link a second time.
    const eve = await open();
    await eve.page.goto(link);
    await eve.page.getByRole('button', { name: 'Play as this player here' }).click();
    await eve.page.getByRole('alert').waitFor();
    expect(await keyOf(eve.page)).toBe(null);
    eve.quiet(/410|Failed to load resource/);
  });

  it('moves to another device, which had a player of its own and can go back', async () => {
    const old = await open();
    await old.page.goto(server.url);
    await begin(old.page, 'stonehenge', /Play the computer/);
    const moved = await keyOf(old.page);
    const young = await open();
    await young.page.goto(server.url);
    await begin(young.page, 'cathedral', /Play the computer/);
    const own = await keyOf(young.page);

    await young.page.goto(await makeLink(old.page));
    await young.page.getByText('So far this browser plays as Guest').waitFor();
    await young.page.getByRole('button', { name: 'Play as this player here' }).click();
    await young.page.getByText('Your tables are here now').waitFor();
    await old.page.getByRole('button', { name: 'Forget me on this device' }).click();
    await old.page.waitForFunction(() => localStorage.getItem('sarsen.key') === null);
    expect(await keyOf(young.page)).toBe(moved);

    await young.page.goto(server.url);
    await young.page.getByRole('button', { name: 'Me on another device' }).click();
    await young.page.getByRole('button', { name: 'Play as that player again' }).click();
    await young.page.waitForFunction((key) => localStorage.getItem('sarsen.key') === key, own);
  });

  it('gets a new key when a device is lost, and the old one opens nothing any more', async () => {
    const kept = await open();
    await kept.page.goto(server.url);
    await begin(kept.page, 'stonehenge', /Play the computer/);
    await ready(kept.page);
    const table = kept.page.url();
    const old = await keyOf(kept.page);
    const lost = await open(PHONE);
    await lost.page.goto(await makeLink(kept.page));
    await lost.page.getByRole('button', { name: 'Play as this player here' }).click();
    await lost.page.getByText('Your tables are here now').waitFor();
    await lost.page.goto(table);
    expect(await ready(lost.page)).toBe('act');

    await kept.page.goto(server.url);
    await kept.page.getByRole('button', { name: 'Me on another device' }).click();
    await kept.page.getByText('If you lose a device').click();
    await kept.page.getByRole('button', { name: 'Replace my key' }).click();
    await kept.page.getByText('Your key is new').waitFor();
    await accessible(kept.page);
    const key = await keyOf(kept.page);
    expect(key).not.toBe(old);
    // The page that was open on the lost device can only watch now.
    await lost.page.locator('main.table[data-acting=""]').waitFor();
    expect(await lost.page.locator('.hand.active button:enabled').count()).toBe(0);
    await lost.page.goto(server.url);
    await lost.page.locator('.card').first().waitFor();
    expect(await lost.page.locator('section a[href^="/t/"]').count()).toBe(0);
    // Why they are gone is said until it was read.
    const told = lost.page.locator('[data-lost-key]');
    await told.getByText('it was replaced on another device').waitFor();
    await accessible(lost.page);
    await told.getByRole('button').click();
    await lost.page.reload();
    await lost.page.locator('.card').first().waitFor();
    expect(await told.count()).toBe(0);

    await kept.page.goto(server.url);
    await kept.page.locator('section a[href^="/t/"]').first().click();
    await ready(kept.page);
    await playOne(kept.page, 'stonehenge');
    expect(await keyOf(kept.page)).toBe(key);
    lost.quiet(/401|Failed to load resource/);
  });

  it('ends a link by closing it, and reads what losing a device means, in every language', async () => {
    const { page } = await open({ locale: 'ja' });
    await page.goto(server.url);
    await page.getByRole('button', { name: '別の端末でも自分として遊ぶ' }).click();
    await page.getByText('端末をなくしたとき').click();
    await page.getByText('運営者でも元に戻せません').waitFor();
    await page.getByText('古い鍵はどこにあっても使えなくなる').waitFor();
    await page.getByRole('button', { name: 'リンクとQRコードを表示' }).click();
    const link = await page.getByRole('textbox', { name: '別の端末で開くリンク' }).inputValue();
    const withdrawn = page.waitForResponse(
      (answer) => answer.request().method() === 'DELETE' && answer.status() === 204,
    );
    await page.keyboard.press('Escape');
    await withdrawn;
    const other = await open({ locale: 'fr' });
    await other.page.goto(link);
    await other.page.getByRole('button', { name: 'Jouer ici sous cette identité' }).click();
    await other.page.getByText('Ce lien a déjà servi ou a expiré').waitFor();
    other.quiet(/410|Failed to load resource/);
  });
});
