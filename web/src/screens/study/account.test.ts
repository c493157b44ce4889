import { describe, expect, it } from 'vitest';
import { inParts } from './account';

describe('the sum of a game', () => {
  it('adds up as it is shown', () => {
    const account = {
      start: 0.524,
      end: 1,
      decisions: [-0.884, 0.957],
      luck: 0.324,
      rest: 0.079,
    } as const;
    const { start, end, decisions, luck, rest } = inParts(account);
    expect([start, end, luck]).toEqual([52, 100, 32]);
    expect(start + decisions[0] + decisions[1] + (luck ?? 0) + rest).toBe(end);
  });

  it('has no rest where nothing was left', () => {
    const account = { start: 0.5, end: 0, decisions: [-0.5, 0], luck: null, rest: 0 } as const;
    expect(inParts(account)).toMatchObject({ luck: null, rest: 0 });
  });
});
