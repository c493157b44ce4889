import { describe, expect, it, vi } from 'vitest';
import { prompt } from './prompt';

describe('the prompt', () => {
  const ask = (legal: string[], step: string | null = null) => prompt({ view: {}, legal, step });

  it('follows what is chosen on the board', () => {
    expect(ask(['TA0@a1'])).toContain('Choose a monument');
    expect(ask(['TA0@a1'], 'monument')).toContain('R or “Turn”');
    expect(ask(['PP0@c3'])).toContain('People Piece');
    expect(ask(['TA0@a1'], 'fixed')).not.toContain('Turn');
    expect(ask(['TA0@a1'], 'turned')).toContain('turned');
    expect(ask(['TA0@a1'], 'nowhere')).toContain('fits nowhere');
  });

  it('mentions no key where there are only fingers', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    expect(ask(['TA0@a1'], 'monument')).not.toMatch(/\bR\b/);
    expect(ask(['PP0@c3'])).toMatch('“Turn” rotates it');
    vi.unstubAllGlobals();
  });

  it('names the decision after an enclosure, and the pass', () => {
    expect(ask(['keep@c3', 'take@c3'])).toContain('remove');
    expect(ask(['pass'])).toContain('pass');
  });
});
