import { describe, expect, it } from 'vitest';
import type { SeatInfo, TableInfo } from '../../protocol';
import { asItBegan } from './match';

function table(of: number): Pick<TableInfo, 'match' | 'seats'> {
  const seats = [1, 2].map((seat) => ({ seat, sitter: { kind: 'open' } }) as SeatInfo);
  return { seats, match: { of, player_of_seat: [2, 1] } as TableInfo['match'] };
}

describe('another match', () => {
  it('begins with everybody where the last one began', () => {
    expect(asItBegan(table(2)).map(({ seat }) => seat)).toEqual([2, 1]);
  });

  it('of one game keeps the seats', () => {
    expect(asItBegan(table(1)).map(({ seat }) => seat)).toEqual([1, 2]);
  });
});
