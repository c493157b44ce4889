import { describe, expect, it } from 'vitest';
import { turningOfSeats, turningPoint } from './turning';

const plies = Array.from({ length: 60 }, (_, k) => k);

describe('the turning point', () => {
  it('is the action with the largest swing, found with few questions', async () => {
    let asked = 0;
    const found = await turningPoint(plies, (ply) => {
      asked += 1;
      return Promise.resolve(ply < 42 ? 0.5 + ply / 1000 : 0.05);
    });
    expect(found?.ply).toBe(41);
    expect(found?.before).toBeCloseTo(0.541);
    expect(found?.to).toBe(42);
    expect(found?.after).toBe(0.05);
    expect(asked).toBeLessThanOrEqual(20);
  });

  it('is the one that decided, if others were made good', async () => {
    const lead = (ply: number): number => (ply < 20 ? 0.5 : ply < 30 ? 0 : ply < 40 ? 1 : 0);
    const found = await turningPoint(plies, (ply) => Promise.resolve(lead(ply)));
    expect(found).toEqual({ ply: 39, to: 40, before: 1, after: 0 });
  });

  it('is none where the chances moved little by little', async () => {
    expect(await turningPoint(plies.slice(0, 12), (ply) => Promise.resolve(ply / 12))).toBeNull();
  });

  it('among several seats is the largest swing of one of them, between two of its own decisions', async () => {
    const pliesOf = (seat: number): number[] => plies.filter((ply) => ply % 3 === seat - 1);
    const asked: number[] = [];
    const found = await turningOfSeats([1, 2, 3], pliesOf, (ply, seat) => {
      asked.push(ply);
      expect(ply % 3).toBe(seat - 1);
      if (seat === 2) return Promise.resolve(ply < 31 ? 0.3 : 0.9);
      return Promise.resolve(ply < 20 ? 0.35 : 0.1);
    });
    expect(found).toEqual({ seat: 2, ply: 28, to: 31, before: 0.3, after: 0.9 });
    expect(asked.length).toBeLessThanOrEqual(36);
  });

  it('is none where nobody can tell, or nothing was played', async () => {
    expect(await turningPoint(plies, () => Promise.resolve(null))).toBeNull();
    expect(await turningPoint([0], () => Promise.resolve(0.5))).toBeNull();
    expect(await turningPoint([], () => Promise.resolve(0.5))).toBeNull();
  });
});
