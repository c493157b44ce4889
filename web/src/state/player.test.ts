import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asPlayer, rename } from './player.svelte';

/** The requests in the order in which they were answered. */
let answered: string[];
let letGo: () => void;

beforeEach(() => {
  answered = [];
  const stored = new Map([['sarsen.key', 'key']]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', async (path: string) => {
    await new Promise<void>((resolve) => (letGo = resolve));
    answered.push(path);
    return new Response('{}', { headers: { 'content-type': 'application/json' } });
  });
});

afterEach(() => vi.unstubAllGlobals());

describe('a player who is renamed', () => {
  it('does nothing else under the old name', async () => {
    const renamed = rename('Walker');
    const made = asPlayer(() => {
      answered.push('made');
      return Promise.resolve();
    });
    // Whatever does not wait for the answer would be done by now.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(answered).toEqual([]);
    letGo();
    await Promise.all([renamed, made]);
    expect(answered).toEqual(['/api/v1/players/me', 'made']);
  });
});
