/** A record under study: stepping, trying other actions, and what the engine thinks. Nothing that was played is lost. */

import { toldOf, type Told } from '../boards/types';
import { api, Refused } from '../net/api';
import { Connection } from '../net/connection';
import type { Analysis, Line, Refusal, StudyPosition, Tell } from '../protocol';
import {
  added,
  commented,
  deepest,
  EMPTY,
  extended,
  marked,
  MAX_NESTING,
  moveText,
  nesting,
  nodesAlong,
  pathTo,
  promoted,
  removed,
  treeOf,
  variationOf,
  type Tree,
} from './tree';

/** Seat 1's winning chance after some actions. */
export interface Value {
  ply: number;
  value: number;
}

/** What the engine thinks of a position of the tree. */
interface Judged {
  /** The winning chance of seat 1; `null` where nobody can tell. */
  value: number | null;
  /** What it would play there; nothing where chance acts or the game is over. */
  best: Line | null;
}

/** A record with deeper variations could not be read again. */
const TOO_DEEP: Refusal = {
  code: 'not_now',
  rule: null,
  says: {
    en: `Variations can be nested ${MAX_NESTING} deep, and no deeper.`,
    fr: `Les variantes peuvent être imbriquées sur ${MAX_NESTING} niveaux, pas davantage.`,
    ja: `変化の入れ子は${MAX_NESTING}段までです。`,
  },
};

/** What undo goes back to. */
interface Moment {
  tree: Tree;
  line: readonly number[];
  at: number;
}

/** The number of steps that can be undone. */
const MEMORY = 200;

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
  /** The game with all its variations, and the line of it that is shown. */
  tree = $state.raw<Tree>(EMPTY);
  line = $state.raw<readonly number[]>([]);
  /** How much of the whole game has been looked at; `null` while nobody asked. */
  progress = $state<number | null>(null);
  /** Counts the changes to the tree, so that whoever keeps it knows of them. */
  changes = $state(0);

  #judged = $state.raw<ReadonlyMap<number, Judged>>(new Map());
  #past = $state.raw<readonly Moment[]>([]);
  /** The tags of the record that was opened, and the actions that they are about. */
  #tags = $state.raw<StudyPosition['tags']>({});
  #played = '';
  /** Counts the judgements: a stopped one must not store anything. */
  #run = 0;
  /** Counts how often the engine's requests were stopped. */
  #stops = 0;
  #socket: Connection | null = null;
  #asked = 0;
  /** The times of the last requests of an evaluation. */
  #times: number[] = [];
  /** Repeats the last request, if its answer is still wanted. */
  #repeat: () => void = () => undefined;
  /** The number of requested positions: an answer overtaken by a later request is not shown. */
  #opened = 0;
  readonly #waiting = new Map<number, (analysis: Analysis | null) => void>();

  /** The path to the position that is shown. */
  get path(): readonly number[] {
    return this.line.slice(0, this.position?.at ?? 0);
  }

  /** The record's tags, which name the players. */
  get named(): Pick<StudyPosition, 'tags'> {
    return { tags: this.#tags };
  }

  get isMainLine(): boolean {
    return variationOf(this.tree, this.line) === null;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  /** The record of the game with its variations. */
  get record(): string {
    const position = this.position;
    if (!position) return '';
    const main = nodesAlong(this.tree, extended(this.tree, []));
    const same = main.map((node) => node.action).join(' ') === this.#played;
    return `${tagText(position, this.#tags, same)}\n\n${moveText(this.tree)}\n`;
  }

  /** The record of the line that is shown. */
  get lineRecord(): string {
    return this.position ? write(this.position, this.#actions(this.line)) : '';
  }

  /** The chances along the line that is shown, as far as they were judged. */
  get values(): Value[] {
    return [0, ...this.line].flatMap((id, ply) => {
      const judged = this.#judged.get(id);
      return judged?.value == null ? [] : [{ ply, value: judged.value }];
    });
  }

  /** What the engine would have played instead of an action of the line. */
  betterThan(ply: number): Line | null {
    return this.#judged.get(this.line[ply - 2] ?? 0)?.best ?? null;
  }

  /** The part of the line's positions that has been judged. */
  get judgedPart(): number {
    const judged = [0, ...this.line].filter((id) => this.#judged.has(id)).length;
    return judged / (this.line.length + 1);
  }

  /** Opens a record at a position; by default at its end. */
  async open(record: string, at?: number | null): Promise<void> {
    const position = await this.#fetch(record, at);
    if (!position) return;
    this.tree = treeOf(position);
    this.line = extended(this.tree, []);
    this.position = position;
    this.#tags = position.tags;
    this.#played = position.steps.map((step) => step.action).join(' ');
    this.#past = [];
    this.#judged = new Map();
  }

  /** Asks for a position; nothing where that fails or a later question has overtaken it. */
  async #fetch(record: string, at?: number | null): Promise<StudyPosition | null> {
    this.stop();
    this.#opened += 1;
    const turn = this.#opened;
    try {
      const position = await api.study({ record, ...(at == null ? {} : { at }) });
      if (turn !== this.#opened) return null;
      this.refusal = null;
      this.unreachable = false;
      return position;
    } catch (error) {
      if (turn !== this.#opened) return null;
      if (error instanceof Refused) this.refusal = error.refusal;
      else this.unreachable = true;
      return null;
    }
  }

  #actions(path: readonly number[]): string[] {
    return nodesAlong(this.tree, path).map((node) => node.action);
  }

  /** Shows a position of a line. */
  async #show(line: readonly number[], at: number): Promise<void> {
    const position = this.position;
    if (!position) return;
    const going = this.thinking && this.progress === null;
    const found = await this.#fetch(write(position, this.#actions(line)), at);
    if (!found) return;
    this.line = line;
    this.position = found;
    if (going) this.analyse();
  }

  async step(at: number): Promise<void> {
    if (at < 0 || at > this.line.length) return;
    await this.#show(this.line, at);
  }

  /** Goes to an action of the tree. */
  async go(id: number): Promise<void> {
    const path = pathTo(this.tree, id);
    if (!path) return;
    const onLine = this.line[path.length - 1] === id;
    await this.#show(onLine ? this.line : extended(this.tree, path), path.length);
  }

  /** Plays an action here: where another was played, it becomes a variation. */
  async act(action: string): Promise<void> {
    const position = this.position;
    if (!position) return;
    const path = this.path;
    if (position.steps[position.at]?.action === action) {
      await this.step(position.at + 1);
      return;
    }
    const found = await this.#fetch(write(position, [...this.#actions(path), action]));
    const step = found?.steps[path.length];
    if (!found || !step) return;
    const grown = added(this.tree, path, step);
    if (nesting(grown.tree, grown.path) > MAX_NESTING) {
      this.refusal = TOO_DEEP;
      return;
    }
    if (grown.tree === this.tree) {
      await this.#show(extended(this.tree, grown.path), grown.path.length);
      return;
    }
    this.#remember(grown.tree);
    this.line = grown.path;
    this.position = found;
    await this.#goOn();
  }

  /**
   * If chance has only one outcome, it is played: a hand without tremor, stones that come to rest.
   */
  async #goOn(): Promise<void> {
    for (;;) {
      const position = this.position;
      if (!position || this.refusal !== null || this.unreachable) return;
      const { legal, steps, at } = position;
      const [only, ...others] = legal.kind === 'outcomes' ? legal.outcomes : [];
      if (at !== steps.length || only === undefined || others.length > 0) return;
      const found = await this.#fetch(write(position, [...this.#actions(this.path), only[0]]));
      const step = found?.steps[at];
      if (!found || !step) return;
      const grown = added(this.tree, this.path, step);
      // One step back undoes it together with the action that brought it about.
      this.tree = grown.tree;
      this.line = grown.path;
      this.position = found;
    }
  }

  /** Takes a changed tree for the present one; undo comes back to what is now. */
  #remember(tree: Tree): void {
    const now = { tree: this.tree, line: this.line, at: this.position?.at ?? 0 };
    this.#past = [...this.#past, now].slice(-MEMORY);
    this.tree = tree;
    this.changes += 1;
  }

  async undo(): Promise<void> {
    const before = this.#past[this.#past.length - 1];
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.tree = before.tree;
    this.changes += 1;
    await this.#show(before.line, before.at);
  }

  /** Makes the variation that is shown what its line plays. */
  async promote(): Promise<void> {
    const { path } = this;
    const tree = promoted(this.tree, path);
    if (tree === this.tree) return;
    // What was played becomes a variation, one deeper with all of its own.
    if (deepest(tree) > MAX_NESTING) {
      this.refusal = TOO_DEEP;
      return;
    }
    this.#remember(tree);
    await this.#show(extended(tree, path), path.length);
  }

  /** Removes the action before this position, with all that follows it. */
  async remove(): Promise<void> {
    const { path } = this;
    if (path.length === 0) return;
    this.#remember(removed(this.tree, path));
    const left = path.slice(0, -1);
    await this.#show(extended(this.tree, left), left.length);
  }

  comment(text: string): void {
    this.#remember(commented(this.tree, this.path, text));
  }

  mark(mark: number | null): void {
    if (this.path.length > 0) this.#remember(marked(this.tree, this.path, mark));
  }

  async preview(action: string): Promise<readonly Told[]> {
    const position = this.position;
    if (!position) return [];
    try {
      const answer = await api.study({
        record: write(position, this.#actions(this.path)),
        action,
      });
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
    const record = write(position, this.#actions(this.path));
    const question = { record, millis: 5_000, lines: 3 };
    void this.#ask(question, (found) => (this.analysis = found)).then(
      () => (this.thinking = false),
    );
  }

  stop(): void {
    this.#stops += 1;
    if (this.#asked !== 0) this.#socket?.send({ kind: 'stop', id: this.#asked });
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
    this.#asked = 0;
    this.analysis = null;
    this.thinking = false;
  }

  /** Judges every position of the line, one after the other, except those that have been judged before. */
  async judge(): Promise<void> {
    const position = this.position;
    if (!position) return;
    this.stop();
    if (this.judgedPart === 1) this.#judged = new Map();
    this.#run += 1;
    const run = this.#run;
    const line = [0, ...this.line];
    for (let ply = 0; ply < line.length;) {
      this.progress = ply / line.length;
      const id = line[ply] ?? 0;
      const stops = this.#stops;
      const judged = this.#judged.get(id) ?? (await this.#judge(position, line.slice(1), ply));
      if (run !== this.#run) return;
      // Stepping through the game stops the engine's request: it is repeated.
      if (judged === null && stops !== this.#stops) continue;
      this.#judged = new Map(this.#judged).set(id, judged ?? { value: null, best: null });
      ply += 1;
    }
    this.progress = null;
  }

  /** Stops a judgement; it can be resumed later. */
  pause(): void {
    this.#run += 1;
    this.progress = null;
    this.stop();
  }

  /** The engine’s evaluation of a line after a number of actions; `null` where there is none. */
  async #judge(
    position: StudyPosition,
    line: readonly number[],
    ply: number,
  ): Promise<Judged | null> {
    const actions = this.#actions(line.slice(0, ply));
    const next = nodesAlong(this.tree, line)[ply];
    if (next && next.seat !== null) return this.#judgeMover(write(position, actions), GLANCE);
    const found = await api.study({ record: write(position, actions) }).catch(() => null);
    if (found === null) return null;
    const { turn, legal } = found;
    if (turn.kind === 'over') return { value: result(turn.outcome.ranks), best: null };
    if (turn.kind === 'seat') return this.#judgeMover(write(position, actions), GLANCE);
    if (legal.kind !== 'outcomes') return null;
    let mean = 0;
    for (const [outcome, part, whole] of legal.outcomes) {
      const judged = await this.#judgeMover(write(position, [...actions, outcome]), ASIDE);
      if (judged?.value == null) return null;
      mean += (judged.value * part) / whole;
    }
    return { value: mean, best: null };
  }

  async #judgeMover(record: string, millis: number): Promise<Judged | null> {
    await this.#pace();
    const found = await this.#ask({ record, millis, lines: 1 });
    const best = found?.lines[0];
    if (!found?.done || !best) return null;
    return { value: found.seat === 1 ? best.value : 1 - best.value, best };
  }

  /** Seat 1's winning chance after a record, by a short search. */
  async glance(record: string, nodes: number): Promise<number | null> {
    const found = await this.glanceOfMover(record, nodes);
    if (!found) return null;
    return found.seat === 1 ? found.value : 1 - found.value;
  }

  /**
   * The winning chance of the seat to act after a record. The search is limited by positions, not
   * by time, so that everybody who asks gets the same answer.
   */
  async glanceOfMover(
    record: string,
    nodes: number,
  ): Promise<{ seat: number; value: number } | null> {
    await this.#pace();
    const found = await this.#ask({ record, nodes, lines: 1 });
    const best = found?.lines[0];
    return found?.done && best ? { seat: found.seat, value: best.value } : null;
  }

  /** If every answer is immediate, requests would exceed the server's rate limit. */
  async #pace(): Promise<void> {
    const earliest = (this.#times[0] ?? 0) + (HEARD * 1000) / HEARD_PER_SECOND;
    const wait = this.#times.length < HEARD ? 0 : earliest - Date.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    this.#times = [...this.#times, Date.now()].slice(-HEARD);
  }

  close(): void {
    this.pause();
    this.#socket?.close();
  }

  #ask(
    question: { record: string; at?: number; millis?: number; nodes?: number; lines: number },
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

/** The highest level of the computers that played; `null` if none did. */
export function levelOf(tags: StudyPosition['tags']): number | null {
  const levels = Object.entries(tags).flatMap(([name, value]) => {
    const found = /^Seat\d+$/.test(name) ? /^sarsen:([1-8])$/.exec(value ?? '') : null;
    return found ? [Number(found[1])] : [];
  });
  return levels.length > 0 ? Math.max(...levels) : null;
}

/** Tags that tell of the game that was played, and no more of another that is made from it. */
const OF_THE_GAME = ['Result', 'End', 'Seed', 'SeedHash', 'Given'];

/** The tags of a record, those of the game first; `same` where its actions are those that were played. */
function tagText(
  position: StudyPosition,
  tags: Record<string, string | undefined>,
  same: boolean,
): string {
  const escaped = (text: string): string => text.replace(/["\\]/g, '\\$&');
  const written = new Map([['Game', position.game]]);
  for (const [name, value] of Object.entries(position.options)) {
    if (value !== undefined) written.set(`Option.${name}`, value);
  }
  for (const [name, value] of Object.entries(tags)) {
    if (value !== undefined && (same || !OF_THE_GAME.includes(name))) written.set(name, value);
  }
  return [...written].map(([name, value]) => `[${name} "${escaped(value)}"]`).join('\n');
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
