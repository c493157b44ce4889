import { describe, expect, it } from 'vitest';
import { prompt } from './prompt';

describe('the prompt', () => {
  const ask = (phase: string, step: string | null = null) =>
    prompt({ view: { phase }, legal: ['+RP@1,0'], step });

  it('follows the phase and what is chosen on the board', () => {
    expect(ask('adding')).toContain('Choose a stone, then');
    expect(ask('adding', 'stone')).toContain('touches two');
    expect(ask('moving')).toContain('to move or to flip');
    expect(ask('moving', 'stone')).toBe('Move the stone or flip it.');
    expect(ask('adding', 'place')).toContain('“Place”');
    expect(ask('putting', 'place')).toContain('“Place”');
    expect(ask('putting')).toContain('Put the stone down');
  });
});
