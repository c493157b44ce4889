import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accessible, DESKTOP, PHONE, stage } from './harness';

const { server, open } = stage();

const RECORD =
  '[Game "stonehenge"]\n[Seat1 "Ada"]\n[Seat2 "sarsen:4"]\n\nA6 M1 (P5 {sharper} O5 (J4)) P5 O5 J4 C3\n';

const at = (record: string): string => `/study#${new URLSearchParams({ record }).toString()}`;

describe('variations of a study', () => {
  it('are made by playing another action, kept beside the game, promoted, removed and undone', async () => {
    const { page, quiet } = await open(DESKTOP);
    await page.goto(server.url + at(RECORD));
    await page.locator('main[data-ply="6"]').waitFor();
    // The names of the record stand above the actions.
    await page.locator('.names').getByText('Ada').waitFor();
    await page.locator('.names').getByText('Computer, level 4').waitFor();
    expect(await page.locator('.steps .variation').count()).toBe(2);
    expect(await page.locator('.steps').textContent()).toContain('sharper');
    const actions = page.locator('.steps [data-node]');
    expect(await actions.count()).toBe(9);

    // Arrows step through the game as long as nothing else uses them.
    await page.keyboard.press('ArrowLeft');
    await page.locator('main[data-ply="5"]').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.locator('main[data-ply="6"]').waitFor();

    // Another action in the middle of the game: nothing of the game is lost.
    await page.getByRole('button', { name: 'To the beginning' }).click();
    await page.locator('main[data-ply="0"]').waitFor();
    await page.getByText(/Legal actions/).click();
    await page.getByRole('button', { name: 'B2', exact: true }).click();
    await page.locator('main[data-ply="1"]').waitFor();
    await expect.poll(() => actions.count()).toBe(10);
    expect(await page.locator('.steps .variation').count()).toBe(3);

    // Marked and commented.
    await page.getByRole('button', { name: 'Very good' }).click();
    await page.getByLabel(/^Comment on/).fill('the corner can wait');
    await page.getByLabel(/^Comment on/).blur();
    await page.locator('.steps .comment', { hasText: 'the corner can wait' }).waitFor();
    await page.locator('.steps .m3').waitFor();

    // Promoted: what was played becomes the variation.
    await page.getByRole('button', { name: 'Make this the main line' }).click();
    await expect.poll(() => page.locator('.steps .block').first().textContent()).toContain('!!');
    await page.getByRole('button', { name: 'Remove from here on' }).click();
    await page.locator('main[data-ply="0"]').waitFor();
    await expect.poll(() => actions.count()).toBe(9);
    const undo = page.getByRole('button', { name: 'Undo the last change' });
    for (let k = 0; k < 2; k += 1) await undo.click();
    await page.locator('.steps .variation .comment', { hasText: 'the corner' }).waitFor();
    await expect.poll(() => actions.count()).toBe(10);
    await accessible(page);

    // The record that is downloaded has it all, and opens again.
    const loading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the record' }).click();
    const text = readFileSync(await (await loading).path(), 'utf8');
    expect(text).toContain(
      'A6 (B2 $3 {the corner can wait}) M1 (P5 {sharper} O5 (J4)) P5 O5 J4 C3',
    );
    expect(text).toContain('[Seat2 "sarsen:4"]');
    await page.goto(`${server.url}/study`);
    await page.getByLabel('Paste a record').fill(text);
    await page.getByRole('button', { name: 'Study it' }).click();
    await expect.poll(() => actions.count()).toBe(10);
    quiet();
    await page.context().close();
  });

  it('are saved on the server, read by others, and changed with the key only', async () => {
    const { page, quiet } = await open(DESKTOP);
    await page.goto(server.url + at(RECORD));
    await page.getByRole('button', { name: 'Save this study' }).click();
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
    expect(page.url()).toMatch(/\/studies\/[\w-]{12}$/);
    const readers = await page.getByRole('textbox', { name: 'Link for readers' }).inputValue();
    const editors = await page.getByRole('textbox', { name: /^Link for editing/ }).inputValue();
    expect(editors.startsWith(`${readers}#key=`)).toBe(true);
    // A change is saved by itself.
    const saved = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.ok(),
    );
    await page.getByRole('button', { name: 'Good', exact: true }).click();
    await saved;

    const friend = await open(PHONE);
    await friend.page.goto(readers);
    await friend.page.locator('.steps .m1').waitFor();
    await friend.page.getByText('You are reading a saved study.').waitFor();
    expect(await friend.page.getByRole('textbox', { name: /^Link for editing/ }).count()).toBe(0);
    await accessible(friend.page);
    // What a reader changes stays with the reader.
    await friend.page.getByRole('button', { name: 'Blunder' }).click();
    await friend.page.locator('.steps .m4').waitFor();
    await friend.page.reload();
    await friend.page.locator('.steps .m1').waitFor();
    expect(await friend.page.locator('.steps .m4').count()).toBe(0);

    // The owner on another device, by the link for editing; the key does not stay in the address.
    await friend.page.goto(editors);
    await friend.page.getByRole('textbox', { name: /^Link for editing/ }).waitFor();
    expect(friend.page.url()).toBe(readers);
    await friend.page.goto(`${server.url}/study`);
    await friend.page.getByRole('heading', { name: 'Saved studies' }).waitFor();
    await page.getByRole('button', { name: 'Delete from the server' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('button', { name: 'Save this study' }).waitFor();
    await friend.page.goto(readers);
    await friend.page.getByRole('alert').waitFor();
    quiet();
    friend.quiet(/404/);
    await page.context().close();
    await friend.page.context().close();
  });

  it('judging says what was better and what it cost, and is stopped and resumed', async () => {
    const { page, quiet } = await open(DESKTOP);
    // Without a delay of the answers it could be done before it is stopped.
    await page.routeWebSocket(/study\/socket/, (client) => {
      const answers = client.connectToServer();
      answers.onMessage((message) => {
        setTimeout(() => client.send(message), 200);
      });
    });
    // The last druid gives away a line that could have been held.
    const record =
      '[Game "stonehenge"]\n[Seat1 "Ada"]\n[Seat2 "Bo"]\n\nO4 M5 B5 N1 D3 J4 R6 H6 A3 E1 Q1 G2 F1\n';
    await page.goto(server.url + at(record));
    await page.getByRole('button', { name: 'Judge the whole game' }).click();
    await page.getByText(/^Judged: \d+%$/).waitFor();
    await expect
      .poll(async () => Number(await page.locator('[data-progress]').getAttribute('data-progress')))
      .toBeGreaterThan(0.1);
    await page.getByRole('button', { name: 'Stop' }).click();
    const resume = page.getByRole('button', { name: /Go on judging \(\d+% done\)/ });
    await resume.click();
    await page.locator('[data-judged="1.00"]').waitFor({ timeout: 60_000 });
    const mistakes = page.getByRole('region', { name: 'Mistakes' });
    await mistakes
      .getByText(/^cost \d+%( \(proven\))?$/)
      .first()
      .waitFor();
    expect(await mistakes.textContent()).toMatch(/(Ada|Bo) · .*Better: /s);
    // What was better is shown on the board as a variation, and the game stays.
    await mistakes
      .getByRole('button', { name: /^Show .* as a variation$/ })
      .first()
      .click();
    await page.locator('.steps .variation').waitFor();
    expect(await page.locator('.steps [data-node]').count()).toBe(14);
    await accessible(page);
    quiet();
    await page.context().close();
  });

  it('have a clear error with its place where a record is wrong', async () => {
    const { page, quiet } = await open(PHONE);
    await page.goto(`${server.url}/study`);
    await page.getByLabel('Paste a record').fill('[Game "stonehenge"]\n\nA6 M1 (A5)\n');
    await page.getByRole('button', { name: 'Study it' }).click();
    await page.getByRole('alert').getByText('line 3, column 8').waitFor();
    quiet(/400/);
    await page.context().close();
  });
});
