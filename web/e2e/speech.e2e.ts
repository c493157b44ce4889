import { describe, expect, it } from 'vitest';
import { accessible, begin, fits, PHONE, stage } from './harness';

const { server, open } = stage();

describe('two people', () => {
  it('say something, each read in the other’s language, and one mutes the other', async () => {
    const ada = await open();
    await ada.page.goto(server.url);
    await begin(ada.page, 'stonehenge', /Invite a friend/);
    const link = await ada.page.getByLabel('Link of the invitation').inputValue();
    const bo = await open({ ...PHONE, locale: 'ja' });
    await bo.page.goto(link);
    await ada.page.locator('main[data-status="playing"]').waitFor();

    await ada.page.getByRole('button', { name: 'Say something' }).click();
    await accessible(ada.page);
    await ada.page.getByRole('button', { name: 'Good luck!' }).click();
    await bo.page.locator('[data-heard]').getByText('よろしくお願いします').waitFor();
    await ada.page.locator('[data-heard]').getByText('Good luck!').waitFor();

    await bo.page.getByRole('button', { name: 'ひとこと言う' }).click();
    await fits(bo.page);
    await bo.page.getByRole('button', { name: '拍手' }).click();
    await ada.page.locator('[data-heard]').getByText('applauds').waitFor();

    await ada.page.getByRole('button', { name: 'Say something' }).click();
    await ada.page.getByLabel('Mute the others').check();
    await bo.page.getByRole('button', { name: 'ひとこと言う' }).click();
    await bo.page.getByRole('button', { name: 'ありがとうございます' }).click();
    await bo.page.locator('[data-heard]').getByText('ありがとうございます').waitFor();
    // What Ada says herself is shown after what Bo said could have been.
    await ada.page.getByRole('button', { name: 'Goodbye!' }).click();
    await ada.page.locator('[data-heard]').getByText('Goodbye!').waitFor();
    expect(await ada.page.locator('[data-heard]').getByText('Thank you!').count()).toBe(0);
  });

  it('need no phrases against the computer', async () => {
    const { page } = await open();
    await page.goto(server.url);
    await begin(page, 'stonehenge', /Play the computer/);
    expect(await page.getByRole('button', { name: 'Say something' }).count()).toBe(0);
  });
});
