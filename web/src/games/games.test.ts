import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Phrase } from '../i18n';
import { LANGS } from '../state/settings.svelte';
import { gameUi, gameUis } from './find';

const SRC = join(import.meta.dirname, '..');
const IDS = Object.keys(gameUis);

/** The shared sources: everything except tests, generated types and the games' own folders. */
const shared = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(SRC, join(entry.parentPath, entry.name)))
  .filter((path) => !path.startsWith('protocol/') && !path.endsWith('.test.ts'))
  .filter((path) => !IDS.some((id) => path.startsWith(`games/${id}/`)));

describe('shared code', () => {
  it('names no game, but for the registry', () => {
    const naming = shared.filter((path) => {
      const text = readFileSync(join(SRC, path), 'utf8');
      return IDS.some((id) => new RegExp(`['"\`./]${id}['"\`./]`).test(text));
    });
    expect(shared.length).toBeGreaterThan(60);
    expect(naming).toEqual(['games/index.ts']);
  });

  it('gives each game one line of the registry', () => {
    const registry = readFileSync(join(SRC, 'games/index.ts'), 'utf8').split('\n');
    for (const id of IDS) {
      expect(registry.filter((line) => line.includes(`'./${id}'`))).toHaveLength(1);
    }
  });

  it('knows no game by a name that every object has', () => {
    expect(gameUi('toString')).toBeUndefined();
  });
});

describe.each(Object.entries(gameUis))('the diagrams of %s', async (id, ui) => {
  const { diagrams } = await ui.diagrams();

  it('stand below rules that there are', () => {
    const rules = readFileSync(join(SRC, `../../games/${id}/rules/en.md`), 'utf8');
    expect(diagrams.length).toBeGreaterThan(1);
    for (const { rule } of diagrams) expect(rules).toContain(`**${rule}**`);
  });

  it('speak all languages', () => {
    for (const { says } of diagrams) {
      expect(new Set(LANGS.map((lang) => says[lang].trim())).size).toBe(LANGS.length);
    }
  });
});

describe.each(IDS)('the prompts of %s', async (id) => {
  const { strings } = (await import(`./${id}/strings.ts`)) as { strings: Record<string, Phrase> };

  it('are sentences of two lines', () => {
    const prompts = Object.entries(strings).filter(([key]) => /^prompt/.test(key));
    expect(prompts.length).toBeGreaterThan(0);
    for (const [, says] of prompts) {
      for (const lang of LANGS) {
        expect(says[lang]).toMatch(lang === 'ja' ? /。$/ : /\.$/);
        // They have two lines.
        expect(says[lang].length).toBeLessThanOrEqual(lang === 'ja' ? 42 : 78);
      }
    }
  });
});
