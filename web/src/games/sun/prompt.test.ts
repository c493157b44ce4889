import { describe, expect, it } from 'vitest';
import { prompt } from './prompt';

describe('the prompt', () => {
  const ask = (
    phase: string,
    step: string | null = null,
    throw_arc: [number, number] | null = null,
  ) => prompt({ view: { phase, legal: { throw_arc } }, legal: ['b'], step });

  it('follows the phase and the steps of a gate', () => {
    expect(ask('build')).toContain('stand a stone');
    expect(ask('build', 'lintel')).toContain('lie across');
    expect(ask('build', 'gate')).toContain('carry');
    expect(ask('build', 'no_lintel')).toContain('cannot lie across');
    expect(ask('build', 'no_upright')).toContain('cannot carry');
    expect(ask('build', 'lay')).toContain('Lay it here');
    expect(ask('marker')).toContain('marker');
    expect(ask('throw')).toContain('let it go');
    expect(ask('tremor')).toBeNull();
  });

  it('says where the ball has to pass', () => {
    expect(ask('throw')).not.toContain('your area');
    expect(ask('throw', null, [0, 900])).toContain('your area');
  });
});
