import { describe, expect, it } from 'vitest';
import { prompt } from './prompt';

describe('the prompt', () => {
  const ask = (phase: string, step: string | null = null) =>
    prompt({ view: { phase }, legal: ['b'], step });

  it('follows the phase and the steps of a gate', () => {
    expect(ask('build')).toContain('stand a stone');
    expect(ask('build', 'lintel')).toContain('lie across');
    expect(ask('build', 'gate')).toContain('uprights');
    expect(ask('marker')).toContain('marker');
    expect(ask('throw')).toContain('let it go');
    expect(ask('tremor')).toBeNull();
  });
});
