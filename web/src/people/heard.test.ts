import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '../state/settings.svelte';
import { heardText } from './heard';

beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined }));
afterEach(() => {
  settings.lang = 'en';
  vi.unstubAllGlobals();
});

describe('what is heard', () => {
  it('is quoted, and a reaction is told', () => {
    settings.lang = 'fr';
    expect(heardText('Tom', 'applause')).toBe('Tom applaudit');
    expect(heardText('Tom', 'thanks')).toBe('Tom\u00a0: Merci\u202f!');
    settings.lang = 'ja';
    expect(heardText('Tom', 'applause')).toBe('Tom「拍手」');
    settings.lang = 'en';
    expect(heardText('Tom', 'applause')).toBe('Tom applauds');
  });
});
