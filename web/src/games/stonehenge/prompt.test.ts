import { describe, expect, it } from 'vitest';
import { prompt } from './prompt';

describe('the prompt', () => {
  const ask = (legal: string[], step: string | null = null) => prompt({ view: {}, legal, step });

  it('follows what is chosen on the board', () => {
    expect(ask(['G4'])).toBe('Choose a druid, then a crossing.');
    expect(ask(['G4'], 'druid')).toBe('Choose a crossing for the druid.');
    expect(ask(['G4'], 'crossing')).toBe('Choose the druid for this crossing.');
  });

  it('says what is left to do after a druid was placed', () => {
    expect(ask(['!r1', 'end'])).toContain('Raise a megalith');
    expect(ask(['end'])).toContain('end the turn');
    expect(ask(['pass'])).toContain('pass');
  });
});
