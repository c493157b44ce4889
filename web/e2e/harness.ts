/** The real server and a real browser, for tests that click. */

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { preview } from 'vite';
import { expect } from 'vitest';

/** The program under test. */
const BINARY = process.env['SARSEN_BIN'] ?? '../target/debug/sarsen';
/** While the page is worked on: take it from `dist/`, and only the rest from the program. */
const PREVIEW = process.env['SARSEN_PREVIEW'] === '1';

export const DESKTOP = { viewport: { width: 1440, height: 900 } };
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

/** Messages of the software renderer that headless browsers have in place of a graphics card. */
const RENDERER = /GL Driver Message|software WebGL|SwiftShader|GPU stall/;

export class Server {
  #child: ChildProcess | null = null;
  readonly #data = mkdtempSync(join(tmpdir(), 'sarsen-e2e-'));
  #port = 0;
  url = '';

  static async start(): Promise<Server> {
    const server = new Server();
    await server.up();
    return server;
  }

  /** Starts the program; the second time on the same port and the same data. */
  async up(): Promise<void> {
    const child = spawn(
      BINARY,
      ['serve', '--no-open', '--port', String(this.#port), '--data', this.#data],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, RUST_LOG: 'error' } },
    );
    this.#child = child;
    const address = await new Promise<string>((resolve, reject) => {
      child.once('error', reject);
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
        preview: { port: 0, proxy: { '/api': { target: address, ws: true } } },
        logLevel: 'silent',
      });
      this.url = (page.resolvedUrls?.local[0] ?? '').replace(/\/$/, '');
    }
  }

  /** Ends the program, as a power cut would if `hard`. */
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

export function launch(): Promise<Browser> {
  return chromium.launch({
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
  });
}

/** A page of its own person, with a check that the console stays silent and nothing comes from elsewhere. */
export async function open(
  browser: Browser,
  server: Server,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; quiet: (allowed?: RegExp) => void }> {
  const context = await browser.newContext({ locale: 'en', ...DESKTOP, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const noise: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    if (['error', 'warning'].includes(message.type()) && !RENDERER.test(text)) noise.push(text);
  });
  page.on('pageerror', (error) => noise.push(error.message));
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (address.protocol.startsWith('http') && address.origin !== server.url) {
      noise.push(`a request to ${address.origin}`);
    }
  });
  const quiet = (allowed?: RegExp): void => {
    expect(noise.filter((text) => !allowed?.test(text))).toEqual([]);
  };
  return { page, quiet };
}

/** Starts a game from home with the button of a card. */
export async function begin(page: Page, game: string, way: RegExp): Promise<void> {
  await page.locator(`.card[data-game="${game}"]`).getByRole('button', { name: way }).click();
  await page.waitForURL('**/t/*');
  await page.locator('main[data-status]').waitFor();
}

/** What the table says of itself. */
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

/** Waits until this screen may act or the game is over. */
export async function ready(page: Page): Promise<'act' | 'over'> {
  await page
    .locator('main.table[data-acting]:not([data-acting=""]), main.table[data-status="over"]')
    .waitFor();
  return (await state(page)).status === 'over' ? 'over' : 'act';
}

/** No serious finding of axe on what is shown. */
export async function accessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const told = serious.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`,
  );
  expect(told).toEqual([]);
}

/** Nothing is wider than the screen. */
export async function fits(page: Page): Promise<void> {
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect(beyond).toBeLessThanOrEqual(0);
}
