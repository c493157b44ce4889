import { describe, expect, it } from 'vitest';
import { gameUis } from '../games/find';
import { LANGS } from '../state/settings.svelte';

describe.each(Object.entries(gameUis))('the lesson of %s', async (_, ui) => {
  const { lesson: steps } = await ui.lesson();

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
