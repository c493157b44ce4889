/** A record under study: stepping, trying other actions, and what the engine thinks. Nothing that was played is lost. */

import { toldOf, type Told } from '../boards/types';
import { api, Refused } from '../net/api';
import { ranksOf } from '../screens/history/games';
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
  type TreeNode,
} from './tree';
import { cost, turningPoint, type Decision } from './turning';

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

/** One search from a decision: what is best, and beside it what was played. */
interface Search extends Judged {
  played: Omit<Decision, 'ply'> | null;
}

/** A decision of the tree that cost its player chances. */
export interface Mistake {
  node: TreeNode;
  cost: number;
  exact: boolean;
  /** What the engine would have played instead. */
  better: Line | null;
}

/** What changed seat 1's chance over a game of two seats. The parts add up to the difference. */
export interface Account {
  start: number;
  end: number;
  /** The effect of the decisions of seat 1 and of seat 2. */
  decisions: readonly [number, number];
  /** The effect of throws; `null` where nothing was thrown. */
  luck: number | null;
  /** What one search saw and the search before it had not. */
  rest: number;
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

/** A decision that costs this much of one's own winning chance is a mistake. */
export const MISTAKE = 0.12;
/** The burst and the rate per second of requests; both are below the server's limits. */
const HEARD = 60;
const HEARD_PER_SECOND = 15;
/** The delay before a refused request is repeated, in milliseconds. */
const PAUSE = 400;

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
  /** The decisions of the tree that were judged, by their nodes; `null` where nobody can tell what one cost. */
  #decided = $state.raw<ReadonlyMap<number, Omit<Decision, 'ply'> | null>>(new Map());
  #past = $state.raw<readonly Moment[]>([]);
  /** The tags of the record that was opened, and the actions that they are about. */
  #tags = $state.raw<StudyPosition['tags']>({});
  #played = '';
  /** The seats' shares of the result, where the line that was judged last is over. */
  #ends = $state.raw<readonly number[] | null>(null);
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
    return `${tagText(position, this.#tags, this.#isAsPlayed(extended(this.tree, [])))}\n\n${moveText(this.tree)}\n`;
  }

  /** Whether a line is the game that was opened. */
  #isAsPlayed(line: readonly number[]): boolean {
    return this.#actions(line).join(' ') === this.#played;
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

  /** The number of seats of the game. */
  get seats(): number {
    return Number(this.position?.options.seats ?? 2);
  }

  /** The decisions of the line that is shown, as far as they were judged. */
  get decisions(): Decision[] {
    return this.line.flatMap((id, index) => {
      const decided = this.#decided.get(id);
      return decided ? [{ ...decided, ply: index + 1 }] : [];
    });
  }

  /** The mistakes of the whole tree, in the order in which it is read. */
  get mistakes(): Mistake[] {
    const found: Mistake[] = [];
    const line = (children: readonly TreeNode[], parent: number): void => {
      let from = parent;
      for (let rest = children; rest[0] !== undefined;) {
        const [first, ...others] = rest as [TreeNode, ...TreeNode[]];
        const decided = this.#decided.get(first.id);
        if (decided && cost(decided) >= MISTAKE) {
          const better = this.#judged.get(from)?.best ?? null;
          found.push({ node: first, cost: cost(decided), exact: decided.exact, better });
        }
        for (const other of others) line([other], from);
        [from, rest] = [first.id, first.children];
      }
    };
    line(this.tree.children, 0);
    return found;
  }

  /** The action that turned the line, once all of it has been judged. */
  get turning(): Decision | null {
    if (this.#left(false) > 0) return null;
    const value = this.#judged.get(this.line[this.line.length - 1] ?? 0)?.value ?? null;
    // Who resigned has lost, whatever the engine thinks of the position.
    const ranks = this.#isAsPlayed(this.line) ? ranksOf(this.#tags.Result ?? '') : null;
    const share = (seat: number): number | null => {
      if (ranks) return result(ranks, seat);
      if (this.seats > 2) return this.#ends?.[seat - 1] ?? null;
      return value === null || seat === 1 ? value : 1 - value;
    };
    return turningPoint(this.decisions, this.seats, share);
  }

  /** What changed the chances over the line, once all of it has been judged; `null` with more than two seats. */
  get account(): Account | null {
    if (this.seats > 2 || this.#left(true) > 0) return null;
    return accountOf(nodesAlong(this.tree, this.line), this.values, this.decisions);
  }

  /** The part of the line that has been judged. */
  get judgedPart(): number {
    return 1 - this.#left(true) / (this.line.length + 1);
  }

  /** The part of the line's decisions that has been judged. */
  get decidedPart(): number {
    return 1 - this.#left(false) / (this.line.length + 1);
  }

  /** The number of positions of the line that have yet to be judged, with or without those in which chance acts. */
  #left(throws: boolean): number {
    const nodes = nodesAlong(this.tree, this.line);
    return [0, ...this.line].filter((id, ply) => this.#lacks(id, nodes[ply], throws)).length;
  }

  /** Whether a position has yet to be judged, with the action that was played in it. */
  #lacks(id: number, next: TreeNode | undefined, throws: boolean): boolean {
    if (next && next.seat === null) return throws && !this.#judged.has(id);
    return !this.#judged.has(id) || (next !== undefined && !this.#decided.has(next.id));
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
    this.#forget();
  }

  #forget(): void {
    this.#judged = new Map();
    this.#decided = new Map();
    this.#ends = null;
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
    // What was judged is kept by id, so ids are not used again.
    this.tree = { ...before.tree, next: this.tree.next };
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

  /**
   * Judges the decisions of the line one after the other, and the throws unless they are left out, except those that have been
   * judged before. Each is one search, limited by positions: whoever asks gets the same answer.
   */
  async judge(nodes: number, throws = true): Promise<void> {
    const position = this.position;
    if (!position) return;
    this.stop();
    this.#run += 1;
    const run = this.#run;
    const line = this.line;
    const along = nodesAlong(this.tree, line);
    const judging = { position, actions: along.map((node) => node.action), along, nodes };
    this.progress = 0;
    for (let ply = 0; ply <= line.length;) {
      this.progress = ply / (line.length + 1);
      if (this.#lacks(line[ply - 1] ?? 0, along[ply], throws)) {
        const stops = this.#stops;
        const done = await this.#judge(judging, ply, () => run === this.#run);
        if (run !== this.#run) return;
        // Stepping through the game stops the engine's request: it is repeated.
        if (!done && stops !== this.#stops) continue;
        if (!done) this.#keep(judging, ply, { value: null, best: null, played: null });
      }
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

  /** Judges a position of a line; `false` if that was not possible. */
  async #judge(judging: Judging, ply: number, wanted: () => boolean): Promise<boolean> {
    const { position, actions, along, nodes } = judging;
    const record = write(position, actions.slice(0, ply));
    const next = along[ply];
    if (next && next.seat !== null) {
      const found = await this.#search(record, nodes, next.action);
      if (found && wanted()) this.#keep(judging, ply, found);
      return found !== null;
    }
    const found = await api.study({ record }).catch(() => null);
    if (found === null || !wanted()) return false;
    const { turn, legal } = found;
    if (turn.kind === 'over') {
      const { ranks } = turn.outcome;
      this.#ends = ranks.map((_, index) => result(ranks, index + 1));
      this.#keep(judging, ply, { value: result(ranks), best: null, played: null });
      return true;
    }
    if (turn.kind === 'seat') {
      const judged = await this.#search(record, nodes);
      if (judged && wanted()) this.#keep(judging, ply, judged);
      return judged !== null;
    }
    if (legal.kind !== 'outcomes') return false;
    let mean = 0;
    for (const [outcome, part, whole] of legal.outcomes) {
      const value =
        outcome === next?.action
          ? await this.#after(judging, ply + 1, wanted)
          : (await this.#search(write(position, [...actions.slice(0, ply), outcome]), nodes))
              ?.value;
      if (value == null || !wanted()) return false;
      mean += (value * part) / whole;
    }
    this.#keep(judging, ply, { value: mean, best: null, played: null });
    return true;
  }

  /** The value of a position after a throw, as it counts for the game itself: two searches could differ. */
  async #after(judging: Judging, ply: number, wanted: () => boolean): Promise<number | null> {
    const id = judging.along[ply - 1]?.id ?? 0;
    const known = this.#judged.has(id) || (await this.#judge(judging, ply, wanted));
    return known ? (this.#judged.get(id)?.value ?? null) : null;
  }

  #keep({ along }: Judging, ply: number, { value, best, played }: Search): void {
    const id = along[ply - 1]?.id ?? 0;
    const next = along[ply];
    // Where a variation begins, the position has been judged for the game.
    if (!this.#judged.has(id)) this.#judged = new Map(this.#judged).set(id, { value, best });
    if (next && next.seat !== null) this.#decided = new Map(this.#decided).set(next.id, played);
  }

  /** One search, in which a played action is compared with the best; `null` where nobody can tell. */
  async #search(record: string, nodes: number, played?: string): Promise<Search | null> {
    await this.#pace();
    const also = played === undefined ? {} : { also: played };
    const found = await this.#ask({ record, nodes, lines: 1, ...also });
    if (!found?.done) return null;
    return searched(found, this.seats, played);
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
    question: { record: string; millis?: number; nodes?: number; also?: string; lines: number },
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

/** A line that is being judged. */
interface Judging {
  position: StudyPosition;
  actions: readonly string[];
  along: readonly TreeNode[];
  /** The positions of each search. */
  nodes: number;
}

/** What a search says of the position, and of the action that was played there. */
export function searched(
  { seat, lines }: Pick<Analysis, 'seat' | 'lines'>,
  seats: number,
  action?: string,
): Search | null {
  const first = lines[0];
  if (!first) return null;
  const line = lines.find(({ actions }) => actions[0] === action);
  // What was played may turn out better than the search's first choice.
  const best = line && line.value > first.value ? line : first;
  const own = seats > 2 && seat !== 1 ? null : best.value;
  const value = own === null || seat === 1 ? own : 1 - own;
  if (!line) return { value, best, played: null };
  const exact = best.exact && line.exact;
  return { value, best, played: { seat, before: best.value, after: line.value, exact } };
}

/** What changed seat 1's chance along a line, by what was judged of it; `null` where nothing was. */
export function accountOf(
  nodes: readonly Pick<TreeNode, 'seat'>[],
  values: readonly Value[],
  decided: readonly Decision[],
): Account | null {
  const [first, last] = [values[0], values[values.length - 1]];
  if (!first || !last || first === last) return null;
  const at = new Map(values.map(({ ply, value }) => [ply, value]));
  const decisions: [number, number] = [0, 0];
  for (const decision of decided) {
    if (decision.seat === 1) decisions[0] -= cost(decision);
    else decisions[1] += cost(decision);
  }
  let luck: number | null = null;
  nodes.forEach((node, index) => {
    const [before, after] = [at.get(index), at.get(index + 1)];
    if (node.seat !== null || before === undefined || after === undefined) return;
    luck = (luck ?? 0) + after - before;
  });
  const [start, end] = [first.value, last.value];
  const rest = end - start - decisions[0] - decisions[1] - (luck ?? 0);
  return { start, end, decisions, luck, rest };
}
