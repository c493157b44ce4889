import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from '../net/api';
import type { Line, StudyPosition } from '../protocol';
import { listed } from '../screens/table/words';
import { accountOf, levelOf, result, searched, StudyState } from './study.svelte';

const step = (
  seat: number | null,
): { action: string; seat: number | null; comments: string[] } => ({
  action: 'x',
  seat,
  comments: [],
});

describe('the judgement of a game', () => {
  const line = (action: string, value: number, exact = false): Line => ({
    actions: [action, 'later'],
    value,
    exact,
  });

  it('takes what a decision cost from one search, for the seat that decided', () => {
    const found = searched({ seat: 2, lines: [line('x', 0.7), line('y', 0.4)] }, 2, 'y');
    expect(found?.value).toBeCloseTo(0.3);
    expect(found?.best?.actions[0]).toBe('x');
    expect(found?.played).toEqual({ seat: 2, before: 0.7, after: 0.4, exact: false });
  });

  it('charges nothing for the best action, or one that turned out better', () => {
    const best = searched({ seat: 1, lines: [line('x', 1, true)] }, 2, 'x');
    expect(best?.played).toEqual({ seat: 1, before: 1, after: 1, exact: true });
    const other = searched({ seat: 1, lines: [line('x', 0.5), line('y', 0.6)] }, 2, 'y');
    expect(other?.played).toMatchObject({ before: 0.6, after: 0.6 });
    expect(other?.value).toBe(0.6);
  });

  it('says nothing of an action that the search did not reach, or of the chances of others than two', () => {
    expect(searched({ seat: 1, lines: [line('x', 0.5)] }, 2, 'y')?.played).toBeNull();
    expect(searched({ seat: 3, lines: [line('x', 0.5)] }, 3, 'x')?.value).toBeNull();
    expect(searched({ seat: 1, lines: [] }, 2, 'y')).toBeNull();
  });

  it('adds up: decisions, luck, and what one search saw only after the other', () => {
    const nodes = [{ seat: null }, { seat: 1 }, { seat: null }, { seat: 2 }];
    const values = [0.5, 0.6, 0.5, 0.35, 0.5].map((value, ply) => ({ ply, value }));
    const decided = [
      { ply: 2, seat: 1, before: 0.6, after: 0.55, exact: false },
      { ply: 4, seat: 2, before: 0.65, after: 0.5, exact: false },
    ];
    const account = accountOf(nodes, values, decided);
    expect(account?.luck).toBeCloseTo(-0.05);
    expect(account?.decisions[0]).toBeCloseTo(-0.05);
    expect(account?.decisions[1]).toBeCloseTo(0.15);
    expect(account?.rest).toBeCloseTo(-0.05);
    expect(accountOf([{ seat: 1 }], [], [])).toBeNull();
    expect(accountOf([{ seat: 1 }], values.slice(0, 2), [])?.luck).toBeNull();
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

function positionOf(actions: readonly string[], at: number): StudyPosition {
  const steps = actions.map((action, index) => ({ ...step((index % 2) + 1), action }));
  const legal = { kind: 'none' as const };
  const turn = { kind: 'seat' as const, seat: (at % 2) + 1 };
  return {
    game: 'g',
    options: {},
    tags: {},
    steps,
    at,
    turn,
    legal,
    view: {},
  } as unknown as StudyPosition;
}

/** An engine that prefers one action everywhere and values what was played by its name. */
const engine = vi.hoisted(() => ({
  questions: [] as { record: string; nodes: number; also?: string; millis?: number }[],
  best: 'b',
  values: {} as Record<string, number>,
}));

vi.mock('../net/connection', () => ({
  Connection: class {
    #ids = 0;
    #hears: { tell: (message: unknown) => void };
    constructor(_: string, hears: { tell: (message: unknown) => void }) {
      this.#hears = hears;
    }
    id(): number {
      this.#ids += 1;
      return this.#ids;
    }
    close(): void {
      // Nothing is open.
    }
    send(ask: { kind: string; id: number; record: string; nodes: number; also?: string }): void {
      if (ask.kind !== 'analyse') return;
      engine.questions.push(ask);
      const played = (ask.record.split('\n\n')[1] ?? '').split(/\s+/).filter(Boolean).length;
      const line = (action: string): unknown => ({
        actions: [action],
        value: engine.values[action] ?? 0.5,
        exact: false,
      });
      const { also } = ask;
      const lines = [line(engine.best), ...(also && also !== engine.best ? [line(also)] : [])];
      const analysis = { seat: (played % 2) + 1, lines, depth: 1, nodes: 1, millis: 1, done: true };
      queueMicrotask(() => this.#hears.tell({ kind: 'analysis', id: ask.id, analysis }));
    }
  },
}));

/** The server, for records of actions that are letters. */
function answered(): void {
  vi.spyOn(api, 'study').mockImplementation(({ record, at }) => {
    const actions = (record.split('\n\n')[1] ?? '').split(/\s+/).filter(Boolean);
    return Promise.resolve(positionOf(actions, at ?? actions.length));
  });
}

describe('a judged game', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    engine.questions.length = 0;
    engine.values = {};
  });

  it('asks once for each decision, by positions, with what was played beside the best', async () => {
    answered();
    engine.values = { b: 0.7, x: 0.4 };
    const study = new StudyState();
    await study.open('[Game "g"]\n\nb x b');
    await study.judge(100, false);
    const asked = engine.questions.map(({ nodes, also, millis }) => [nodes, also, millis]);
    expect(asked).toEqual([
      [100, 'b', undefined],
      [100, 'x', undefined],
      [100, 'b', undefined],
      [100, undefined, undefined],
    ]);
    expect(study.mistakes.map(({ node }) => node.action)).toEqual(['x']);
    expect(study.decisions.map(({ before, after }) => before - after)).toEqual([
      0,
      expect.closeTo(0.3),
      0,
    ]);
    expect([study.judgedPart, study.decidedPart]).toEqual([1, 1]);
    const { start, end, decisions, rest } = study.account ?? { decisions: [0, 0] as const };
    expect((start ?? 0) + decisions[0] + decisions[1] + (rest ?? 0)).toBeCloseTo(end ?? -1);
  });

  it('was turned by a mistake of whoever lost, also by resigning', async () => {
    answered();
    engine.values = { b: 0.7, x: 0.4 };
    const study = new StudyState();
    await study.open('[Game "g"]\n\nb x b');
    await study.judge(100);
    // The engine prefers the seat to act at the end, who is the second.
    expect(study.turning).toBeNull();
    const read = vi.mocked(api.study).getMockImplementation();
    vi.mocked(api.study).mockImplementation(async (ask) => ({
      ...((await read?.(ask)) as StudyPosition),
      tags: { Result: '1-0' },
    }));
    await study.open('[Game "g"]\n[Result "1-0"]\n\nb x b');
    await study.judge(100);
    expect(study.turning?.ply).toBe(2);
  });

  it('keeps its mistakes when what was better is played, and after an undo judges anew', async () => {
    answered();
    engine.values = { b: 0.7, x: 0.4 };
    const study = new StudyState();
    await study.open('[Game "g"]\n\nb b x');
    await study.judge(100);
    const mistakes = (): string[] => study.mistakes.map(({ node }) => node.action);
    expect(mistakes()).toEqual(['x']);
    await study.step(2);
    await study.act('b');
    expect([study.isMainLine, mistakes()]).toEqual([false, ['x']]);
    await study.judge(100);
    expect(mistakes()).toEqual(['x']);
    const better = study.line[2];
    await study.undo();
    await study.step(2);
    await study.act('y');
    expect(study.line[2]).not.toBe(better);
    expect(study.judgedPart).toBeLessThan(1);
  });
});

describe('a record under study', () => {
  afterEach(() => vi.restoreAllMocks());

  it('shows what was asked for last, in whatever order the answers come', async () => {
    const answers: ((position: StudyPosition) => void)[] = [];
    vi.spyOn(api, 'study').mockImplementation(() => new Promise((tell) => answers.push(tell)));
    const position = (at: number): StudyPosition => positionOf(['x', 'y', 'z'], at);
    const study = new StudyState();
    const both = [study.open('first'), study.open('second')];
    answers[1]?.(position(2));
    answers[0]?.(position(1));
    await Promise.all(both);
    expect(study.position?.at).toBe(2);
  });

  it('keeps the game when another action is played, promotes it, removes it and undoes', async () => {
    vi.spyOn(api, 'study').mockImplementation(({ record, at }) => {
      const actions = (record.split('\n\n')[1] ?? '').split(/\s+/).filter(Boolean);
      return Promise.resolve(positionOf(actions, at ?? actions.length));
    });
    const moves = (): string => study.record.split('\n\n')[1]?.trim() ?? '';
    const study = new StudyState();
    await study.open('[Game "g"]\n\na b c');
    await study.step(1);
    await study.act('x');
    expect(moves()).toBe('a b (x) c');
    expect([study.position?.at, study.isMainLine]).toEqual([2, false]);
    await study.act('y');
    expect(moves()).toBe('a b (x y) c');
    // Who goes back and plays what was played is on the game again.
    await study.step(1);
    await study.act('b');
    expect(study.isMainLine).toBe(true);
    study.comment('why');
    study.mark(2);
    expect(moves()).toBe('a b $2 {why} (x y) c');
    await study.go(4);
    await study.promote();
    expect(moves()).toBe('a x (b $2 {why} c) y');
    await study.remove();
    expect(moves()).toBe('a b $2 {why} c');
    for (let k = 0; k < 2; k += 1) await study.undo();
    expect(moves()).toBe('a b $2 {why} (x y) c');
    expect(study.canUndo).toBe(true);
  });

  it('drops the result from the record of another game than was played', async () => {
    vi.spyOn(api, 'study').mockImplementation(({ record, at }) => {
      const actions = (record.split('\n\n')[1] ?? '').split(/\s+/).filter(Boolean);
      const tags = { Game: 'g', Result: '1-0', Seat1: 'A "B"' };
      return Promise.resolve({ ...positionOf(actions, at ?? actions.length), tags });
    });
    const study = new StudyState();
    await study.open('[Game "g"]\n\na b');
    await study.step(1);
    await study.act('x');
    expect(study.record).toContain('[Result "1-0"]');
    expect(study.record).toContain('[Seat1 "A \\"B\\""]');
    await study.promote();
    expect(study.record).not.toContain('Result');
    expect(study.record).toContain('Seat1');
  });
});

describe('playing on from a position', () => {
  it('is against a computer of the level of the game', () => {
    expect(levelOf({ Seat1: 'Ada', Seat2: 'sarsen:1' })).toBe(1);
    expect(levelOf({ Seat1: 'sarsen:3', Seat2: 'Ada', Seat3: 'sarsen:6' })).toBe(6);
    expect(levelOf({ Seat1: 'Ada', Seat2: 'sarsen:12', Event: 'sarsen:4' })).toBeNull();
  });
});
