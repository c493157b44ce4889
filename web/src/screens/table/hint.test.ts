import { describe, expect, it } from 'vitest';
import type { Analysis, Line } from '../../protocol';
import { chanceText, effortText, hintText } from './hint';

const says = { en: '4 on G', fr: '4 en G', ja: 'Gに4' };
const line = (value: number, exact: boolean): Line => ({
  actions: ['G4'],
  value,
  exact,
  words: [{ seat: 1, says }],
});

describe('a hint', () => {
  it('says what is proved', () => {
    expect(hintText(line(1, true))).toBe('4 on G wins by force.');
    expect(hintText(line(1, true), true)).toBe('4 on G wins at once.');
    expect(hintText(line(0.62, false), true)).not.toContain('at once');
    expect(hintText(line(0, true))).toBe(
      'This loses against best play; the most stubborn is 4 on G.',
    );
  });

  it('gives chances in plain words otherwise', () => {
    expect(hintText(line(0.62, false))).toBe(
      '4 on G is best: you are slightly better (62% chance of winning).',
    );
    expect(hintText(line(0.998, false))).toBe('4 on G is best: the win is all but certain.');
    expect(chanceText(0.5)).not.toBe(chanceText(0.9));
    expect(new Set([0, 0.1, 0.3, 0.5, 0.6, 0.8, 1].map(chanceText)).size).toBe(7);
  });

  it('says how long was thought', () => {
    const effort = (millis: number, done = true) => effortText({ done, millis } as Analysis);
    expect(effort(3)).toBe('answered at once');
    expect(effort(1260)).toBe('thought for 1.3 s');
    expect(effort(3, false)).toBe('thinking … 0.0 s');
  });

  it('begins with a capital', () => {
    const named = {
      ...line(1, true),
      words: [{ seat: 1, says: { ...says, en: 'stone on 0,1 flipped' } }],
    };
    expect(hintText(named)).toBe('Stone on 0,1 flipped wins by force.');
  });
});
