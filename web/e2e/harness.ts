/** The real server and a real browser, for tests that click. */

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import {
  connect,
  createServer,
  type AddressInfo,
  type Server as TcpServer,
  type Socket,
} from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { preview } from 'vite';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { StudyPosition } from '../src/protocol';

/** The program under test. */
export const BINARY = process.env['SARSEN_BIN'] ?? '../target/debug/sarsen';
/**
 * The folder of a built page that replaces the program's own; everything else comes from the
 * program.
 */
const PREVIEW = process.env['SARSEN_PREVIEW'];

/** Whether the long tests are requested. */
export const HEAVY = process.env['SARSEN_HEAVY'] === '1';

export const DESKTOP = { viewport: { width: 1440, height: 900 } };
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

/**
 * Page options for a game whose board is a 3D scene. Graphics are rendered in software here, at a
 * cost per pixel: a coarse picture is drawn faster, with the same layout and pointers. Only tests
 * of pixels need the full resolution.
 */
export function coarse(game: string): { deviceScaleFactor?: number } {
  return game === 'sun' ? { deviceScaleFactor: 0.5 } : {};
}

/**
 * Messages of the software renderer that headless browsers use in place of a graphics card, and of
 * the driver that blocks the service worker.
 */
const RENDERER =
  /GL Driver Message|software WebGL|SwiftShader|GPU stall|Service Worker registration blocked/;

/**
 * How much moves on a page: nothing at all, so that measurements are never in the middle of a
 * change; what the page leaves for those who asked their system for reduced motion; or everything.
 */
type Motion = 'none' | 'reduced' | 'full';

/** The browser's options for a page, and how much may move on it: nothing by default. */
export type Look = BrowserContextOptions & { motion?: Motion };

/**
 * A page, and the check that its console stayed silent and nothing was loaded from elsewhere. This
 * is also checked after every test, so calling it is only needed to allow what a test provokes.
 */
export interface Opened {
  page: Page;
  quiet: (allowed?: RegExp) => void;
}

/** The console messages of a person's pages, including uncaught errors. */
interface Noise {
  heard: string[];
  allowed: RegExp[];
}

/** The messages of every browser context opened since the last test ended. */
const noises = new Map<BrowserContext, Noise>();

export class Server {
  #child: ChildProcess | null = null;
  readonly #data = mkdtempSync(join(tmpdir(), 'sarsen-e2e-'));
  #port = 0;
  url = '';

  /** With further options of `sarsen serve`. */
  constructor(private readonly options: readonly string[] = []) {}

  /** Starts the program; the second time on the same port and with the same data. */
  async up(): Promise<void> {
    const child = spawn(
      BINARY,
      ['serve', '--no-open', '--port', String(this.#port), '--data', this.#data, ...this.options],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, RUST_LOG: 'error' } },
    );
    this.#child = child;
    const address = await new Promise<string>((resolve, reject) => {
      child.once('error', (error) => {
        // A process that was never started does not end either.
        this.#child = null;
        reject(error);
      });
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
      child.stdout.on('data', (chunk: Buffer) => {
        const found = /http:\/\/\S+/.exec(chunk.toString());
        if (found) resolve(found[0]);
      });
    });
    this.#port = Number(new URL(address).port);
    if (!PREVIEW) this.url = address.replace(/\/$/, '');
    else if (this.url === '') {
      const page = await preview({
        build: { outDir: PREVIEW },
        preview: { port: 0, proxy: { '/api': { target: address, ws: true } } },
        logLevel: 'silent',
      });
      this.url = (page.resolvedUrls?.local[0] ?? '').replace(/\/$/, '');
    }
  }

  /** Ends the program; like a power cut if `hard`. */
  async down(hard = false): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(hard ? 'SIGKILL' : 'SIGTERM');
    await ended;
    this.#child = null;
  }

  async stop(): Promise<void> {
    await this.down(true);
    rmSync(this.#data, { recursive: true, force: true });
  }
}

/** A connection to the server that can be cut: what is sent is lost silently, as in a tunnel. */
export class Line {
  #sockets = new Set<Socket>();
  #silent = false;
  readonly #listener: TcpServer;
  url = '';

  private constructor(target: URL) {
    this.#listener = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from);
        from.on('data', (bytes) => !this.#silent && to.write(bytes));
        from.on('error', () => undefined);
        from.on('close', () => {
          this.#sockets.delete(from);
          to.destroy();
        });
      }
    });
  }

  static async to(server: Server): Promise<Line> {
    const line = new Line(new URL(server.url));
    await new Promise<void>((resolve) => line.#listener.listen(0, '127.0.0.1', resolve));
    line.url = `http://127.0.0.1:${(line.#listener.address() as AddressInfo).port}`;
    return line;
  }

  cut(): void {
    this.#silent = true;
  }

  /** Restores the connection for new sockets; what went over the old ones is lost. */
  mend(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#silent = false;
  }

  close(): void {
    this.mend();
    this.#listener.close();
  }
}

const BROWSER = {
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  chromiumSandbox: false,
  args: [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

function launch(): Promise<Browser> {
  return chromium.launch(BROWSER);
}

/** A browser with a persistent profile. */
export async function launchIn(folder: string): Promise<BrowserContext> {
  const options = { ...BROWSER, ...DESKTOP, locale: 'en', reducedMotion: 'reduce' as const };
  const context = await chromium.launchPersistentContext(folder, options);
  await still(context);
  return context;
}

/**
 * Removes all transitions and animations from the pages of a context. Even a very short transition
 * lasts until the next frame, which is far away with software rendering or on a busy machine.
 * Animations end at once instead of being absent, so that the page is told of their ends.
 */
async function still(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`*, *::before, *::after, *::backdrop {
      transition: none !important;
      animation-duration: 0s !important;
      animation-delay: 0s !important;
      animation-iteration-count: 1 !important;
      scroll-behavior: auto !important;
    }`);
    document.adoptedStyleSheets.push(sheet);
  });
}

/**
 * A program and a browser for all tests of a file: started before the first, ended after the last. The program takes further
 * options of `sarsen serve`.
 */
export function stage({ options = [] }: { options?: readonly string[] } = {}): {
  server: Server;
  /** A page of a new person, from the program or over a connection that can be cut. */
  open: (options?: Look, from?: { url: string }) => Promise<Opened>;
} {
  const server = new Server(options);
  let browser: Browser | undefined;
  beforeAll(async () => {
    [browser] = await Promise.all([launch(), server.up()]);
  });
  afterEach(() => {
    const all = [...noises.values()].flatMap(unexpected);
    noises.clear();
    expect(all, 'errors and warnings in the console').toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await server.stop();
  });
  return {
    server,
    open: (options, from = server) => {
      if (!browser) throw new Error('a page is opened by a test, not before');
      return open(browser, from, options);
    },
  };
}

/**
 * A page of a new person, with a check that the console stays silent and nothing is loaded from
 * elsewhere.
 */
async function open(
  browser: Browser,
  server: { url: string },
  { motion = 'none', ...options }: Look = {},
): Promise<Opened> {
  const reducedMotion = motion === 'full' ? 'no-preference' : 'reduce';
  // The worker fetches the whole page in the background, which only its own tests need.
  const serviceWorkers = 'block';
  const defaults = { locale: 'en', reducedMotion, serviceWorkers, ...DESKTOP } as const;
  const context = await browser.newContext({ ...defaults, ...options });
  if (motion === 'none') await still(context);
  return watch(await context.newPage(), server);
}

/** Listens to a page and to every other page of the same person, from the start. */
export function watch(page: Page, server: { url: string }): Opened {
  const context = page.context();
  context.setDefaultTimeout(20_000);
  const noise = noises.get(context) ?? listen(context, server);
  const quiet = (allowed?: RegExp): void => {
    if (allowed) noise.allowed.push(allowed);
    expect(unexpected(noise)).toEqual([]);
  };
  return { page, quiet };
}

function listen(context: BrowserContext, server: { url: string }): Noise {
  const noise: Noise = { heard: [], allowed: [] };
  noises.set(context, noise);
  context.on('console', (message) => {
    const text = message.text();
    if (['error', 'warning'].includes(message.type()) && !RENDERER.test(text))
      noise.heard.push(text);
  });
  context.on('weberror', (error) => noise.heard.push(error.error().message));
  context.on('request', (request) => {
    const address = new URL(request.url());
    if (address.protocol.startsWith('http') && address.origin !== server.url) {
      noise.heard.push(`a request to ${address.origin}`);
    }
  });
  return noise;
}

function unexpected({ heard, allowed }: Noise): string[] {
  return heard.filter((text) => !allowed.some((known) => known.test(text)));
}

/** Starts a game from home with the button of a card. */
export async function begin(page: Page, game: string, way: RegExp): Promise<void> {
  await page.locator(`.card[data-game="${game}"]`).getByRole('button', { name: way }).click();
  await page.waitForURL('**/t/*');
  await page.locator('main[data-status]').waitFor();
}

/** Offers a draw, which is asked again. */
export async function offerDraw(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Offer draw' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, offer it' }).click();
}

/** Sits down at a table created over the API: from a position, with the seats that a test needs. */
export async function sit(
  page: Page,
  server: Server,
  table: { game: string; options?: Record<string, string>; from?: string; rival?: number },
): Promise<void> {
  const { rival, ...rest } = table;
  const others = Number(table.options?.['seats'] ?? 2) - 1;
  await page.goto(server.url);
  await page.locator('.card').first().waitFor();
  const other = rival === undefined ? { kind: 'me', name: 'Bo' } : { kind: 'engine', level: rival };
  const id = await page.evaluate(
    async (body) => {
      const post = async <T>(path: string, sent: unknown, key?: string): Promise<T> => {
        const headers: Record<string, string> = { 'content-type': 'application/json' };
        if (key !== undefined) headers['authorization'] = `Bearer ${key}`;
        const init = { method: 'POST', headers, body: JSON.stringify(sent) };
        const answer = await fetch(`/api/v1${path}`, init);
        const text = await answer.text();
        if (!answer.ok) throw new Error(text);
        return JSON.parse(text) as T;
      };
      let key = localStorage.getItem('sarsen.key');
      if (key === null) {
        key = (await post<{ key: string }>('/players', { name: 'Ada' })).key;
        localStorage.setItem('sarsen.key', key);
      }
      const made = await post<{ table: { table: string } }>('/tables', body, key);
      return made.table.table;
    },
    { ...rest, seats: [{ kind: 'me' }, ...Array.from({ length: others }, () => other)] },
  );
  await page.goto(`${server.url}/t/${id}`);
  await page.locator('main[data-status="playing"]').waitFor();
  await board(page);
  const curtain = page.locator('.curtain button');
  if ((await curtain.count()) === 0) return;
  await curtain.click();
  await curtain.waitFor({ state: 'detached' });
}

/** Waits for the board, which is fetched separately: a position may arrive before it. */
async function board(page: Page): Promise<void> {
  await page.locator('section.board svg.board, section.board canvas').first().waitFor();
}

/** The record of the table on this page, as its player may read it. */
export function recordOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const id = location.pathname.split('/').at(-1) ?? '';
    const headers = { authorization: `Bearer ${localStorage.getItem('sarsen.key') ?? ''}` };
    return (await fetch(`/api/v1/tables/${id}/record`, { headers })).text();
  });
}

/** The position after some actions, according to the program. */
export async function study(url: string, game: string, actions: string): Promise<StudyPosition> {
  const answer = await fetch(`${url}/api/v1/study`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ record: `[Game "${game}"]\n\n${actions}\n` }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as StudyPosition;
}

/** Waits until more actions than `before` have been played. */
export async function played(page: Page, before: number): Promise<void> {
  await page.waitForFunction(
    (ply) => Number(document.querySelector<HTMLElement>('main.table')?.dataset['ply']) > ply,
    before,
  );
}

/** The state of the table. */
export async function state(
  page: Page,
): Promise<{ status: string; ply: number; acting: number | null }> {
  const data = await page
    .locator('main.table')
    .evaluate((main: HTMLElement) => ({ ...main.dataset }));
  return {
    status: data['status'] ?? '',
    ply: Number(data['ply'] ?? 0),
    acting: data['acting'] ? Number(data['acting']) : null,
  };
}

/** Waits until this screen may act, or the game is over. */
export async function ready(page: Page): Promise<'act' | 'over'> {
  await page
    .locator('main.table[data-acting]:not([data-acting=""]), main.table[data-status="over"]')
    .waitFor();
  await board(page);
  return (await state(page)).status === 'over' ? 'over' : 'act';
}

/**
 * Waits until the page has drawn its last change: scripts receive a new size, other colours or
 * another theme in the next frame and draw it in the one after.
 */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const ends = (one: Animation): boolean =>
      one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity;
    const moving = document.getAnimations().filter(ends);
    await Promise.allSettled(moving.map((one) => one.finished));
    await frame();
  });
}

/** axe finds nothing serious on what is shown; only what it calls minor may stay. */
export async function accessible(page: Page): Promise<void> {
  await settled(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const told = violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(told).toEqual([]);
}

/** Nothing is wider than the screen. */
export async function fits(page: Page): Promise<void> {
  await settled(page);
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect(beyond).toBeLessThanOrEqual(0);
}
