import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, type Link } from './connection';

/** A fake socket: the test decides when it opens and what it receives. */
class Socket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = Socket.CONNECTING;
  sent: string[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: () => void = () => undefined;

  constructor(readonly address: URL) {
    Socket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  /** Browsers report closing a socket before it is open as an error in the console. */
  errors = 0;

  close(): void {
    if (this.readyState === Socket.CONNECTING) this.errors += 1;
    this.readyState = 3;
  }
  open(): void {
    this.readyState = Socket.OPEN;
    this.onopen();
  }
}

let links: Link[];
let connection: Connection;

function newest(): Socket {
  const socket = Socket.all.at(-1);
  if (!socket) throw new Error('nothing was opened');
  return socket;
}

beforeEach(() => {
  vi.useFakeTimers();
  const page = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { ...page, visibilityState: 'visible' });
  vi.stubGlobal('location', { href: 'http://sarsen.test/' });
  Socket.all = [];
  links = [];
  connection = new Connection('/api', {
    tell: () => undefined,
    link: (link) => links.push(link),
  });
});

afterEach(() => {
  connection.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a line that nobody needs any more', () => {
  it('is closed as soon as it is open, not while it connects', () => {
    const socket = newest();
    connection.close();
    expect(socket.readyState).toBe(Socket.CONNECTING);
    socket.open();
    expect(socket.readyState).toBe(3);
    expect(socket.errors).toBe(0);
    expect(socket.sent).toEqual([]);
  });

  it('is closed so as well where a new one takes its place', () => {
    const first = newest();
    // Longer than a new connection may take.
    vi.advanceTimersByTime(12_000);
    expect(Socket.all.length).toBeGreaterThan(1);
    expect(first.errors).toBe(0);
    first.open();
    expect(first.readyState).toBe(3);
  });
});

describe('a line that falls silent', () => {
  it('is lost within three seconds, and tried again', () => {
    newest().open();
    expect(links).toEqual(['open']);
    vi.advanceTimersByTime(1700);
    expect(links).toEqual(['open']);
    vi.advanceTimersByTime(1300);
    expect(links).toEqual(['open', 'lost']);
    vi.advanceTimersByTime(200);
    expect(Socket.all).toHaveLength(2);
    newest().open();
    expect(links).toEqual(['open', 'lost', 'open']);
  });

  it('is not lost while it answers', () => {
    const socket = newest();
    socket.open();
    for (let second = 0; second < 20; second += 1) {
      vi.advanceTimersByTime(1000);
      socket.onmessage({ data: '{"kind":"pong","id":0,"now":0}' });
    }
    expect(links).toEqual(['open']);
    expect(socket.sent.length).toBeGreaterThan(20);
  });

  it('is tried ever more slowly while nobody is there', () => {
    const waits: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      newest().onclose();
      const known = Socket.all.length;
      let wait = 0;
      for (; Socket.all.length === known; wait += 50) vi.advanceTimersByTime(50);
      waits.push(wait);
    }
    expect(waits).toEqual([150, 400, 900, 1500, 2500, 2500]);
  });
});

describe('a server that stops', () => {
  const CLOSING = JSON.stringify({ kind: 'closing', refusal: {}, again: true });

  function stop(): void {
    newest().open();
    newest().onmessage({ data: CLOSING });
    newest().onclose();
  }

  it('is left for another one, and the connection is never lost', () => {
    stop();
    vi.advanceTimersByTime(200);
    expect(Socket.all).toHaveLength(2);
    newest().open();
    vi.advanceTimersByTime(1000);
    expect(links).toEqual(['open', 'moving', 'open']);
  });

  it('is missed after two seconds if nobody takes its place', () => {
    stop();
    for (let tries = 0; tries < 10; tries += 1) {
      vi.advanceTimersByTime(500);
      newest().onclose();
    }
    expect(links.slice(0, 3)).toEqual(['open', 'moving', 'lost']);
    expect(links).not.toContain('closed');
  });

  it('is missed as well if whoever takes its place cannot let anybody in', () => {
    stop();
    for (let tries = 0; tries < 10; tries += 1) {
      vi.advanceTimersByTime(500);
      const socket = newest();
      socket.readyState = Socket.OPEN;
      socket.onmessage({ data: CLOSING });
      socket.onclose();
    }
    expect(links.slice(0, 3)).toEqual(['open', 'moving', 'lost']);
    expect(links.slice(3)).not.toContain('moving');
  });
});
