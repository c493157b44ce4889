import { describe, expect, it } from 'vitest';
import { luck, mistakes } from './study.svelte';

const step = (
  seat: number | null,
): { action: string; seat: number | null; comments: string[] } => ({
  action: 'x',
  seat,
  comments: [],
});

describe('the judgement of a game', () => {
  it('marks the action of whoever lost chances by it', () => {
    const steps = [step(1), step(2), step(1)];
    const values = [0.5, 0.3, 0.7, 0.65].map((value, ply) => ({ ply, value }));
    const found = mistakes({ steps }, values);
    expect([...found.keys()]).toEqual([1, 2]);
    expect(found.get(2)).toBeCloseTo(0.4);
  });

  it('says nothing of positions that were not looked at', () => {
    expect(mistakes({ steps: [step(1)] }, [{ ply: 0, value: 1 }]).size).toBe(0);
  });

  it('keeps luck apart from skill', () => {
    const steps = [step(null), step(1), step(null), step(2)];
    const values = [0.5, 0.6, 0.55, 0.35, 0.5].map((value, ply) => ({ ply, value }));
    const told = luck({ steps }, values);
    expect(told?.luck).toBeCloseTo(-0.1);
    expect(told?.lost[0]).toBeCloseTo(0.05);
    expect(told?.lost[1]).toBeCloseTo(0.15);
    expect(luck({ steps: [step(1)] }, values)).toBeNull();
  });
});
