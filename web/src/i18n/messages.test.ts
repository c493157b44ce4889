import { describe, expect, it } from 'vitest';
import { fill, messages } from '.';
import { LANGS, preferredLang, readStored } from '../state/settings.svelte';

/** Words that are rightly the same in English and another language: proper names and international words. */
const SHARED = new Set([
  'game.stonehenge',
  'game.cathedral',
  'game.logan',
  'score.logan',
  'hint.nodes',
  'logan.cell_stone',
]);

const places = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''))].sort();

describe.each(LANGS)('the messages in %s', (lang) => {
  it('are complete and have no others', () => {
    expect(Object.keys(messages[lang]).sort()).toEqual(Object.keys(messages.en).sort());
  });

  it.each(Object.entries(messages.en))('%s', (key, english) => {
    const text = messages[lang][key as keyof typeof messages.en];
    expect(text.trim()).not.toBe('');
    expect(places(text)).toEqual(places(english));
    if (lang !== 'en' && !SHARED.has(key)) expect(text).not.toBe(english);
    if (lang === 'ja' && !SHARED.has(key) && /\p{L}/u.test(english.replace(/\{\w+\}/g, ''))) {
      expect(text).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
    }
  });
});

describe('fill', () => {
  it('puts values into their places', () => {
    expect(fill('en', '{a} and {b}', { a: 1, b: 'two' })).toBe('1 and two');
  });

  it('counts as each language does', () => {
    const message = '{count} stone|{count} stones';
    expect(fill('en', message, { count: 1 })).toBe('1 stone');
    expect(fill('en', message, { count: 0 })).toBe('0 stones');
    expect(fill('fr', message, { count: 0 })).toBe('0 stone');
    expect(fill('fr', message, { count: 2 })).toBe('2 stones');
  });
});

describe('the settings', () => {
  it('take the first language of the browser that Sarsen speaks', () => {
    expect(preferredLang(['de-CH', 'fr-CH', 'en'])).toBe('fr');
    expect(preferredLang(['ja'])).toBe('ja');
    expect(preferredLang(['de'])).toBe('en');
  });

  it('survive anything that the storage holds', () => {
    for (const text of [null, '', '{', '7', 'null', '{"lang":"xx","theme":1,"level":"9"}']) {
      expect(readStored(text, ['fr'])).toMatchObject({ lang: 'fr', theme: 'auto', level: 2 });
    }
    expect(readStored('{"lang":"ja","sound":false}', ['fr'])).toMatchObject({
      lang: 'ja',
      sound: false,
    });
  });
});
