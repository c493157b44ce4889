import { describe, expect, it } from 'vitest';
import type { PlayedGame, TableSummary } from '../protocol';
import { listFinished, listTables } from './tables';

const person = { kind: 'person', name: 'Tom' };
const engine = { kind: 'engine', level: 1 };

function table(name: string, changed: number, rival: object, over: object = {}): TableSummary {
  const seats = [person, rival].map((sitter, index) => ({ seat: index + 1, sitter }));
  const rest = { game: 'logan', status: 'playing', your_turn: true, ply: 1, result: null };
  return { table: name, changed, seats, you: [1], ...rest, ...over } as unknown as TableSummary;
}

describe('the tables on the home screen', () => {
  it('begin with those where it is the reader’s turn, against people first', () => {
    const tables = [
      table('a', 1, engine),
      table('b', 2, engine),
      table('c', 3, person, { your_turn: false }),
      table('d', 4, engine),
      table('e', 0, person),
      table('f', 9, person, { status: 'over' }),
    ];
    const { turn, running, more } = listTables(tables);
    expect(turn.map((found) => found.table)).toEqual(['e', 'd', 'b']);
    expect(running.map((found) => found.table)).toEqual(['a', 'c']);
    expect(more).toBe(1);
  });

  it('have every finished game of a table', () => {
    const played = (name: string, number: number, ended: number): PlayedGame =>
      ({ table: name, number, ended }) as unknown as PlayedGame;
    const games = [played('a', 2, 5), played('a', 1, 3), played('b', 1, 4)];
    const tables = [table('a', 5, person, { status: 'over' }), table('b', 6, person)];
    expect(listFinished(games, tables).map(({ address }) => address)).toEqual([
      '/t/a',
      '/study/b?game=1',
      '/study/a?game=1',
    ]);
  });
});
