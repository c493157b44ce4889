import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '../state/settings.svelte';
import { CLOCKS, clockName, personName, sitterNoun } from './seats';

beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined }));
afterEach(() => {
  settings.lang = 'en';
  vi.unstubAllGlobals();
});

describe('a player without a chosen name', () => {
  it('is called in the language of the reader, whatever that of the table was', () => {
    settings.lang = 'fr';
    expect(personName('Guest')).toBe('Invité');
    expect(personName('Player 2')).toBe('Joueur\u00a02');
    expect(personName('プレイヤー3')).toBe('Joueur\u00a03');
    expect(sitterNoun({ kind: 'person', name: 'Player 2' }, 1)).toEqual({
      noun: 'le joueur\u00a02',
    });
    settings.lang = 'en';
    expect(personName('Joueur 2')).toBe('Player 2');
    expect(personName('Player Two')).toBe('Player Two');
    expect(personName('Player 22')).toBe('Player 22');
  });
});

describe('a clock', () => {
  it('is named with its units', () => {
    const names = CLOCKS.slice(0, 3).map(clockName);
    expect(names).toEqual(['None', '5 min + 3 s per move', '10 min + 5 s per move']);
    expect(CLOCKS.slice(-1).map(clockName)).toEqual(['7 days per move']);
  });
});
