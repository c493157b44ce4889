import { describe, expect, it } from 'vitest';
import { parse } from './router.svelte';

describe('an address', () => {
  it('leads home, to a table, a lesson or a study', () => {
    expect(parse('/', '', '')).toEqual({ screen: 'home' });
    expect(parse('/t/abc', '', '')).toEqual({ screen: 'table', id: 'abc', invite: null });
    expect(parse('/t/abc', '?invite=xy', '')).toEqual({ screen: 'table', id: 'abc', invite: 'xy' });
    expect(parse('/lesson/sun', '', '')).toEqual({ screen: 'lesson', game: 'sun' });
    expect(parse('/study', '', '')).toMatchObject({ screen: 'study', table: null, record: null });
  });

  it('leads to the puzzles, to one of them, to that of the day or to a run', () => {
    expect(parse('/puzzles', '', '')).toEqual({ screen: 'puzzles' });
    expect(parse('/puzzles/holes', '', '')).toEqual({ screen: 'puzzles' });
    for (const which of [7, 'today', 'run'] as const) {
      expect(parse(`/puzzles/holes/${which}`, '', '')).toEqual({
        screen: 'puzzle',
        game: 'holes',
        which,
      });
    }
    for (const path of ['/puzzles/holes/0', '/puzzles/holes/x', '/puzzles/a/1/2'])
      expect(parse(path, '', '')).toEqual({ screen: 'missing' });
  });

  it('brings a player from another device, with the code in its fragment', () => {
    expect(parse('/me', '', '#q0Zx-_')).toEqual({ screen: 'me', code: 'q0Zx-_' });
    expect(parse('/me', '', '')).toEqual({ screen: 'me', code: null });
    expect(parse('/me/more', '', '#q0Zx')).toEqual({ screen: 'missing' });
  });

  it('that is no text leads nowhere, and the page says so', () => {
    for (const path of ['/t/%ff', '/t/%', '/lesson/%E0%A4', '/%ff']) {
      expect(parse(path, '', '')).toEqual({ screen: 'missing' });
    }
  });

  it('carries a whole record in its fragment', () => {
    const record = '[Game "stonehenge"]\n\nG6 H1 {50 % & more}\n';
    const hash = `#${new URLSearchParams({ record, at: '2' }).toString()}`;
    expect(parse('/study', '', hash)).toMatchObject({ record, at: 2 });
    expect(parse('/study', '', '#at=-1')).toMatchObject({ at: null });
  });

  it('carries a short record in its query', () => {
    const record = '[Game "stonehenge"]\n\nG6 H1\n';
    const query = `?${new URLSearchParams({ record, at: '1' }).toString()}`;
    expect(parse('/study', query, '')).toMatchObject({ record, at: 1 });
  });

  it('that means nothing is missing', () => {
    expect(parse('/nowhere', '', '')).toEqual({ screen: 'missing' });
    expect(parse('/t/a/b', '', '')).toEqual({ screen: 'missing' });
  });
});
