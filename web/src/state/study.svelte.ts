/** A record under study: stepping, trying other actions, and the engine's evaluation. */

import { toldOf, type Told } from '../boards/types';
import { api, Refused } from '../net/api';
import { Connection } from '../net/connection';
import type { Analysis, Refusal, StudyPosition, Tell } from '../protocol';

/** Seat 1's winning chance after some actions. */
export interface Value {
  ply: number;
  value: number;
}

/** A drop of one's own winning chance by this much is a mistake. */
export const MISTAKE = 0.12;
/** The engine's time per position when a whole game is evaluated, in milliseconds. */
const GLANCE = 250;
/** The burst and the rate per second of requests; both are below the server's limits. */
const HEARD = 60;
const HEARD_PER_SECOND = 15;
/** The delay before a refused request is repeated, in milliseconds. */
const PAUSE = 400;
/** The engine's time per alternative throw: there are several for each throw. */
const ASIDE = 80;

export class StudyState {
  position = $state.raw<StudyPosition | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  unreachable = $state(false);
  analysis = $state.raw<Analysis | null>(null);
  thinking = $state(false);
  values = $state.raw<readonly Value[]>([]);
  /** How much of the whole game has been evaluated; `null` if it was not requested. */
  progress = $state<number | null>(null);

  #record = '';
  #socket: Connection | null = null;
  #asked = 0;
  /** The times of the last requests of an evaluation. */
  #times: number[] = [];
  /** Repeats the last request, if its answer is still wanted. */
  #repeat: () => void = () => undefined;
  /** The number of requested positions: an answer overtaken by a later request is not shown. */
  #opened = 0;
  readonly #waiting = new Map<number, (analysis: Analysis | null) => void>();

  get record(): string {
    return this.#record;
  }

  /** Opens a record at a position; by default at its end. */
  async open(record: string, at?: number | null): Promise<void> {
    this.stop();
    this.#opened += 1;
    const turn = this.#opened;
    try {
      const position = await api.study({ record, ...(at == null ? {} : { at }) });
      if (turn !== this.#opened) return;
      this.#record = record;
      this.position = position;
      this.refusal = null;
      this.unreachable = false;
    } catch (error) {
      if (turn !== this.#opened) return;
      if (error instanceof Refused) this.refusal = error.refusal;
      else this.unreachable = true;
    }
  }

  async step(at: number): Promise<void> {
    const last = this.position?.steps.length ?? 0;
    if (at < 0 || at > last) return;
    const going = this.thinking && this.progress === null;
    await this.open(this.#record, at);
    if (going) this.analyse();
  }

  /** Plays an action here: the record continues from this position, and the rest is dropped. */
  async act(action: string): Promise<void> {
    const position = this.position;
    if (!position) return;
    const next = position.steps[position.at];
    if (next?.action === action) {
      await this.step(position.at + 1);
      return;
    }
    const actions = position.steps.slice(0, position.at).map((step) => step.action);
    await this.open(write(position, [...actions, action]));
    await this.#goOn();
    if (this.refusal === null) this.values = this.values.filter(({ ply }) => ply <= position.at);
  }

  /**
   * If chance has only one outcome, it is played: a hand without tremor, stones that come to rest.
   */
  async #goOn(): Promise<void> {
    for (
      let position = this.position;
      position && this.refusal === null;
      position = this.position
    ) {
      const { legal, steps, at } = position;
      const [only, ...others] = legal.kind === 'outcomes' ? legal.outcomes : [];
      if (at !== steps.length || only === undefined || others.length > 0) return;
      await this.open(write(position, [...steps.map((step) => step.action), only[0]]));
      if (this.unreachable) return;
    }
  }

  async preview(action: string): Promise<readonly Told[]> {
    const position = this.position;
    if (!position) return [];
    try {
      const answer = await api.study({ record: this.#record, at: position.at, action });
      return toldOf(answer.preview?.events ?? []);
    } catch {
      return [];
    }
  }

  /** Asks the engine about this position until it is stopped. */
  analyse(): void {
    const position = this.position;
    if (!position || position.turn.kind !== 'seat') return;
    this.analysis = null;
    this.thinking = true;
    const question = { record: this.#record, at: position.at, millis: 5_000, lines: 3 };
    void this.#ask(question, (found) => (this.analysis = found)).then(
      () => (this.thinking = false),
    );
  }

  stop(): void {
    if (this.#asked !== 0) this.#socket?.send({ kind: 'stop', id: this.#asked });
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
    this.#asked = 0;
    this.analysis = null;
    this.thinking = false;
  }

  /** Evaluates every position of the game, one after the other. */
  async judge(): Promise<void> {
    const position = this.position;
    if (!position) return;
    this.stop();
    this.values = [];
    this.progress = 0;
    const count = position.steps.length;
    for (let ply = 0; ply <= count && this.progress !== null; ply += 1) {
      this.progress = ply / Math.max(1, count);
      const value = await this.#value(position, ply);
      if (value !== null) this.values = [...this.values, { ply, value }];
    }
    this.progress = null;
  }

  /** Seat 1's winning chance after some actions; `null` if it is unknown. */
  async #value(position: StudyPosition, ply: number): Promise<number | null> {
    const actions = position.steps.slice(0, ply).map((step) => step.action);
    if (ply < position.steps.length && position.steps[ply]?.seat !== null)
      return this.glance(write(position, actions), GLANCE);
    const found = await api.study({ record: write(position, actions) }).catch(() => null);
    if (found === null) return null;
    const { turn, legal } = found;
    if (turn.kind === 'over') return result(turn.outcome.ranks);
    if (turn.kind === 'seat') return this.glance(write(position, actions), GLANCE);
    if (legal.kind !== 'outcomes') return null;
    let mean = 0;
    for (const [outcome, part, whole] of legal.outcomes) {
      const value = await this.glance(write(position, [...actions, outcome]), ASIDE);
      if (value === null) return null;
      mean += (value * part) / whole;
    }
    return mean;
  }

  /** Seat 1's winning chance after a record, by a short search. */
  async glance(record: string, millis: number): Promise<number | null> {
    const found = await this.glanceOfMover(record, millis);
    if (!found) return null;
    return found.seat === 1 ? found.value : 1 - found.value;
  }

  /** The winning chance of the seat to act after a record. */
  async glanceOfMover(
    record: string,
    millis: number,
  ): Promise<{ seat: number; value: number } | null> {
    await this.#pace();
    const found = await this.#ask({ record, millis, lines: 1 });
    const best = found?.lines[0];
    return found && best ? { seat: found.seat, value: best.value } : null;
  }

  /** If every answer is immediate, requests would exceed the server's rate limit. */
  async #pace(): Promise<void> {
    const earliest = (this.#times[0] ?? 0) + (HEARD * 1000) / HEARD_PER_SECOND;
    const wait = this.#times.length < HEARD ? 0 : earliest - Date.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    this.#times = [...this.#times, Date.now()].slice(-HEARD);
  }

  close(): void {
    this.stop();
    this.progress = null;
    this.#socket?.close();
  }

  #ask(
    question: { record: string; at?: number; millis: number; lines: number },
    heard: (analysis: Analysis) => void = () => undefined,
  ): Promise<Analysis | null> {
    this.#socket ??= new Connection('/api/v1/study/socket', {
      tell: (message) => this.#hear(message),
      link: (link) => {
        if (link === 'open') this.#repeat();
      },
    });
    const socket = this.#socket;
    const id = socket.id();
    this.#asked = id;
    return new Promise((resolve) => {
      let last: Analysis | null = null;
      this.#waiting.set(id, (analysis) => {
        if (analysis === null) {
          resolve(last);
          return;
        }
        last = analysis;
        heard(analysis);
        if (analysis.done) {
          this.#waiting.delete(id);
          resolve(analysis);
        }
      });
      // Nothing is sent while disconnected: the request is sent as soon as the connection is up.
      this.#repeat = () => {
        if (this.#waiting.has(id)) socket.send({ kind: 'analyse', id, ...question });
      };
      this.#repeat();
    });
  }

  /** A request over the rate limit is repeated a little later. */
  #later(): void {
    const repeat = this.#repeat;
    setTimeout(() => {
      if (repeat === this.#repeat) repeat();
    }, PAUSE);
  }

  #hear(message: Tell): void {
    if (message.kind === 'analysis') this.#waiting.get(message.id)?.(message.analysis);
    if (message.kind !== 'refused') return;
    if (message.id === null) {
      this.#later();
      return;
    }
    this.#waiting.get(message.id)?.(null);
    this.#waiting.delete(message.id);
  }
}

/** The payoff of a seat at the end of a game: 1, a share of it for a tie, or 0. */
export function result(ranks: readonly number[], seat = 1): number {
  const best = ranks.filter((rank) => rank === 1).length;
  return ranks[seat - 1] === 1 ? 1 / best : 0;
}

/** A record of these actions with the game and the options of another record. */
export function write(position: StudyPosition, actions: readonly string[]): string {
  const tags = [`[Game "${position.game}"]`];
  for (const [name, value] of Object.entries(position.options)) {
    tags.push(`[Option.${name} "${value}"]`);
  }
  return `${tags.join('\n')}\n\n${actions.join(' ')}\n`;
}

/** The actions after which the mover's own chance had dropped, by ply. */
export function mistakes(
  position: Pick<StudyPosition, 'steps'>,
  values: readonly Value[],
): Map<number, number> {
  const at = new Map(values.map(({ ply, value }) => [ply, value]));
  const found = new Map<number, number>();
  position.steps.forEach((step, index) => {
    const before = at.get(index);
    const after = at.get(index + 1);
    if (step.seat === null || before === undefined || after === undefined) return;
    const drop = step.seat === 1 ? before - after : after - before;
    if (drop >= MISTAKE) found.set(index + 1, drop);
  });
  return found;
}

/** The effects of luck and of the players' decisions on seat 1's chances, in games with chance. */
export function luck(
  position: Pick<StudyPosition, 'steps'>,
  values: readonly Value[],
): { luck: number; lost: [number, number] } | null {
  const at = new Map(values.map(({ ply, value }) => [ply, value]));
  const judged = position.steps.some(
    (step, index) => step.seat === null && at.has(index) && at.has(index + 1),
  );
  if (!judged) return null;
  let total = 0;
  const lost: [number, number] = [0, 0];
  position.steps.forEach((step, index) => {
    const before = at.get(index);
    const after = at.get(index + 1);
    if (before === undefined || after === undefined) return;
    if (step.seat === null) total += after - before;
    else if (step.seat === 1) lost[0] += Math.max(0, before - after);
    else lost[1] += Math.max(0, after - before);
  });
  return { luck: total, lost };
}
