import { describe, expect, it } from 'vitest';
import type { PlayedGame } from '../../protocol';
import {
  balance,
  figuresOf,
  groupedBy,
  matchesOf,
  onBoards,
  opponents,
  ranksOf,
  scoreOf,
  spark,
  standing,
} from './games';

let count = 0;
const game = (more: Partial<PlayedGame>): PlayedGame => {
  count += 1;
  return {
    table: 't',
    number: count,
    game: 'holes',
    seats: [
      { kind: 'person', name: 'Ada' },
      { kind: 'engine', level: 3 },
    ],
    you: [1],
    result: '1-0',
    reason: 'rules',
    plies: 20,
    started: count,
    ended: count,
    match: 1,
    match_game: 1,
    match_games: 1,
    ...more,
  };
};

describe('the history', () => {
  it('knows who won', () => {
    expect(standing(game({}))).toBe('won');
    expect(standing(game({ you: [2] }))).toBe('lost');
    expect(standing(game({ result: '1/2-1/2' }))).toBe('drawn');
    expect(standing(game({ you: [1, 2] }))).toBe('shared');
    expect(standing(game({ result: '*', reason: 'not_played' }))).toBe('none');
    const three = [1, 2, 3].map((n) => ({ kind: 'person' as const, name: `${n}` }));
    expect(standing(game({ seats: three, result: '2,1,3', you: [2] }))).toBe('won');
    expect(standing(game({ seats: three, result: '1,1,3', you: [2] }))).toBe('drawn');
    expect(standing(game({ seats: three, result: '1,1,3', you: [1, 2] }))).toBe('won');
    expect(standing(game({ seats: three, result: '2,1,3', you: [3] }))).toBe('lost');
    expect(ranksOf('*')).toBeNull();
    expect(ranksOf('nonsense')).toBeNull();
  });

  it('keeps the games of a match together, in their order', () => {
    const [a, b] = [game({ table: 'x', match_games: 3 }), game({ table: 'x', match_games: 3 })];
    const single = game({ table: 'y' });
    const later = game({ table: 'x', match: 2, match_games: 3 });
    const matches = matchesOf([b, later, single, a]);
    expect(matches.map(({ id, games }) => [id, games.length])).toEqual([
      ['x/2', 1],
      ['y/1', 1],
      ['x/1', 2],
    ]);
    expect(matches[2]?.games).toEqual([a, b]);
  });

  it('leads to a board only where its game is still on it', () => {
    const [first, last] = [game({ table: 'x', number: 1 }), game({ table: 'x', number: 2 })];
    const left = game({ table: 'y', number: 1 });
    expect([...onBoards([last, first, left], [{ table: 'y' }])]).toEqual([last]);
  });

  it('counts by game, level and opponent, and leaves out what was not played', () => {
    const games = [
      game({}),
      game({ result: '0-1' }),
      game({ result: '1/2-1/2', game: 'logan' }),
      game({ result: '*', reason: 'not_played' }),
      game({ you: [1, 2] }),
    ];
    const groups = groupedBy(games, ({ game: id }) => [id]);
    expect(groups.map(({ key, games: all }) => [key, figuresOf(all)])).toEqual([
      ['holes', { won: 1, drawn: 0, lost: 1 }],
      ['logan', { won: 0, drawn: 1, lost: 0 }],
    ]);
    expect(scoreOf(figuresOf(games))).toBe(0.5);
    expect(scoreOf(figuresOf([]))).toBeNull();
    expect(opponents(games[0] as PlayedGame)).toEqual([{ kind: 'engine', level: 3 }]);
  });

  it('draws how far one is ahead', () => {
    const games = [game({ result: '0-1' }), game({}), game({}), game({ result: '1/2-1/2' })];
    expect(balance([...games].reverse())).toEqual([-1, 0, 1, 1]);
    expect(spark([1, 0], 10, 10)).toBe('M0.0 10.0L5.0 0.0L10.0 10.0');
    expect(spark([], 10, 10)).toBe('M0.0 5.0');
  });
});
