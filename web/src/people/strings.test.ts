import { describe, expect, it } from 'vitest';
import { LANGS } from '../state/settings.svelte';
import { messages } from '../i18n';
import { strings } from './strings';
import { timeLeft } from './transfer';

const places = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''))].sort();

describe.each(Object.entries(strings))('%s', (key, phrase) => {
  it('is said in every language, with the same places', () => {
    for (const lang of LANGS) {
      expect(phrase[lang].trim()).not.toBe('');
      expect(places(phrase[lang])).toEqual(places(phrase.en));
      if (lang !== 'en') expect(phrase[lang]).not.toBe(phrase.en);
    }
    const hasWords = /\p{L}/u.test(phrase.en.replace(/\{\w+\}/g, ''));
    if (hasWords) expect(phrase.ja).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
    expect(key in messages.en, 'it would hide a message of the page').toBe(false);
  });
});

describe('the time that a link has left', () => {
  it('is rounded up, so that 0:00 is the end', () => {
    expect(timeLeft(300_000, 0)).toBe('5:00');
    expect(timeLeft(300_000, 1)).toBe('5:00');
    expect(timeLeft(61_500, 1_000)).toBe('1:01');
    expect(timeLeft(1, 0)).toBe('0:01');
    expect(timeLeft(0, 5)).toBe('0:00');
  });
});
