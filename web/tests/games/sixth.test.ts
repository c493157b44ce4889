/**
 * The test game goes through every layer: the shared files it touches are those that
 * CONTRIBUTING.md promises.
 */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as shipped from '#games';
import * as withSixth from '.';
import tictactoe from './tictactoe';
import { clickSquare } from './tictactoe/selection';

const ROOT = join(import.meta.dirname, '../../..');
const SIXTH = 'tictactoe';
/** Its own folders, and tests and documents that mention it. */
const OWN = [/^tests\/tictactoe\//, /^web\/tests\//, /^web\/e2e\//, /\.md$/, /^Cargo\.lock$/];
/** The registries and manifests that a new game has to be written into. */
const REGISTRIES = [
  'crates/catalog/Cargo.toml',
  'crates/catalog/src/lib.rs',
  'crates/search/src/games/mod.rs',
];

describe('a sixth game', () => {
  it('is named in three shared files, besides the registry of the page', () => {
    const naming = execFileSync('git', ['grep', '-l', SIXTH], { cwd: ROOT, encoding: 'utf8' });
    const touched = naming
      .trim()
      .split('\n')
      .filter((path) => !OWN.some((own) => own.test(path)));
    expect(touched.sort()).toEqual(REGISTRIES);
  });

  it('takes one line of the registry of the page', () => {
    const lines = readFileSync(join(import.meta.dirname, 'index.ts'), 'utf8').split('\n');
    expect(lines.filter((line) => line.includes(SIXTH))).toHaveLength(1);
    expect(withSixth[SIXTH]).toBe(tictactoe);
    expect(Object.keys(withSixth)).toHaveLength(Object.keys(shipped).length + 1);
  });

  it('is not in the page that is shipped', () => {
    expect(Object.keys(shipped)).not.toContain(SIXTH);
  });

  it('marks empty squares and asks why others cannot be marked', () => {
    expect(clickSquare(['1', '2'], 1, '2')).toEqual({ act: '2' });
    expect(clickSquare(['1', '2'], 1, '5')).toEqual({ refuse: '5' });
    expect(clickSquare(['1', '2'], null, '2')).toEqual({});
  });
});
