/**
 * A WebSocket that reconnects. It sends `hello` with the last number it has seen, detects a dead
 * connection within two seconds, and reconnects automatically; its users only see messages and
 * whether it is connected.
 */

import { PROTOCOL_VERSION, type Ask, type Hello, type Tell } from '../protocol';

/**
 * The state of the connection. `moving`: the server has said that it stops, and another one (or the same one, restarted) goes
 * on; unlike `lost` this is nothing to worry anybody with.
 */
export type Link = 'joining' | 'open' | 'moving' | 'lost' | 'closed';

export interface ConnectionHandlers {
  tell: (message: Tell) => void;
  link: (link: Link) => void;
  /** The contents of `hello`, requested for every new connection. Without it no `hello` is sent. */
  hello?: () => Omit<Hello, 'version'>;
}

/** The interval of pings, and the longest silence, in milliseconds. */
const PING = 900;
const SILENCE = 1800;
/** How long a new connection may take: giving up earlier only makes a busy machine busier. */
const PATIENCE = 8000;
const BACKOFF = [150, 400, 900, 1500, 2500];

export class Connection {
  #socket: WebSocket | null = null;
  #attempt = 0;
  #closed = false;
  #isUp = false;
  /** Set while moving: when it runs out, the connection is lost. */
  #move: ReturnType<typeof setTimeout> | undefined;
  #lastHeard = 0;
  #lastWatched = 0;
  #pings: ReturnType<typeof setInterval> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #nextId = 1;
  /** The server's clock minus ours, in milliseconds. */
  clockOffset = 0;

  constructor(
    readonly path: string,
    readonly handlers: ConnectionHandlers,
  ) {
    this.#open();
    window.addEventListener('online', this.#hurry);
    document.addEventListener('visibilitychange', this.#hurry);
  }

  /** The id for the next request. */
  id(): number {
    return this.#nextId++;
  }

  /** Sends a message if connected. */
  send(ask: Ask): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(ask));
    return true;
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#pings);
    clearTimeout(this.#retry);
    clearTimeout(this.#move);
    window.removeEventListener('online', this.#hurry);
    document.removeEventListener('visibilitychange', this.#hurry);
    if (this.#socket) hangUp(this.#socket);
  }

  #open(): void {
    clearTimeout(this.#retry);
    const address = new URL(this.path, location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#lastHeard = Date.now();
    socket.onopen = () => {
      this.#lastHeard = Date.now();
      if (this.handlers.hello) {
        this.send({ kind: 'hello', version: PROTOCOL_VERSION, ...this.handlers.hello() });
      } else {
        this.#up();
      }
    };
    socket.onmessage = (event: MessageEvent<string>) => this.#hear(socket, event.data);
    socket.onclose = () => this.#down(socket);
    this.#lastWatched = Date.now();
    clearInterval(this.#pings);
    this.#pings = setInterval(() => this.#watch(socket), PING);
  }

  #hear(socket: WebSocket, text: string): void {
    if (socket !== this.#socket) return;
    this.#lastHeard = Date.now();
    const message = JSON.parse(text) as Tell;
    if (message.kind === 'pong') {
      this.clockOffset = message.now - Date.now();
      return;
    }
    if (message.kind === 'welcome') {
      this.clockOffset = message.now - Date.now();
      this.#up();
    }
    if (message.kind === 'closing') {
      if (!message.again) this.#closed = true;
      else if (this.#isUp) this.#beginMove(socket);
    }
    this.handlers.tell(message);
  }

  #up(): void {
    this.#attempt = 0;
    this.#isUp = true;
    clearTimeout(this.#move);
    this.#move = undefined;
    this.handlers.link('open');
  }

  #beginMove(socket: WebSocket): void {
    this.#isUp = false;
    this.#move = setTimeout(() => this.#lose(), SILENCE);
    this.#down(socket);
    hangUp(socket);
    this.handlers.link('moving');
  }

  #lose(): void {
    this.#isUp = false;
    clearTimeout(this.#move);
    this.#move = undefined;
    this.handlers.link('lost');
  }

  #watch(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    const now = Date.now();
    const late = now - this.#lastWatched - PING;
    this.#lastWatched = now;
    // If this page itself was suspended, the silence says nothing about the connection.
    if (late > PING) this.#lastHeard = now;
    const connecting = socket.readyState === WebSocket.CONNECTING;
    const silent = now - this.#lastHeard;
    if (connecting && silent > SILENCE && silent <= PATIENCE) this.#lose();
    if (silent > (connecting ? PATIENCE : SILENCE)) {
      this.#down(socket);
      hangUp(socket);
      return;
    }
    this.send({ kind: 'ping', id: 0 });
  }

  #down(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    clearInterval(this.#pings);
    if (this.#closed) {
      this.handlers.link('closed');
      return;
    }
    if (this.#move === undefined) this.#lose();
    const wait = BACKOFF[Math.min(this.#attempt, BACKOFF.length - 1)] ?? 2500;
    this.#attempt += 1;
    this.#retry = setTimeout(() => this.#open(), wait);
  }

  /** The network is back or the page is visible again: reconnect at once. */
  readonly #hurry = (): void => {
    if (this.#closed || document.visibilityState === 'hidden') return;
    if (this.#socket === null) this.#open();
  };
}

/**
 * Closes a socket. One that is still connecting is closed as soon as it is open: browsers report a
 * connection that is given up earlier as an error in the console.
 */
function hangUp(socket: WebSocket): void {
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}
