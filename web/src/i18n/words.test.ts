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
  const rules = readFileSync(join(ROOT, `games/${game}/rules/${lang}.md`), 'utf8');
  return [...own, ...steps, [`rules/${lang}.md`, rules], ...saidBy(game, lang)];
}

/** The phrases in a game's crate: three strings in a row, English, French and Japanese. */
function saidBy(game: string, lang: Lang): [string, string][] {
  const folder = join(ROOT, `games/${game}/src`);
  const files = readdirSync(folder).filter((name) => name.endsWith('.rs'));
  const string = String.raw`"((?:[^"\\]|\\.)*)"`;
  const phrase = new RegExp(
    String.raw`(?:phrase!|Phrase::new)\(\s*${string},\s*${string},\s*${string}`,
    'gs',
  );
  return files.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(phrase)].map(
      (found): [string, string] => [name, found[LANGS.indexOf(lang) + 1] ?? ''],
    ),
  );
}

describe('the terms', () => {
  it('are read from the table', () => {
    expect(terms.length).toBeGreaterThan(15);
    for (const game of GAMES) expect(saidBy(game, 'fr').length).toBeGreaterThan(10);
  });

  it.each(terms)('$lang: never $not in $texts', ({ texts, lang, not, but }) => {
    const page = Object.entries(messages[lang]) as [string, string][];
    const read =
      texts === 'all'
        ? [...page, ...GAMES.flatMap((game) => textsOf(game, lang))]
        : textsOf(texts, lang);
    const wrong = read
      .filter(([, text]) => not.test(text))
      .map(([where, text]) => `${where}: ${not.exec(text)?.[0]}: ${text.slice(0, 80)}`);
    expect(wrong, `say ${but}`).toEqual([]);
  });
});
