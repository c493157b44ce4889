/** Terms that are used against docs/words.md, in the page, the lessons, the rules and what the games say. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messages, type Phrase } from '.';
import { gameUis } from '../games/find';
import { LANGS, type Lang } from '../state/settings.svelte';

const ROOT = join(import.meta.dirname, '../../..');
const GAMES = Object.keys(gameUis);
const STRINGS = import.meta.glob<Record<string, Phrase>>('../games/*/strings.ts', {
  eager: true,
  import: 'strings',
});
/** The texts of the parts of the page, by file. */
const PARTS = import.meta.glob<Record<string, unknown>>(
  ['../people/strings.ts', '../screens/*/strings.ts'],
  { eager: true },
);
/** The parts of a game's folder that are loaded when they are needed: its lesson and its diagrams. */
const parts = new Map(
  await Promise.all(
    Object.entries(gameUis).map(
      async ([id, ui]) => [id, [await ui.lesson(), await ui.diagrams()]] as const,
    ),
  ),
);

interface Term {
  texts: string;
  lang: Lang;
  not: RegExp;
  but: string;
}

/** The rows of the second table. */
const table = readFileSync(join(ROOT, 'docs/words.md'), 'utf8').split('## Not these')[1] ?? '';
const terms: Term[] = table
  .split('\n')
  .map((line) => /^\| (\w+) \| (en|fr|ja) \| `(.+)` \| (.+) \|$/.exec(line))
  .flatMap((row) => {
    const [, texts = '', lang = '', not = '', but = ''] = row ?? [];
    if (row === null) return [];
    return [{ texts, lang: lang as Lang, not: new RegExp(not.replaceAll('\\|', '|'), 'u'), but }];
  });

/** All phrases in a value, however deep, in one language, each with where it stands. */
function phrasesIn(value: unknown, where: string, lang: Lang): [string, string][] {
  if (typeof value !== 'object' || value === null) return [];
  const inLang = (value as Partial<Record<Lang, unknown>>)[lang];
  if (typeof inLang === 'string') return [[where, inLang]];
  return Object.entries(value).flatMap(([key, part]) => phrasesIn(part, `${where} ${key}`, lang));
}

/** What players read of a game in one language, each text with where it stands. */
function textsOf(game: string, lang: Lang): [string, string][] {
  const strings = phrasesIn(STRINGS[`../games/${game}/strings.ts`], 'strings', lang);
  const rest = phrasesIn([parts.get(game), gameUis[game]?.keys?.()], game, lang);
  const rules = readFileSync(join(ROOT, `games/${game}/rules/${lang}.md`), 'utf8');
  return [...strings, ...rest, [`rules/${lang}.md`, rules], ...saidBy(`games/${game}`, lang)];
}

/** The phrases in a crate: three strings in a row, English, French and Japanese. */
function saidBy(crate: string, lang: Lang): [string, string][] {
  const folder = join(ROOT, crate, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.rs'),
  );
  const string = String.raw`"((?:[^"\\]|\\.)*)"`;
  const phrase = new RegExp(
    String.raw`(?:phrase!\(|Phrase::new\(|Word::new\(\s*"[^"]*",)\s*${string},\s*${string},\s*${string}`,
    'gs',
  );
  return files.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(phrase)].map(
      (found): [string, string] => [join(crate, name), found[LANGS.indexOf(lang) + 1] ?? ''],
    ),
  );
}

/** All that players read in one language: the page, its parts, the server's sentences, and every game. */
function allTexts(lang: Lang): [string, string][] {
  const page = Object.entries(messages[lang]) as [string, string][];
  const shared = readdirSync(join(ROOT, 'crates')).flatMap((name) =>
    saidBy(`crates/${name}`, lang),
  );
  return [
    ...page,
    ...phrasesIn(PARTS, 'page', lang),
    ...shared,
    ...GAMES.flatMap((game) => textsOf(game, lang)),
  ];
}

/** The labels of a game's options and their values, as its crate declares them, in one language. */
function labelsOf(game: string, lang: Lang): string[] {
  const spec = readFileSync(join(ROOT, `games/${game}/src/spec.rs`), 'utf8');
  const string = String.raw`"([^"]*)"`;
  const label = new RegExp(`label: Phrase::new\\(\\s*${string},\\s*${string},\\s*${string}`, 'g');
  const word = new RegExp(`Word::new\\(\\s*"[^"]*",\\s*${string},\\s*${string},\\s*${string}`, 'g');
  return [...spec.matchAll(label), ...spec.matchAll(word)].map(
    (found) => found[LANGS.indexOf(lang) + 1] ?? '',
  );
}

describe.each(GAMES)('the options of %s', (game) => {
  it.each(LANGS)('have the same names in the rules and in the dialog in %s', (lang) => {
    const labels = labelsOf(game, lang);
    expect(labels.length).toBeGreaterThan(3);
    const rules = readFileSync(join(ROOT, `games/${game}/rules/${lang}.md`), 'utf8').toLowerCase();
    // Each is set off, so that it is no accident that its words stand there.
    const missing = labels.filter((label) => !rules.includes(`*${label.toLowerCase()}*`));
    expect(missing, 'name them in the rules').toEqual([]);
  });
});

describe('the texts', () => {
  it('have typographic apostrophes in French', () => {
    // Notation in the rules is code, not French.
    const prose = (text: string): string => text.replaceAll(/`[^`]*`/g, '');
    const wrong = allTexts('fr').flatMap(([where, text]) =>
      [...prose(text).matchAll(/.{0,20}\p{L}'\p{L}.{0,20}/gu)].map(
        (found) => `${where}: ${found[0]}`,
      ),
    );
    expect(wrong, 'write ’').toEqual([]);
  });

  it.each(['en', 'fr'] as const)('give a counted noun both of its forms in %s', (lang) => {
    // The games' crates have `Counted` for this.
    const page = allTexts(lang).filter(([where]) => !where.endsWith('.rs'));
    const wrong = page.filter(([, text]) =>
      /\{(count|games|won|drawn|missing)\} (?!of |sur |as |won|drawn|left)\p{L}/u.test(text),
    );
    expect(wrong, 'write {count:one|many}').toEqual([]);
  });
});

describe('the terms', () => {
  it('are read from the table', () => {
    expect(terms.length).toBeGreaterThan(15);
    for (const game of GAMES) {
      expect(saidBy(`games/${game}`, 'fr').length).toBeGreaterThan(10);
      expect(phrasesIn(parts.get(game), game, 'fr').length).toBeGreaterThan(10);
    }
  });

  it.each(terms)('$lang: never $not in $texts', ({ texts, lang, not, but }) => {
    const read = texts === 'all' ? allTexts(lang) : textsOf(texts, lang);
    const wrong = read
      .filter(([, text]) => not.test(text))
      .map(([where, text]) => `${where}: ${not.exec(text)?.[0]}: ${text.slice(0, 80)}`);
    expect(wrong, `say ${but}`).toEqual([]);
  });
});
