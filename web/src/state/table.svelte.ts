/** One table as this browser sees it. It shows what the server says and asks; it decides nothing. */

import type { Told } from '../boards/types';
import type { Phrase } from '../i18n';
import { api } from '../net/api';
import { Connection, type Link } from '../net/connection';
import type { Analysis, Ask, Happened, Position, Refusal, TableInfo, Tell } from '../protocol';
import { asPlayer, knownKey } from './player.svelte';
import { calmMotion } from './settings.svelte';
import { sound } from './sound';

/** How long a happening may be looked at before the next one is shown, in milliseconds. */
const BEAT = 420;

/** A position that was on this screen, with what led to it. */
export interface Moment {
  position: Position;
  events: readonly Told[];
}

export class TableState {
  info = $state.raw<TableInfo | null>(null);
  now = $state.raw<Moment | null>(null);
  link = $state<Link>('joining');
  /** The action that was sent and is not confirmed. */
  pending = $state<string | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  analysis = $state.raw<Analysis | null>(null);
  /** What happened last, in words. */
  said = $state.raw<readonly Phrase[]>([]);
  /** The ply that is looked at; `null` while the present is. */
  at = $state<number | null>(null);
  past = $state.raw<Moment | null>(null);
  gone = $state.raw<Refusal | null>(null);

  readonly #connection: Connection;
  readonly #waiting = new Map<number, (message: Tell | null) => void>();
  readonly #moments = new Map<number, Moment>();
  #number: number | undefined;
  #queue: Happened[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shownAt = 0;
  #hint: number | null = null;

  constructor(readonly id: string) {
    this.#connection = new Connection(`/api/v1/tables/${encodeURIComponent(id)}/socket`, {
      tell: (message) => this.#hear(message),
      link: (link) => this.#linked(link),
      hello: () => {
        const key = knownKey();
        return {
          ...(key === undefined ? {} : { key }),
          ...(this.#number === undefined ? {} : { since: this.#number }),
        };
      },
    });
  }

  /** Sits down with the word of an invitation, then looks again with the seat's eyes. */
  static async join(id: string, invite: string): Promise<void> {
    await asPlayer((key) => api.join(key, id, invite));
  }

  /** The position on the board: the present one, or the one that was stepped to. */
  get shown(): Moment | null {
    return this.at === null ? this.now : this.past;
  }

  /** The seat that this screen plays now. */
  get acting(): number | null {
    const turn = this.now?.position.turn;
    if (turn?.kind !== 'seat' || !this.info?.you.includes(turn.seat)) return null;
    return this.now?.position.curtain == null ? turn.seat : null;
  }

  /** The difference between the server's clock and ours, in milliseconds. */
  get clockOffset(): number {
    return this.#connection.clockOffset;
  }

  act(action: string): void {
    const position = this.now?.position;
    if (!position || this.pending !== null || this.at !== null) return;
    this.refusal = null;
    this.stopHint();
    this.pending = action;
    void this.#ask({ kind: 'act', id: 0, game: position.game, ply: position.ply, action }).then(
      (answer) => {
        // What was accepted stays drawn until it has happened; anything else never will.
        if (answer?.kind !== 'accepted') this.pending = null;
      },
    );
  }

  async preview(action: string): Promise<readonly Told[]> {
    if (this.at !== null) return [];
    const answer = await this.#ask({ kind: 'preview', id: 0, action }, true);
    return answer?.kind === 'preview' ? (answer.preview.events as Told[]) : [];
  }

  /** Asks for something that has no board: undo, draw, resignation, another game. */
  say(ask: Ask): void {
    this.refusal = null;
    void this.#ask(ask);
  }

  look(seat: number): void {
    this.say({ kind: 'look', id: 0, seat });
  }

  hint(): void {
    this.stopHint();
    const id = this.#connection.id();
    this.#hint = id;
    this.analysis = null;
    this.#connection.send({ kind: 'hint', id, millis: 2500 });
  }

  get hinting(): boolean {
    return this.#hint !== null && this.analysis?.done !== true;
  }

  stopHint(): void {
    if (this.#hint !== null) this.#connection.send({ kind: 'stop', id: this.#hint });
    this.#hint = null;
    this.analysis = null;
  }

  /** Steps to a ply of the game; the last one is the present. */
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

  close(): void {
    clearTimeout(this.#timer);
    this.#connection.close();
  }

  /** A position from before this page was opened, as this seat saw it then. */
  async #recall(ply: number): Promise<Moment | null> {
    const present = this.now?.position;
    if (!present) return null;
    try {
      const study = await api.past(this.id, ply, knownKey());
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
      const moment = { position, events: study.events as Told[] };
      this.#moments.set(ply, moment);
      return moment;
    } catch {
      return null;
    }
  }

  #linked(link: Link): void {
    this.link = link;
    if (link === 'open') return;
    // What was asked on the lost line gets no answer there; `welcome` tells how things stand.
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
    this.pending = null;
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
    this.said = [refusal.says];
    sound('refused');
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
        this.info = message.table;
        this.gone = null;
        if (message.position) this.#show(message.position, lastEvents(message.missed), false);
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

  /** Shows what happened one by one, so that each can be seen; a long queue is not drawn out. */
  #drain(): void {
    if (this.#timer !== undefined) return;
    const next = this.#queue[0];
    if (!next) return;
    const hurry = calmMotion() || this.#queue.length > 4 || document.visibilityState === 'hidden';
    const wait = hurry ? 0 : this.#shownAt + BEAT - performance.now();
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
    const events = what.kind === 'acted' ? (what.events as Told[]) : [];
    if (what.kind === 'taken_back' || what.kind === 'started') {
      this.#moments.clear();
      this.at = null;
      this.past = null;
    }
    if (what.kind === 'started') this.stopHint();
    if (message.position) this.#show(message.position, events, what.kind === 'acted');
    if (what.kind === 'acted') {
      this.said = events.map((told) => told.says);
      this.stopHint();
    }
    if (what.kind === 'ended') sound('ended');
  }

  #show(position: Position, events: readonly Told[], audible: boolean): void {
    this.pending = null;
    this.now = { position, events };
    this.#moments.set(position.ply, this.now);
    this.#shownAt = performance.now();
    if (audible) for (const told of events) sound(told.event);
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
  return last?.what.kind === 'acted' ? (last.what.events as Told[]) : [];
}
