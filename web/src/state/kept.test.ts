import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, Refused, Unreachable } from '../net/api';
import type { RefusalCode } from '../protocol';
import { KeptStudy } from './kept.svelte';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const refused = (code: RefusalCode): Refused =>
  new Refused({ code, rule: null, says: { en: 'no', fr: 'non', ja: '否' } });

/** A study that was saved once, and the records that the server is sent afterwards. */
async function keep(answer: () => Promise<void>): Promise<{ kept: KeptStudy; sent: string[] }> {
  const sent: string[] = [];
  let revision = 1;
  vi.spyOn(api, 'saveStudy').mockResolvedValue({ study: 'a', key: 'k', revision });
  vi.spyOn(api, 'updateStudy').mockImplementation(async (_, __, record) => {
    sent.push(record);
    await answer();
    revision += 1;
    return { study: 'a', revision };
  });
  const kept = new KeptStudy();
  await kept.create('one', 'stonehenge');
  return { kept, sent };
}

describe('a study that is kept', () => {
  it('is saved a moment after the last of several changes, and at once when the page is left', async () => {
    const { kept, sent } = await keep(() => Promise.resolve());
    kept.changed('two', 'stonehenge');
    kept.changed('three', 'stonehenge');
    await vi.runAllTimersAsync();
    expect(sent).toEqual(['three']);
    kept.changed('four', 'stonehenge');
    kept.close();
    await vi.runAllTimersAsync();
    expect(sent).toEqual(['three', 'four']);
    expect(kept.keeping).toBe('saved');
  });

  it('is tried again by itself while the server cannot be reached', async () => {
    let fails = 2;
    const { kept, sent } = await keep(() =>
      fails-- > 0 ? Promise.reject(new Unreachable('gone')) : Promise.resolve(),
    );
    kept.changed('two', 'stonehenge');
    await vi.advanceTimersByTimeAsync(1000);
    expect(kept.keeping).toBe('failed');
    await vi.runAllTimersAsync();
    expect(sent).toEqual(['two', 'two', 'two']);
    expect(kept.keeping).toBe('saved');
  });

  it.each([
    ['too_large', 'refused'],
    ['stale', 'stale'],
  ] as const)('is not sent again when it was refused as %s', async (code, keeping) => {
    const { kept, sent } = await keep(() => Promise.reject(refused(code)));
    kept.changed('two', 'stonehenge');
    await vi.runAllTimersAsync();
    expect(sent).toEqual(['two']);
    expect(kept.keeping).toBe(keeping);
  });
});
