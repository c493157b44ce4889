/** The reader's tables and games as the home screen lists them. */

import type { PlayedGame, TableSummary } from '../protocol';

/** So many tables are named before everything else. */
const MOST = 3;
/** So many finished games are listed; the history has all. */
const GAMES = 12;

export interface Listed {
  /** Where it is the reader's turn, games with people first. */
  turn: readonly TableSummary[];
  /** The other tables that are not finished. */
  running: readonly TableSummary[];
  /** How many of those are the reader's turn too. */
  more: number;
}

export function listTables(tables: readonly TableSummary[]): Listed {
  const people = ({ seats, you }: TableSummary): number =>
    Number(seats.some(({ seat, sitter }) => sitter.kind === 'person' && !you.includes(seat)));
  const mine = tables
    .filter(({ status, your_turn }) => status === 'playing' && your_turn)
    .sort((a, b) => people(b) - people(a) || b.changed - a.changed);
  const turn = mine.slice(0, MOST);
  const running = tables.filter((table) => table.status !== 'over' && !turn.includes(table));
  return { turn, running, more: mine.length - turn.length };
}

/** A finished game with its address: the last of a table is seen at the table, an earlier one in its study. */
export interface Finished {
  game: PlayedGame;
  address: string;
}

/** The games that ended last. A table may have several of them, and another one that is still played. */
export function listFinished(
  games: readonly PlayedGame[],
  tables: readonly TableSummary[],
): Finished[] {
  const over = new Set(tables.flatMap(({ table, status }) => (status === 'over' ? [table] : [])));
  const last = new Map<string, number>();
  for (const { table, number } of games) last.set(table, Math.max(number, last.get(table) ?? 0));
  return [...games]
    .sort((a, b) => b.ended - a.ended)
    .slice(0, GAMES)
    .map((game) => {
      const atTable = over.has(game.table) && last.get(game.table) === game.number;
      const { table, number } = game;
      return { game, address: atTable ? `/t/${table}` : `/study/${table}?game=${number}` };
    });
}
