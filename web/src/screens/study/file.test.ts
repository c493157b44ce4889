import { describe, expect, it } from 'vitest';
import { gamesIn } from './file';

describe('a file of records', () => {
  it('is taken apart at its separators', () => {
    const file =
      '[Game "a"]\r\n[Seat1 "Ad\\"a"]\r\n\r\nG4 {---}\r\n---\r\n\r\n[Game "b"]\r\n---\r\n';
    expect(gamesIn(file)).toEqual([
      { text: '[Game "a"]\n[Seat1 "Ad\\"a"]\n\nG4 {---}\n', tags: { Game: 'a', Seat1: 'Ad"a' } },
      { text: '[Game "b"]\n', tags: { Game: 'b' } },
    ]);
  });

  it('with one record is that record', () => {
    expect(gamesIn('[Game "a"]\n\nG4\n').map(({ text }) => text)).toEqual(['[Game "a"]\n\nG4\n']);
    expect(gamesIn('nonsense')).toEqual([{ text: 'nonsense', tags: {} }]);
    expect(gamesIn(' \n')).toEqual([]);
  });
});
