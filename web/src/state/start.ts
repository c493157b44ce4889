/** Starting games. */

import { t } from '../i18n';
import { api } from '../net/api';
import type { Begins, Clock, GameInfo, NewSeat, TableInfo } from '../protocol';
import { asPlayer } from './player.svelte';

export type Way = 'engine' | 'friend' | 'together';

export interface Plan {
  way: Way;
  level: number;
  /** The player's seat; 0 chooses at random. */
  seat: number;
  /**
   * The options that differ from the defaults, including the number of players if a game has a
   * choice.
   */
  options: Record<string, string>;
  clock: Clock;
  /** How many games the match has. */
  games: number;
  /** Whether anybody may sit down: the table is listed on the home screen. */
  open: boolean;
  /**
   * On a shared screen: the players' names, in the order of the seats. Those without a name have a
   * number.
   */
  names: string[];
}

/** The option that holds the number of players. */
export const SEATS = 'seats';
export const EASY_LEVEL = 2;
export const MAX_LEVEL = 8;

export function plan(way: Way, level = EASY_LEVEL): Plan {
  return {
    way,
    level,
    seat: 1,
    options: {},
    clock: { kind: 'none' },
    games: 1,
    open: false,
    names: [],
  };
}

/** How many seats a game has under these options. */
export function seatCount(game: GameInfo, options: Record<string, string>): number {
  const chosen = options[SEATS] ?? game.options.find((o) => o.name === SEATS)?.default;
  return chosen === undefined ? game.seats.min : Number(chosen);
}

/** Who sits where. */
export function seatsOf(game: GameInfo, chosen: Plan): NewSeat[] {
  const mine = chosen.seat === 0 ? 1 : chosen.seat;
  return Array.from({ length: seatCount(game, chosen.options) }, (_, index): NewSeat => {
    if (chosen.way === 'together') {
      const name = chosen.names[index]?.trim();
      return { kind: 'me', name: name ? name : t('seat.number', { seat: index + 1 }) };
    }
    if (index + 1 === mine) return { kind: 'me' };
    return chosen.way === 'engine' ? { kind: 'engine', level: chosen.level } : { kind: 'open' };
  });
}

/** Creates the table and returns its address. */
export async function begin(game: GameInfo, chosen: Plan, from?: string): Promise<TableInfo> {
  const begins: Begins = chosen.seat === 0 && chosen.way !== 'together' ? 'by_lot' : 'as_seated';
  const created = await asPlayer((key) =>
    api.create(key, {
      game: game.id,
      options: chosen.options,
      seats: seatsOf(game, chosen),
      clock: chosen.clock,
      begins,
      games: chosen.games,
      open: chosen.open && chosen.way === 'friend',
      ...(from === undefined ? {} : { from }),
    }),
  );
  return created.table;
}
