import { describe, expect, it } from 'vitest';
import { prompt } from './prompt';

describe('the prompt', () => {
  const ask = (legal: string[], pending: number) =>
    prompt({ view: { pending }, legal, step: null });

  it('tells the throw, and what it leaves to do', () => {
    expect(ask(['1', '7'], 3)).toBe('You threw 3: choose a piece.');
    expect(ask(['pass'], 5)).toContain('no piece can move');
    expect(ask(['1', 'recover'], 1)).toContain('or take pieces back');
    expect(ask(['recover'], 1)).toContain('You threw 1: take pieces back');
  });
});
