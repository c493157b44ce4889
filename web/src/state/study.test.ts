import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from '../net/api';
import type { StudyPosition } from '../protocol';
import { listed } from '../screens/table/words';
import { luck, mistakes, result, StudyState } from './study.svelte';

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

  it('tells nothing of luck that was not judged', () => {
    expect(luck({ steps: [step(null), step(1)] }, [])).toBeNull();
  });

  it('values the end of a game', () => {
    expect(result([1, 2])).toBe(1);
    expect(result([2, 1])).toBe(0);
    expect(result([1, 1])).toBe(0.5);
  });
});

describe('the list of actions', () => {
  it('reads words, and leaves out what only the record needs', () => {
    const says = { en: '4 on G', fr: '4 en G', ja: 'Gに4' };
    const words = [{ seat: 1, says }, { seat: 1, says: null }, undefined];
    expect(listed(['G4', '~0,0,0,0', 'deal=PS|RS'], words)).toEqual([
      { ply: 1, seat: 1, text: '4 on G', notation: 'G4' },
      { ply: 3, seat: null, text: 'deal', notation: 'deal=PS|RS' },
    ]);
  });
});

describe('a record under study', () => {
  afterEach(() => vi.restoreAllMocks());

  it('shows what was asked for last, in whatever order the answers come', async () => {
    const answers: ((position: StudyPosition) => void)[] = [];
    vi.spyOn(api, 'study').mockImplementation(() => new Promise((tell) => answers.push(tell)));
    const position = (at: number): StudyPosition => ({ at }) as StudyPosition;
    const study = new StudyState();
    const both = [study.open('first'), study.open('second')];
    answers[1]?.(position(2));
    answers[0]?.(position(1));
    await Promise.all(both);
    expect(study.position?.at).toBe(2);
    expect(study.record).toBe('second');
  });
});
