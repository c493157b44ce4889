import { describe, expect, it } from 'vitest';
import { LANGS } from '../state/settings.svelte';
import { lessons } from '.';

describe.each(Object.entries(lessons))('the lesson of %s', (_, steps) => {
  it('has at least six steps', () => {
    expect(steps.length).toBeGreaterThanOrEqual(6);
  });

  it('speaks all languages', () => {
    for (const { task, done } of steps) {
      for (const phrase of [task, done]) {
        expect(new Set(LANGS.map((lang) => phrase[lang].trim())).size).toBe(3);
        expect(phrase.ja).toMatch(/[\u3040-\u30ff]/);
      }
    }
  });
});
