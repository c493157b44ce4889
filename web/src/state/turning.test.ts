import { describe, expect, it } from 'vitest';
import { turningPoint, type Decision } from './turning';

const decision = (ply: number, seat: number, before: number, after: number): Decision => ({
  ply,
  seat,
  before,
  after,
  exact: false,
});
const lost = (loser: number) => (seat: number) => (seat === loser ? 0 : 1);

describe('the turning point', () => {
  it('is the decision that cost its player the most', () => {
    const game = [
      decision(1, 1, 0.6, 0.4),
      decision(2, 2, 0.6, 0.6),
      decision(3, 1, 0.39, 0.05),
      decision(5, 1, 0.05, 0.05),
    ];
    expect(turningPoint(game, 2, lost(1))).toBe(game[2]);
  });

  it('is never one that cost nothing, however much the chances changed around it', () => {
    const game = [decision(1, 1, 0.9, 0.9), decision(3, 1, 0.1, 0.1)];
    expect(turningPoint(game, 2, lost(1))).toBeNull();
  });

  it('is the last of those that decided, if others were made good', () => {
    const game = [
      decision(3, 1, 0.83, 0.04),
      decision(4, 2, 1, 0),
      decision(5, 1, 1, 0),
      decision(6, 2, 1, 0),
      decision(7, 1, 1, 0.5),
    ];
    expect(turningPoint(game, 2, lost(1))).toBe(game[4]);
  });

  it('is no mistake of whoever won all the same', () => {
    const game = [decision(2, 2, 0.8, 0.1), decision(3, 1, 0.9, 0.7)];
    expect(turningPoint(game, 2, lost(1))).toBe(game[1]);
    expect(turningPoint(game, 2, () => 0.5)).toBe(game[0]);
  });

  it('may be of any of several seats, also where the end is unknown', () => {
    const game = [decision(2, 2, 0.4, 0.3), decision(3, 3, 0.5, 0.2)];
    expect(turningPoint(game, 3, () => null)).toBe(game[1]);
    expect(turningPoint([], 3, () => null)).toBeNull();
  });
});
