/** One puzzle: what is on the board, and what became of the answer. */

import { toldOf, type Told } from '../boards/types';
import { api, Refused } from '../net/api';
import type { Legal, Phrase, PuzzleAnswer, PuzzlePosition } from '../protocol';

export class PuzzleState {
  position = $state.raw<PuzzlePosition | null>(null);
  answer = $state.raw<PuzzleAnswer | null>(null);
  /** Why something cannot be played. */
  refusal = $state.raw<Phrase | null>(null);
  unreachable = $state(false);
  /** How many puzzles and attempts were begun: the board begins anew with each. */
  attempt = $state(0);
  #actions: readonly string[] = [];
  /** How many puzzles were asked for: an answer that a later question has overtaken is not shown. */
  #opened = 0;

  get view(): unknown {
    return this.answer?.view ?? this.position?.view;
  }

  get legal(): Legal | null {
    if (this.isDecided) return null;
    return this.answer?.legal ?? this.position?.legal ?? null;
  }

  get last(): string | null {
    return this.#actions.at(-1) ?? null;
  }

  /** Whether the answer is right, wrong or given up. */
  get isDecided(): boolean {
    return this.answer !== null && this.answer.verdict !== 'unfinished';
  }

  async open(game: string, number: number): Promise<void> {
    this.#opened += 1;
    const turn = this.#opened;
    await this.#ask(
      () => api.puzzle(game, number),
      (position) => {
        if (turn !== this.#opened) return;
        this.position = position;
        this.retry();
      },
    );
  }

  /** Takes the puzzle off the board. */
  close(): void {
    this.#opened += 1;
    this.position = null;
    this.retry();
  }

  /** Puts the puzzle's position back. */
  retry(): void {
    this.answer = null;
    this.refusal = null;
    this.#actions = [];
    this.attempt += 1;
  }

  async act(action: string): Promise<void> {
    if (!this.isDecided) await this.#try([...this.#actions, action]);
  }

  giveUp(): Promise<void> {
    return this.#try([]);
  }

  async preview(action: string): Promise<readonly Told[]> {
    const at = this.position;
    if (!at) return [];
    const preview = api.previewPuzzle(at.game, at.number, [...this.#actions, action]);
    return preview.then(({ events }) => toldOf(events)).catch(() => []);
  }

  async #try(actions: readonly string[]): Promise<void> {
    const at = this.position;
    if (!at) return;
    await this.#ask(
      () => api.answerPuzzle(at.game, at.number, actions),
      (answer) => {
        if (this.position !== at) return;
        this.answer = answer;
        this.#actions = actions;
      },
    );
  }

  async #ask<T>(question: () => Promise<T>, heard: (answer: T) => void): Promise<void> {
    try {
      const answer = await question();
      this.refusal = null;
      this.unreachable = false;
      heard(answer);
    } catch (error) {
      if (error instanceof Refused) this.refusal = error.refusal.says;
      else this.unreachable = true;
    }
  }
}
