/** Ways to begin a game. */

import { api } from '../net/api';
import type { Begins, Clock, GameInfo, NewSeat, TableInfo } from '../protocol';
import { asPlayer } from './player.svelte';

export type Way = 'engine' | 'friend' | 'together';

export interface Plan {
  way: Way;
  level: number;
  /** The seat of one's own; 0 lets the lot decide. */
  seat: number;
  options: Record<string, string>;
  clock: Clock;
  games: number;
}

export const EASY_LEVEL = 2;
export const MAX_LEVEL = 8;

export function plan(way: Way, level = EASY_LEVEL): Plan {
  return { way, level, seat: 1, options: {}, clock: { kind: 'none' }, games: 1 };
}

/** How many seats a game has under these options. */
export function seatCount(game: GameInfo, options: Record<string, string>): number {
  const chosen = options['seats'] ?? game.options.find((o) => o.name === 'seats')?.default;
  return chosen === undefined ? game.seats.min : Number(chosen);
}

/** Who sits where. */
export function seatsOf(game: GameInfo, chosen: Plan): NewSeat[] {
  const mine = chosen.seat === 0 ? 1 : chosen.seat;
  return Array.from({ length: seatCount(game, chosen.options) }, (_, index): NewSeat => {
    if (chosen.way === 'together' || index + 1 === mine) return { kind: 'me' };
    return chosen.way === 'engine' ? { kind: 'engine', level: chosen.level } : { kind: 'open' };
  });
}

/** Makes the table; its address is where to go next. */
export async function begin(game: GameInfo, chosen: Plan, from?: string): Promise<TableInfo> {
  const begins: Begins = chosen.seat === 0 ? 'by_lot' : 'as_seated';
  const created = await asPlayer((key) =>
    api.create(key, {
      game: game.id,
      options: chosen.options,
      seats: seatsOf(game, chosen),
      clock: chosen.clock,
      begins,
      games: chosen.games,
      ...(from === undefined ? {} : { from }),
    }),
  );
  return created.table;
}
