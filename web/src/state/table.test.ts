import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inAll } from '../i18n';
import type { Tell } from '../protocol';
import { TableState } from './table.svelte';

/** A fake socket on which the test sends the server's messages. */
class Socket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static last: Socket | null = null;
  readonly sent: { kind: string; id?: number }[] = [];
  readyState = Socket.OPEN;
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: () => void = () => undefined;

  constructor() {
    Socket.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { kind: string; id?: number });
  }
  close(): void {
    this.readyState = 3;
  }
}

const OVER = { kind: 'over', outcome: { result: '1-0', ranks: [1, 2], reason: 'rules' } };

function position(ply: number, seats: (number | null)[], turn: unknown = OVER): unknown {
  const words = seats.map((seat) => ({ seat, says: null }));
  const actions = seats.map(() => '?');
  const eyes = { kind: 'seat', seat: 1 };
  const rest = { view: {}, legal: null, curtain: null, score: null, clocks: null, ending: null };
  return { game: 1, ply, turn, eyes, actions, words, ...rest };
}

let table: TableState;

function tell(message: unknown): void {
  Socket.last?.onmessage({ data: JSON.stringify(message as Tell) });
}

/** An action with its event. */
function acted(number: number, ply: number, seats: (number | null)[], event: string): unknown {
  const says = { ...inAll('copy'), en: event };
  const words = [{ seat: seats[ply - 1] ?? null, says: null }];
  const what = { kind: 'acted', seat: seats[ply - 1] ?? null, ply, action: '?', words };
  const happened = { ...what, events: [{ event, says }] };
  return { kind: 'happened', number, at: 0, what: happened, position: position(ply, seats) };
}

beforeEach(() => {
  vi.useFakeTimers();
  const page = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('window', { ...page, matchMedia: () => ({ matches: false }) });
  vi.stubGlobal('document', { ...page, visibilityState: 'visible' });
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: false } });
  vi.stubGlobal('location', { href: 'http://sarsen.test/' });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  table = new TableState('t');
  const seats = [1, 2].map((seat) => ({ seat, sitter: { kind: 'engine', level: 1 } }));
  const info = { game: 'none', seats, you: [1], status: 'playing', draw_offers: [], ready: [] };
  tell({ kind: 'welcome', now: 0, number: 1, table: info, position: position(0, []), missed: [] });
});

afterEach(() => {
  table.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a shared screen', () => {
  const covered = (ply: number, seats: (number | null)[]): unknown => ({
    ...(position(ply, seats) as object),
    eyes: { kind: 'public' },
    curtain: 2,
  });

  it('forgets what one seat has seen when the view is covered for the next', async () => {
    const seen: string[] = [];
    vi.stubGlobal('fetch', (url: string | URL) => {
      seen.push(String(url));
      return Promise.reject(new Error('no server'));
    });
    tell(acted(2, 1, [1], 'a secret'));
    vi.advanceTimersByTime(2000);
    expect(table.said.map(({ en }) => en)).toEqual(['a secret']);
    const next = acted(3, 2, [1, 1], 'what everybody may know') as { position: unknown };
    tell({ ...next, position: covered(2, [1, 1]) });
    vi.advanceTimersByTime(2000);
    expect(table.said.map(({ en }) => en)).toEqual(['what everybody may know']);
    expect([...table.told.keys()]).toEqual([2]);
    // Stepping back asks the server, instead of showing what the other seat saw.
    await table.step(1);
    expect(seen.some((url) => url.includes('/past/1'))).toBe(true);
    expect(table.past).toBeNull();
  });

  it('keeps what was told where every seat sees the same', () => {
    tell(acted(2, 1, [1], 'first'));
    vi.advanceTimersByTime(2000);
    const other = { ...(position(2, [1, 2]) as object), eyes: { kind: 'seat', seat: 2 } };
    tell({ ...(acted(3, 2, [1, 2], 'second') as object), position: other });
    vi.advanceTimersByTime(2000);
    expect([...table.told.keys()]).toEqual([1, 2]);
  });
});

describe('a table', () => {
  it('still has to show the last action when the end comes together with it', () => {
    tell(acted(2, 1, [1], 'flown'));
    vi.advanceTimersByTime(2000);
    const ended = { kind: 'ended', reason: 'rules', seat: null };
    tell({ kind: 'happened', number: 3, at: 0, what: ended, position: position(1, [1]) });
    expect(table.now?.events.map(({ event }) => event)).toEqual(['flown']);
  });

  it('tells what was played together with the throw of chance that follows', () => {
    const seats = [2, null];
    tell(acted(2, 1, seats.slice(0, 1), 'moved'));
    vi.advanceTimersByTime(2000);
    tell(acted(3, 2, seats, 'thrown'));
    vi.advanceTimersByTime(2000);
    expect(table.said.map(({ en }) => en)).toEqual(['moved', 'thrown']);
    expect(table.hasGaps).toBe(false);
  });

  it('tells nothing of the previous game once the next one has begun', () => {
    tell(acted(2, 1, [1], 'moved'));
    vi.advanceTimersByTime(2000);
    const started = { kind: 'happened', number: 3, at: 0, what: { kind: 'started', game: 2 } };
    tell({ ...started, position: { ...(position(0, []) as object), game: 2 } });
    expect(table.said).toEqual([]);
    expect(table.mine).toEqual([]);
  });

  it('keeps what happened to the reader while others act', () => {
    const seats = [1, 2, 2];
    tell(acted(2, 1, seats.slice(0, 1), 'fell'));
    vi.advanceTimersByTime(2000);
    expect(table.mine).toEqual([]);
    tell(acted(3, 2, seats.slice(0, 2), 'built'));
    vi.advanceTimersByTime(2000);
    expect(table.said.map(({ en }) => en)).toEqual(['built']);
    expect(table.mine.map(({ en }) => en)).toEqual(['fell']);
    tell(acted(4, 3, seats, 'threw'));
    vi.advanceTimersByTime(2000);
    expect(table.mine.map(({ en }) => en)).toEqual(['fell']);
  });

  it('says of an action that played itself that there was no other', () => {
    const turn = { kind: 'seat', seat: 1 };
    const shown = position(0, [], turn);
    tell({ kind: 'welcome', now: 0, number: 1, table: table.info, position: shown, missed: [] });
    table.act('pass', true);
    expect(table.decided).toBe(false);
    tell(acted(2, 1, [1], 'passed'));
    vi.advanceTimersByTime(2000);
    expect(table.said.map(({ en }) => en)).toEqual(['passed', inAll('forced.told').en]);
  });

  it('tells an action that was chosen before together with the one that it answers', () => {
    tell(acted(2, 1, [2], 'theirs'));
    vi.advanceTimersByTime(2000);
    const turn = { kind: 'seat', seat: 1 };
    const shown = position(1, [2], turn);
    tell({ kind: 'welcome', now: 0, number: 2, table: table.info, position: shown, missed: [] });
    table.actAhead('A1');
    tell(acted(3, 2, [2, 1], 'mine'));
    vi.advanceTimersByTime(2000);
    expect(table.said.map(({ en }) => en)).toEqual(['theirs', 'mine']);
  });

  it.each([
    ['an action was taken back', { kind: 'taken_back', ply: 1 }, position(1, [1])],
    ['somebody resigned', { kind: 'ended', reason: 'resigned', seat: 1 }, position(2, [1, 2])],
  ])('forgets a hint when %s', (_, what, after) => {
    tell(acted(2, 1, [1], 'moved'));
    vi.advanceTimersByTime(2000);
    tell(acted(3, 2, [1, 2], 'moved'));
    vi.advanceTimersByTime(2000);
    table.hint();
    const id = Socket.last?.sent.find(({ kind }) => kind === 'hint')?.id;
    tell({ kind: 'analysis', id, analysis: { done: true, nodes: 1, millis: 1, lines: [] } });
    expect(table.analysis).not.toBeNull();
    tell({ kind: 'happened', number: 4, at: 0, what, position: after });
    expect(table.analysis).toBeNull();
  });

  describe('whose server stops', () => {
    const TURN = { kind: 'seat', seat: 1 };
    const welcome = (): void => {
      const shown = position(0, [], TURN);
      tell({ kind: 'welcome', now: 0, number: 1, table: table.info, position: shown, missed: [] });
    };
    const stop = (): void => tell({ kind: 'closing', refusal: {}, again: true });
    const sent = (): string[] =>
      (Socket.last?.sent ?? [])
        .map(({ kind }) => kind)
        // A hint that the new server does not know is stopped in vain.
        .filter((kind) => kind !== 'ping' && kind !== 'stop');

    it('says to the next one what the last has not read, once', async () => {
      welcome();
      table.act('A1');
      table.say({ kind: 'resign', id: 0, seat: 1 });
      table.hint();
      const first = Socket.last;
      stop();
      await Promise.resolve();
      table.say({ kind: 'offer_draw', id: 0, seat: 1 });
      await vi.advanceTimersByTimeAsync(200);
      expect(Socket.last).not.toBe(first);
      Socket.last?.onopen();
      welcome();
      expect(sent()).toEqual(['hello', 'act', 'resign', 'offer_draw', 'hint']);
      welcome();
      expect(sent().filter((kind) => kind === 'resign')).toHaveLength(1);
      expect(table.refusal).toBeNull();
      expect(table.link).toBe('open');
    });

    it('says so when nobody takes its place', async () => {
      welcome();
      stop();
      table.say({ kind: 'resign', id: 0, seat: 1 });
      await vi.advanceTimersByTimeAsync(3000);
      expect(table.link).toBe('lost');
      expect(table.refusal?.says).toEqual(inAll('link.not_sent'));
      // With the connection back it would be untrue.
      while (Socket.last?.readyState !== Socket.OPEN) await vi.advanceTimersByTimeAsync(100);
      Socket.last.onopen();
      welcome();
      expect(table.refusal).toBeNull();
    });
  });

  it('takes back what was played last at this screen, and nothing that chance did', () => {
    const both = { ...table.info, you: [1, 2], given: 0 } as typeof table.info;
    table.info = both;
    expect(table.undoSeat).toBeNull();
    tell(acted(2, 1, [null], 'dealt'));
    vi.advanceTimersByTime(2000);
    expect(table.undoSeat).toBeNull();
    tell(acted(3, 2, [null, 1], 'moved'));
    vi.advanceTimersByTime(2000);
    expect(table.undoSeat).toBe(1);
    table.info = both && { ...both, you: [2] };
    expect(table.undoSeat).toBeNull();
    table.info = both && { ...both, given: 2 };
    expect(table.undoSeat).toBeNull();
  });
});
