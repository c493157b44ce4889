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
const lessons = new Map(
  await Promise.all(
    Object.entries(gameUis).map(async ([id, ui]) => [id, (await ui.lesson()).lesson] as const),
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

/** What players read of a game in one language, each text with where it stands. */
function textsOf(game: string, lang: Lang): [string, string][] {
  const own = Object.entries(STRINGS[`../games/${game}/strings.ts`] ?? {}).map(
    ([key, phrase]): [string, string] => [key, phrase[lang]],
  );
  const steps = (lessons.get(game) ?? []).flatMap((step, index): [string, string][] => [
    [`lesson ${index}`, step.task[lang]],
    [`lesson ${index}`, step.done[lang]],
  ]);
  const keys = (gameUis[game]?.keys?.() ?? []).map(({ does }): [string, string] => [
    'keys',
    does[lang],
  ]);
  const rules = readFileSync(join(ROOT, `games/${game}/rules/${lang}.md`), 'utf8');
  return [...own, ...steps, ...keys, [`rules/${lang}.md`, rules], ...saidBy(`games/${game}`, lang)];
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
  const parts = Object.entries(PARTS).flatMap(([file, module]) =>
    Object.values(module).flatMap((strings) =>
      typeof strings === 'object' && strings !== null
        ? Object.entries(strings as Record<string, Phrase>).map(
            ([key, phrase]): [string, string] => [`${file} ${key}`, phrase[lang]],
          )
        : [],
    ),
  );
  const shared = readdirSync(join(ROOT, 'crates')).flatMap((name) =>
    saidBy(`crates/${name}`, lang),
  );
  return [...page, ...parts, ...shared, ...GAMES.flatMap((game) => textsOf(game, lang))];
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
    for (const game of GAMES) expect(saidBy(`games/${game}`, 'fr').length).toBeGreaterThan(10);
  });

  it.each(terms)('$lang: never $not in $texts', ({ texts, lang, not, but }) => {
    const read = texts === 'all' ? allTexts(lang) : textsOf(texts, lang);
    const wrong = read
      .filter(([, text]) => not.test(text))
      .map(([where, text]) => `${where}: ${not.exec(text)?.[0]}: ${text.slice(0, 80)}`);
    expect(wrong, `say ${but}`).toEqual([]);
  });
});
