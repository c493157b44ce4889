/** Which puzzles this browser's owner has solved, and the best runs against the clock. */

import { api } from '../net/api';
import { parseObject } from '../net/json';
import type { PuzzleSets } from '../protocol';

const KEY = 'sarsen.puzzles';

export interface Progress {
  /** The numbers of the solved puzzles of each game. */
  solved: Readonly<Record<string, readonly number[]>>;
  /** The most puzzles solved in one run of each game. */
  best: Readonly<Record<string, number>>;
}

const NONE: Progress = { solved: {}, best: {} };

/** What a stored text says, as far as it makes sense. */
export function readProgress(text: string | null): Progress {
  const found = parseObject(text);
  if (found === null) return NONE;
  const { solved, best } = found;
  return {
    solved: only(solved, (value) => (Array.isArray(value) ? value.filter(isCount) : null)),
    best: only(best, (value) => (isCount(value) ? value : null)),
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** The entries of an object whose values make sense. */
function only<T>(value: unknown, read: (value: unknown) => T | null): Record<string, T> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const known = read(part);
      return known === null ? [] : [[name, known] as const];
    }),
  );
}

/** The progress after a puzzle was solved. */
export function withSolved(progress: Progress, game: string, number: number): Progress {
  const known = progress.solved[game] ?? [];
  if (known.includes(number)) return progress;
  return { ...progress, solved: { ...progress.solved, [game]: [...known, number] } };
}

/** The progress after a run. */
export function withRun(progress: Progress, game: string, count: number): Progress {
  if (count <= (progress.best[game] ?? 0)) return progress;
  return { ...progress, best: { ...progress.best, [game]: count } };
}

/** The next puzzle after one: the next unsolved, or the next at all where everything is solved. */
export function nextNumber(current: number, count: number, solved: readonly number[]): number {
  const order = Array.from({ length: count }, (_, k) => ((current + k) % count) + 1);
  return order.find((number) => !solved.includes(number)) ?? order[0] ?? 1;
}

/** The order of a run: easy puzzles first, those of one grade in any order. */
export function runOrder(grades: readonly number[], random: () => number): number[] {
  return grades
    .map((grade, index) => ({ number: index + 1, key: grade + random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ number }) => number);
}

class Puzzles {
  sets = $state.raw<PuzzleSets | null>(null);
  failed = $state(false);
  #progress = $state.raw<Progress>(NONE);

  constructor() {
    if (typeof localStorage === 'undefined') return;
    this.#progress = readProgress(localStorage.getItem(KEY));
    window.addEventListener('storage', (event) => {
      if (event.key === KEY) this.#progress = readProgress(event.newValue);
    });
  }

  /** Fetches the list: the puzzle of the day changes with the date. */
  async load(): Promise<void> {
    try {
      this.sets = await api.puzzles();
      this.failed = false;
    } catch {
      this.failed = true;
    }
  }

  solved(game: string): readonly number[] {
    return this.#progress.solved[game] ?? [];
  }

  best(game: string): number {
    return this.#progress.best[game] ?? 0;
  }

  markSolved(game: string, number: number): void {
    this.#keep(withSolved(this.#progress, game, number));
  }

  markRun(game: string, count: number): void {
    this.#keep(withRun(this.#progress, game, count));
  }

  #keep(progress: Progress): void {
    if (progress === this.#progress) return;
    this.#progress = progress;
    localStorage.setItem(KEY, JSON.stringify(progress));
  }
}

export const puzzles = new Puzzles();
