import { describe, expect, it } from 'vitest';
import { fill, locale, messages, typeset, type Phrase } from '.';
import { LANGS, preferredLang, readStored, type Lang } from '../state/settings.svelte';

/** Words that are rightly the same in English and another language: proper names and international words. */
const SHARED = new Set([
  'logan.cell_stone',
  'hint.nodes',
  'variant.plain',
  'new.second',
  'lesson.progress',
  'status.prompt_of',
  'new.match',
  'match.title',
  'match.total',
]);

/** Each game's own messages, by the path of their file. */
const STRINGS = import.meta.glob<Record<string, Phrase>>('../games/*/strings.ts', {
  eager: true,
  import: 'strings',
});

const places = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)(?::[^}]*)?\}/g)].map((match) => match[1] ?? ''))].sort();

/** A text in another language has the same places, and is a translation. */
function translates(key: string, lang: Lang, text: string, english: string): void {
  expect(text.trim()).not.toBe('');
  expect(places(text)).toEqual(places(english));
  if (lang === 'en' || SHARED.has(key)) return;
  expect(text).not.toBe(english);
  if (lang === 'ja' && /\p{L}/u.test(english.replace(/\{\w+(:[^}]*)?\}/g, ''))) {
    expect(text).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
  }
}

describe.each(LANGS)('the messages in %s', (lang) => {
  it('are complete and have no others', () => {
    expect(Object.keys(messages[lang]).sort()).toEqual(Object.keys(messages.en).sort());
  });

  it.each(Object.entries(messages.en))('%s', (key, english) => {
    translates(key, lang, messages[lang][key as keyof typeof messages.en], english);
  });
});

describe.each(Object.entries(STRINGS))('%s', (folder, strings) => {
  const game = folder.split('/').at(-2) ?? '';

  it.each(Object.entries(strings))('%s', (key, phrase) => {
    for (const lang of LANGS) translates(`${game}.${key}`, lang, phrase[lang], phrase.en);
  });

  it('repeats no message of the page, which it would hide', () => {
    expect(Object.keys(strings).filter((key) => key in messages.en)).toEqual([]);
  });
});

describe('fill', () => {
  it('puts values into their places', () => {
    expect(fill('en', '{a} and {b}', { a: 1, b: 'two' })).toBe('1 and two');
  });

  it('counts as each language does', () => {
    const message = '{count} {count:stone|stones}';
    expect(fill('en', message, { count: 1 })).toBe('1 stone');
    expect(fill('en', message, { count: 0 })).toBe('0 stones');
    expect(fill('fr', message, { count: 0 })).toBe('0 stone');
    expect(fill('fr', message, { count: 2 })).toBe('2 stones');
    const figures = '{won} {won:gagnée|gagnées}, {lost} {lost:perdue|perdues}';
    expect(fill('fr', figures, { won: 1, lost: 2 })).toBe('1 gagnée, 2 perdues');
  });

  it('writes numbers as each language does', () => {
    expect(fill('en', '{at}°', { at: 67.7 })).toBe('67.7°');
    expect(fill('fr', '{at}°', { at: 67.7 })).toBe('67,7°');
  });

  it('gives nouns the form that their place in the sentence demands', () => {
    const computer = { noun: 'l’ordinateur' };
    expect(fill('fr', '{name} propose.', { name: computer })).toBe('L’ordinateur propose.');
    expect(fill('fr', 'Le temps de {name}.', { name: computer })).toBe('Le temps de l’ordinateur.');
    expect(fill('fr', 'Le temps de {name}.', { name: { noun: 'le joueur 2' } })).toBe(
      'Le temps du joueur\u00a02.',
    );
    expect(fill('fr', 'À vous. {name} attend.', { name: computer })).toBe(
      'À vous. L’ordinateur attend.',
    );
    expect(fill('fr', 'Le temps de {name}.', { name: 'Ada' })).toBe('Le temps d’Ada.');
    expect(fill('fr', 'À {name} de jouer', { name: computer })).toBe('À l’ordinateur de jouer');
    expect(fill('en', '{name} resigned.', { name: 'ada' })).toBe('ada resigned.');
  });
});

describe('typeset', () => {
  it('keeps French punctuation on the line of its word', () => {
    expect(typeset('Voir : « ceci » ; non ?', 'fr')).toBe(
      'Voir\u00a0: «\u00a0ceci\u00a0»\u202f; non\u202f?',
    );
    expect(typeset('3,5 s, 89 %', 'fr')).toBe('3,5\u00a0s, 89\u00a0%');
    expect(typeset('a : b', 'en')).toBe('a : b');
  });

  it('keeps a number with its noun, and an inverted pronoun with its verb, in French', () => {
    expect(typeset('Ordinateur, niveau 1', 'fr')).toBe('Ordinateur, niveau\u00a01');
    expect(typeset('faites-y passer', 'fr')).toBe('faites\u2011y passer');
    expect(typeset('Tourne-t-il encore ?', 'fr')).toContain('Tourne\u2011t\u2011il');
    expect(typeset('au-dessus, celui-ci', 'fr')).toBe('au-dessus, celui-ci');
  });

  it('writes a minus sign before a number', () => {
    for (const lang of LANGS) {
      expect(typeset('en 1,-1', lang)).toBe('en 1,\u22121');
      expect(typeset('-1', lang)).toBe('\u22121');
      expect(typeset('a4-b5, x-1', lang)).toBe('a4-b5, x-1');
    }
  });
});

describe('dates', () => {
  it('are written as the browser’s region does', () => {
    expect(locale('en', ['fr-CH', 'en-GB', 'en'])).toBe('en-GB');
    expect(locale('fr', ['en-GB'])).toBe('fr');
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
    expect(readStored('{"speed":"fast","forced":false}', [])).toMatchObject({
      speed: 'fast',
      forced: false,
    });
    expect(readStored('{"speed":"hasty"}', [])).toMatchObject({ speed: 'normal', forced: true });
  });
});
