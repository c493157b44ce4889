import { describe, expect, it } from 'vitest';
import type { EndReason, Position, TableInfo } from '../../protocol';
import { reasonText, resultText } from './result';

const NAMES = ['Ada', 'Bo', 'Cy', 'Di'];

function table(seats: number, you: number[]): TableInfo {
  const sitters = NAMES.slice(0, seats).map((name, index) => ({
    seat: index + 1,
    sitter: { kind: 'person', name },
    connected: true,
  }));
  return { seats: sitters, you } as unknown as TableInfo;
}

function over(ranks: number[], reason: EndReason = 'rules'): Position {
  return { turn: { kind: 'over', outcome: { result: '', ranks, reason } } } as unknown as Position;
}

describe('the result', () => {
  it('names all who share the first place, oneself first', () => {
    expect(resultText(table(3, []), over([1, 1, 3]))).toBe('Ada and Bo share first place.');
    expect(resultText(table(3, [2]), over([1, 1, 1]))).toBe('You, Ada, and Cy share first place.');
    expect(resultText(table(4, [4]), over([1, 3, 1, 4]))).toBe('Ada and Cy share first place.');
  });

  it('is a draw only between two', () => {
    expect(resultText(table(2, [1]), over([1, 1]))).toBe('A draw.');
  });

  it('names the winner to those who did not win among several', () => {
    expect(resultText(table(3, [1]), over([2, 1, 3]))).toBe('Bo has won.');
    expect(resultText(table(2, [1]), over([2, 1]))).toBe('You have lost.');
  });
});

describe('the reason', () => {
  it('says who broke the game off', () => {
    expect(reasonText(table(2, [1]), over([2, 1], 'resigned'))).toBe('You resigned.');
    expect(reasonText(table(2, [1]), over([1, 2], 'time'))).toBe('Bo ran out of time.');
    expect(reasonText(table(3, []), over([1, 1, 3], 'left'))).toBe('Cy left the table.');
  });
});

it('calls a game whose computer failed not played, and not a draw', () => {
  const position = over([1, 1], 'not_played');
  expect(resultText(table(2, [1]), position)).toBe('Not played.');
  expect(reasonText(table(2, [1]), position)).toMatch('computer failed');
});
