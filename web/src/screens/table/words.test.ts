import { describe, expect, it } from 'vitest';
import type { Position, TableInfo } from '../../protocol';
import { happeningText, isAlike, seatName, shortName, statusText } from './words';

const engine = (level: number) => ({ kind: 'engine', level });
const ada = { kind: 'person', name: 'Ada' };

function table(sitters: readonly object[], you: number[]): TableInfo {
  const seats = sitters.map((sitter, index) => ({ seat: index + 1, sitter, connected: true }));
  return { seats, you } as unknown as TableInfo;
}

describe('the name of a seat', () => {
  const info = table([ada, engine(1), engine(1)], [1]);

  it('has the number where another seat has the same', () => {
    expect(seatName(info, 2)).toBe('Computer, level 1 (Player 2)');
    expect(seatName(table([ada, engine(1), engine(3)], [1]), 2)).toBe('Computer, level 1');
    expect([1, 2, 3].map((seat) => isAlike(info, seat))).toEqual([false, true, true]);
  });

  it('is short above a column', () => {
    expect([1, 2, 3].map((seat) => shortName(info, seat))).toEqual(['You', 'Player 2', 'Player 3']);
    expect(shortName(table([ada, engine(2)], [1]), 2)).toBe('Computer, level 2');
  });
});

describe('the status', () => {
  it('says that the player to act cannot be reached', () => {
    const info = table([ada, { kind: 'person', name: 'Tom' }], [1]);
    const at = (connected: boolean): string => {
      const seats = info.seats.map((seat) => ({ ...seat, connected }));
      const position = { turn: { kind: 'seat', seat: 2 } } as Position;
      return statusText({ ...info, seats, status: 'playing' }, position);
    };
    expect(at(true)).toBe('Tom to act');
    expect(at(false)).toBe('Tom to act, but offline');
  });
});

describe('a rematch', () => {
  it('says which player one is now, and the first game does not', () => {
    const info = table([ada, ada], [2]);
    expect(happeningText(info, { kind: 'started', game: 1 })).toBeNull();
    expect(happeningText(info, { kind: 'started', game: 2 })).toBe(
      'A new game: you are player 2 now.',
    );
  });
});
