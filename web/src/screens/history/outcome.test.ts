import { expect, it } from 'vitest';
import type { Sitter } from '../../protocol';
import { standingIn } from './games';
import { outcomeText } from './outcome';

const person = (name: string): Sitter => ({ kind: 'person', name });
const text = (result: string, you: number[], names: string[]): string =>
  outcomeText(standingIn(result, you), result, names.map(person));

it('says whether the reader has won', () => {
  expect(text('0-1', [1], ['Ada', 'Bo'])).toBe('Lost');
  expect(text('0-1', [2], ['Ada', 'Bo'])).toBe('Won');
  expect(text('1/2-1/2', [2], ['Ada', 'Bo'])).toBe('Draw');
  expect(text('2,1,3', [2], ['Ada', 'Bo', 'Cy'])).toBe('Won');
  expect(text('*', [2], ['Ada', 'Bo'])).toBe('Not played');
});

it('names the winner where all sat at one screen', () => {
  expect(text('0-1', [1, 2], ['Ada', 'Bo'])).toBe('Bo won');
  expect(text('0-1', [1, 2], ['Ada', 'Ada'])).toBe('Player 2 won');
  expect(text('1/2-1/2', [1, 2], ['Ada', 'Bo'])).toBe('Draw');
  expect(text('1,1,3', [1, 2, 3], ['Ada', 'Bo', 'Cy'])).toBe('Ada and Bo won');
});
