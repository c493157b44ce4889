/**
 * One table as seen by this browser. It displays what the server sends and forwards requests; it
 * decides nothing.
 */

import { toldOf, type Told } from '../boards/types';
import { inAll, type Key, type Phrase } from '../i18n';
import { api } from '../net/api';
import { Connection, type Link } from '../net/connection';
import type {
  Analysis,
  Ask,
  Happened,
  Happening,
  Position,
  Refusal,
  Said,
  TableInfo,
  Tell,
} from '../protocol';
import { Speeches } from '../people/speech.svelte';
import { asPlayer, knownKey, rename } from './player.svelte';
import { paced, settings } from './settings.svelte';
import { isDefaultName } from '../ui/seats';
import { gameUi } from '../games/find';
import { ENDED, play, REFUSED } from './sound';

/** How long an event is shown before the next one, in milliseconds at normal speed. */
const STEP = 1000;
/** A longer queue is not shown event by event: the client was away. */
const BACKLOG = 12;

/** A position shown on this screen, with what led to it. */
export interface Moment {
  position: Position;
  events: readonly Told[];
}

/** An action with the position it was meant for. */
interface Kept {
  game: number;
  ply: number;
  action: string;
}

export class TableState {
  info = $state.raw<TableInfo | null>(null);
  now = $state.raw<Moment | null>(null);
  link = $state<Link>('joining');
  /** The action that was sent and is not confirmed. */
  pending = $state<string | null>(null);
  /** The same with its position, until the server has answered: it survives a lost connection. */
  #kept = $state.raw<Kept | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  analysis = $state.raw<Analysis | null>(null);
  /** The last consequences, in words. */
  said = $state.raw<readonly Phrase[]>([]);
  /** What became of the reader's last action, once others have acted since. */
  mine = $state.raw<readonly Phrase[]>([]);
  /** Whether this screen has chosen an action in this game, rather than played the only one. */
  decided = $state(false);
  /** The last event that was not an action: an offer, an answer. */
  note = $state.raw<Happening | null>(null);
  /** The actions of the game in words. */
  words = $state.raw<readonly Said[]>([]);
  /** The consequences of the actions by ply, as far as this page has received them. */
  told = $state.raw<ReadonlyMap<number, readonly Phrase[]>>(new Map());
  /** The ply being displayed; `null` for the current position. */
  at = $state<number | null>(null);
  past = $state.raw<Moment | null>(null);
  /** The ply of the entry of the list or the log that is pointed at. */
  pointed = $state<number | null>(null);
  gone = $state.raw<Refusal | null>(null);

  /** What the people here have just said. */
  readonly speeches = new Speeches();

  /** The plies at which an action without an alternative played itself here. */
  readonly #alone = new Set<number>();
  /** The plies at which an action was played that had been chosen before. */
  readonly #ahead = new Set<number>();
  /** Whether the table was told a name that this player has been given since. */
  #introduced = false;

  readonly #connection: Connection;
  readonly #waiting = new Map<number, (message: Tell | null) => void>();
  readonly #moments = new Map<number, Moment>();
  #number: number | undefined;
  #queue: Happened[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shownAt = 0;
  #hint: number | null = null;
  /** What was said while the table moved to another server, which has not read it. */
  #unread: Ask[] = [];
  /** The refusal that says that there is no connection: it is untrue once there is one. */
  #missing: Refusal | null = null;
  /** The ply up to which the log is being read, so that it is not requested twice. */
  #reading: number | null = null;

  constructor(
    readonly id: string,
    /** The key of whoever looks; a spectator has none. */
    readonly key: () => string | undefined = knownKey,
  ) {
    this.#connection = new Connection(`/api/v1/tables/${encodeURIComponent(id)}/socket`, {
      tell: (message) => this.#hear(message),
      link: (link) => this.#linked(link),
      hello: () => {
        const key = this.key();
        return {
          ...(key === undefined ? {} : { key }),
          ...(this.#number === undefined ? {} : { since: this.#number }),
        };
      },
    });
  }

  /** Joins with an invitation, then reconnects as the seat. */
  static async join(id: string, invite: string): Promise<void> {
    await asPlayer((key) => api.join(key, id, invite));
  }

  /** The position on the board: the current one, or the one stepped to. */
  get shown(): Moment | null {
    return this.at === null ? this.now : this.past;
  }

  /** The seat that this screen plays now. */
  get acting(): number | null {
    const turn = this.now?.position.turn;
    if (turn?.kind !== 'seat' || !this.info?.you.includes(turn.seat)) return null;
    return this.now?.position.curtain == null ? turn.seat : null;
  }

  /** The seat of this screen that acted last and can take that back; on a shared screen this may be any of its seats. */
  get undoSeat(): number | null {
    const { info, now } = this;
    if (!info || !now) return null;
    const played = this.words.slice(0, now.position.ply);
    const mine = played.findLastIndex(({ seat }) => seat !== null && info.you.includes(seat));
    // A position that the table began from stays.
    return mine >= info.given ? (played[mine]?.seat ?? null) : null;
  }

  /** Whether this screen has decided nothing yet, or nobody has: then it still shows how to win. */
  get beginning(): boolean {
    const { info, now } = this;
    if (info?.status === 'playing' && info.you.length > 0 && !this.decided) return true;
    return this.words.slice(0, now?.position.ply).every(({ seat }) => seat === null);
  }

  /** The difference between the server's clock and ours, in milliseconds. */
  get clockOffset(): number {
    return this.#connection.clockOffset;
  }

  /** Whether an action is waiting for the connection to come back. */
  get waiting(): boolean {
    return this.#kept !== null && this.link !== 'open';
  }

  /** Plays an action that was chosen before the turn: what made it the turn is told together with it. */
  actAhead(action: string): void {
    const position = this.now?.position;
    if (position) this.#ahead.add(position.ply + 1);
    this.act(action);
  }

  /** Plays an action; `alone` if it played itself because there was no other. */
  act(action: string, alone = false): void {
    const position = this.now?.position;
    if (!position || this.pending !== null || this.at !== null) return;
    if (alone) this.#alone.add(position.ply + 1);
    else this.decided = true;
    this.refusal = null;
    this.stopHint();
    this.pending = action;
    this.#kept = { game: position.game, ply: position.ply, action };
    // Without a connection it waits for the next `welcome`.
    if (this.link === 'open') this.#sendKept(this.#kept);
  }

  /** Withdraws an action that is waiting for the connection. */
  withdraw(): void {
    if (!this.waiting) return;
    this.#kept = null;
    this.pending = null;
  }

  #sendKept(kept: Kept): void {
    void this.#ask({ kind: 'act', id: 0, ...kept }).then((answer) => {
      if (answer === null || this.#kept !== kept) return;
      this.#kept = null;
      // An accepted action stays drawn until it has happened; a refused one never will.
      if (answer.kind !== 'accepted') this.pending = null;
    });
  }

  /**
   * After reconnecting: a kept action is sent, has arrived after all, or is dropped with a message.
   */
  #settle(): void {
    const kept = this.#kept;
    const position = this.now?.position;
    if (!kept || !position) return;
    if (position.game === kept.game && position.ply === kept.ply && this.acting !== null) {
      this.pending = kept.action;
      this.#sendKept(kept);
      return;
    }
    this.#kept = null;
    const played = position.game === kept.game ? position.actions[kept.ply] : undefined;
    // A masked action of one's own turn can only be this one.
    if (played === kept.action || played?.includes('?')) return;
    this.giveBack('link.returned');
  }

  /** Says that an action was not played, and why. */
  giveBack(key: Key): void {
    this.#refuse({ code: 'stale', rule: null, says: inAll(key) });
    this.#missing = key === 'link.not_sent' ? this.refusal : null;
  }

  async preview(action: string): Promise<readonly Told[]> {
    if (this.at !== null) return [];
    const answer = await this.#ask({ kind: 'preview', id: 0, action }, true);
    return answer?.kind === 'preview' ? toldOf(answer.preview.events) : [];
  }

  /** Sends a request other than an action: undo, draw, resignation, another game. */
  say(ask: Ask): void {
    this.refusal = null;
    const sent = this.link === 'open';
    void this.#ask(ask).then((answer) => {
      if (answer !== null) return;
      // A server that stops answers everything that it has read before it says so.
      if (this.link === 'moving') this.#unread.push(ask);
      else this.giveBack(sent ? 'link.unanswered' : 'link.not_sent');
    });
  }

  /**
   * If this player was nameless when the table was made and has a name now, the table is told:
   * joining again brings it along.
   */
  #introduce(): void {
    const { info } = this;
    const [seat, ...others] = info?.you ?? [];
    const sitter = info?.seats.find((known) => known.seat === seat)?.sitter;
    const name = settings.name.trim();
    if (!info || others.length > 0 || sitter?.kind !== 'person' || this.#introduced) return;
    if (name === '' || isDefaultName(name) || !isDefaultName(sitter.name)) return;
    this.#introduced = true;
    // Without an answer the table keeps the old name, and asks for one as before.
    void rename(name)
      .then(() => asPlayer((key) => api.join(key, this.id, info.invite ?? '')))
      .catch(() => undefined);
  }

  /** Says what the last server has not read. */
  #sayUnread(): void {
    const unread = this.#unread;
    this.#unread = [];
    for (const ask of unread) this.say(ask);
  }

  look(seat: number): void {
    this.say({ kind: 'look', id: 0, seat });
  }

  hint(): void {
    this.stopHint();
    const id = this.#connection.id();
    this.#hint = id;
    this.analysis = null;
    if (this.#connection.send({ kind: 'hint', id, millis: 2500 })) return;
    // It is asked for again with the next `welcome`.
    if (this.link === 'moving') return;
    this.#hint = null;
    this.giveBack('link.not_sent');
  }

  get hinting(): boolean {
    return this.#hint !== null && this.analysis?.done !== true;
  }

  stopHint(): void {
    if (this.#hint !== null) this.#connection.send({ kind: 'stop', id: this.#hint });
    this.#hint = null;
    this.analysis = null;
  }

  /** Steps to a ply of the game; the last one is the current position. */
  async step(ply: number): Promise<void> {
    const last = this.now?.position.ply ?? 0;
    const target = Math.max(0, ply);
    if (target >= last) {
      this.at = null;
      this.past = null;
      return;
    }
    const moment = this.#moments.get(target) ?? (await this.#recall(target));
    if (!moment) return;
    this.past = moment;
    this.at = target;
  }

  /** Whether the log lacks something from before this page was loaded. */
  get hasGaps(): boolean {
    const last = this.now?.position.ply ?? 0;
    return Array.from({ length: last }, (_, index) => index + 1).some((ply) => !this.told.has(ply));
  }

  /**
   * Reads what happened before this page was loaded, from a ply on: all of it for the log, the last
   * for the line.
   */
  async recall(after: number): Promise<void> {
    const present = this.now?.position;
    if (!present || (this.#reading !== null && this.#reading <= after)) return;
    this.#reading = after;
    try {
      const { game, entries } = await api.story(this.id, after, this.key());
      if (this.now?.position.game !== game) return;
      // What this page received itself is newer, and after a takeback only what is left counts.
      const last = this.now.position.ply;
      const read = entries.flatMap(({ ply, says }) => (ply <= last ? [[ply, says] as const] : []));
      this.told = new Map([...read, ...this.told]);
      if (this.said.length === 0 && this.note === null) this.said = this.#lastSaid(last);
    } catch {
      // The log keeps what it has, which includes each move. Opening it again retries.
    } finally {
      this.#reading = null;
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#connection.close();
  }

  /** A position from before this page was loaded, as this seat saw it then. */
  async #recall(ply: number): Promise<Moment | null> {
    const present = this.now?.position;
    if (!present) return null;
    try {
      const study = await api.past(this.id, ply, this.key());
      const position: Position = {
        ...present,
        ply,
        turn: study.turn,
        view: study.view,
        legal: null,
        curtain: null,
        score: study.score,
        clocks: null,
      };
      const moment = { position, events: toldOf(study.events) };
      this.#moments.set(ply, moment);
      return moment;
    } catch {
      return null;
    }
  }

  #linked(link: Link): void {
    this.link = link;
    if (link === 'lost' && this.#unread.length > 0) {
      this.#unread = [];
      this.giveBack('link.not_sent');
    }
    if (link === 'open') return;
    // Requests on the lost connection get no answer; `welcome` brings the current state.
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
  }

  #ask(ask: Ask, quiet = false): Promise<Tell | null> {
    const id = this.#connection.id();
    return new Promise((resolve) => {
      if (!this.#connection.send({ ...ask, id } as Ask)) {
        resolve(null);
        return;
      }
      this.#waiting.set(id, (message) => {
        if (message?.kind === 'refused' && !quiet) this.#refuse(message.refusal);
        resolve(message);
      });
    });
  }

  #refuse(refusal: Refusal): void {
    this.refusal = refusal;
    play(REFUSED);
  }

  #answer(id: number | null | undefined, message: Tell): boolean {
    const resolve = id == null ? undefined : this.#waiting.get(id);
    if (id == null || !resolve) return false;
    this.#waiting.delete(id);
    resolve(message);
    return true;
  }

  #hear(message: Tell): void {
    switch (message.kind) {
      case 'welcome':
        this.#queue = [];
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.#number = message.number;
        this.decided ||= this.info === null && actedBefore(message.table, message.position);
        this.info = message.table;
        this.gone = null;
        this.#cover(message.position);
        if (this.refusal !== null && this.refusal === this.#missing) this.refusal = null;
        for (const { what } of message.missed) this.#tell(what);
        if (message.position) this.#show(message.position, lastEvents(message.missed), false);
        this.#settle();
        this.#sayUnread();
        this.#introduce();
        if (this.hinting) this.hint();
        if (this.said.length === 0) void this.recall(this.#lastOfSeat() - 1);
        break;
      case 'happened':
        this.#happened(message);
        break;
      case 'looked':
        if (message.position) this.#show(message.position, [], false);
        this.#answer(message.id, message);
        break;
      case 'accepted':
      case 'preview':
        this.#answer(message.id, message);
        break;
      case 'refused':
        if (this.info === null) this.gone = message.refusal;
        else if (!this.#answer(message.id, message)) this.#refuse(message.refusal);
        break;
      case 'analysis':
        if (message.id === this.#hint) this.analysis = message.analysis;
        break;
      case 'spoken':
        this.speeches.hear(
          message.seat,
          message.speech,
          this.info?.you.includes(message.seat) ?? false,
        );
        break;
      case 'presence':
        this.#presence(message.connected, message.watchers);
        break;
      case 'closing':
        if (!message.again) this.gone = message.refusal;
        break;
      case 'pong':
        break;
    }
  }

  #happened(message: Happened): void {
    if (this.#number !== undefined && message.number <= this.#number) return;
    this.#number = message.number;
    this.#queue.push(message);
    this.#drain();
  }

  /** Shows events one by one, so that each can be seen; a long queue is skipped. */
  #drain(): void {
    if (this.#timer !== undefined) return;
    const next = this.#queue[0];
    if (!next) return;
    const hurry = this.#queue.length > BACKLOG || document.visibilityState === 'hidden';
    const wait = hurry ? 0 : this.#shownAt + paced(STEP) - performance.now();
    if (wait > 0 && next.what.kind === 'acted') {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#drain();
      }, wait);
      return;
    }
    this.#queue.shift();
    this.#apply(next);
    this.#drain();
  }

  #apply(message: Happened): void {
    if (message.table) this.info = message.table;
    const { what } = message;
    const events = this.#eventsOf(message);
    this.#cover(message.position);
    this.#tell(what);
    if (what.kind === 'taken_back' || what.kind === 'started') {
      this.#moments.clear();
      this.at = null;
      this.past = null;
    }
    if (message.position) this.#show(message.position, events, what.kind === 'acted');
    if (what.kind === 'ended') {
      this.stopHint();
      play(ENDED);
    }
  }

  /**
   * The events to animate. The end of a game arrives together with its last action, whose events
   * stay: a board that was given others at once would never show the last throw.
   */
  #eventsOf({ what, position }: Happened): readonly Told[] {
    if (what.kind === 'acted') return toldOf(what.events);
    const now = this.now;
    const same = now?.position.game === position?.game && now?.position.ply === position?.ply;
    return now && same && what.kind !== 'taken_back' ? now.events : [];
  }

  /**
   * On a shared screen with hidden information: what one seat has seen and read is forgotten as soon
   * as its view is covered, because the next one looks back through the same buttons.
   */
  #cover(position: Position | null): void {
    if (this.now?.position.eyes.kind !== 'seat' || position?.eyes.kind !== 'public') return;
    this.#moments.clear();
    this.at = null;
    this.past = null;
    this.told = new Map();
    this.said = [];
    this.mine = [];
  }

  /** Stores the consequences in words. */
  #tell(what: Happening): void {
    if (what.kind === 'started') {
      this.told = new Map();
      this.said = [];
      this.mine = [];
      this.decided = false;
      this.#alone.clear();
      this.#ahead.clear();
    }
    if (what.kind === 'taken_back') {
      this.told = new Map([...this.told].filter(([ply]) => ply <= what.ply));
      this.said = [];
      this.mine = [];
      for (const plies of [this.#alone, this.#ahead]) {
        for (const ply of plies) if (ply > what.ply) plies.delete(ply);
      }
    }
    if (what.kind === 'acted') {
      const words = what.words ?? [];
      this.words = [...this.words.slice(0, what.ply - words.length), ...words];
      const says = what.events.map((event) => event.says);
      if (this.#alone.has(what.ply)) says.push(inAll('forced.told'));
      this.told = new Map([...this.told, [what.ply, says]]);
      this.said = this.#lastSaid(what.ply);
      this.mine = this.#lastOfReader(what.ply);
    }
    this.note = what.kind === 'acted' ? null : what;
  }

  /** The ply of the last action by a seat; 1 if there is none. */
  #lastOfSeat(): number {
    const { ply = 0, words = [] } = this.now?.position ?? {};
    return Math.max(1, words.slice(0, ply).findLastIndex(({ seat }) => seat !== null) + 1);
  }

  /**
   * The consequences of the last action by a seat, including what chance did after it: a throw must
   * not hide what was played.
   */
  #lastSaid(ply: number): readonly Phrase[] {
    const decisionBefore = (end: number): number => {
      let from = end;
      while (from > 1 && this.words[from - 1]?.seat == null && this.told.has(from - 1)) from -= 1;
      return from;
    };
    let from = decisionBefore(ply);
    // An action that was chosen before follows too soon for the one before it to be read.
    if (this.#ahead.has(from) && this.told.has(from - 1)) from = decisionBefore(from - 1);
    const plies = Array.from({ length: ply - from + 1 }, (_, index) => from + index);
    return plies.flatMap((known) => this.told.get(known) ?? []);
  }

  /**
   * The consequences of the reader's last action if others have acted since: their actions come
   * too fast for what happened to oneself to be read before.
   */
  #lastOfReader(ply: number): readonly Phrase[] {
    const [seat, ...others] = this.info?.you ?? [];
    const seats = this.words.slice(0, ply).map((word) => word.seat);
    const last = seats.findLastIndex((found) => found !== null);
    if (seat === undefined || others.length > 0 || seats[last] === seat) return [];
    const own = seats.lastIndexOf(seat);
    return own < 0 ? [] : (this.told.get(own + 1) ?? []);
  }

  #show(position: Position, events: readonly Told[], audible: boolean): void {
    this.pending = null;
    const before = this.now?.position;
    // A hint is for one position: it must not stand beside another.
    if (before?.game !== position.game || before.ply !== position.ply) this.stopHint();
    if (position.words) this.words = position.words;
    this.now = { position, events };
    this.#moments.set(position.ply, this.now);
    this.#shownAt = performance.now();
    if (audible) this.#play(events);
  }

  #play(events: readonly Told[]): void {
    const sounds = gameUi(this.info?.game ?? '')?.sounds ?? {};
    for (const told of events) play(sounds[told.event] ?? []);
  }

  #presence(connected: readonly number[], watchers: number): void {
    if (!this.info) return;
    const seats = this.info.seats.map((seat) => ({
      ...seat,
      connected: seat.sitter.kind === 'engine' || connected.includes(seat.seat),
    }));
    this.info = { ...this.info, seats, watchers };
  }
}

function lastEvents(missed: readonly Happened[]): readonly Told[] {
  const last = missed.findLast((happened) => happened.what.kind === 'acted');
  return last?.what.kind === 'acted' ? toldOf(last.what.events) : [];
}

/** Whether a seat of this screen has acted before the page was loaded. */
function actedBefore({ you }: TableInfo, position: Position | null): boolean {
  return position?.words?.some(({ seat }) => seat !== null && you.includes(seat)) ?? false;
}
