/** What the history tells of finished games: who won, what belongs together, and the figures. */

import type { PlayedGame, Sitter, TableSummary } from '../../protocol';

/** How a game ended for the reader; `shared` where all seats were the reader's, `none` where it counts as not played. */
export type Standing = 'won' | 'lost' | 'drawn' | 'shared' | 'none';

/** The ranks of the seats in a result: `1-0`, `1/2-1/2` or `1,3,2`; nothing where there is no result. */
export function ranksOf(result: string): number[] | null {
  if (result === '1-0') return [1, 2];
  if (result === '0-1') return [2, 1];
  if (result === '1/2-1/2') return [1, 1];
  const ranks = result.split(',').map(Number);
  return ranks.length > 1 && ranks.every((rank) => rank >= 1) ? ranks : null;
}

export function standing({ result, reason, you }: PlayedGame): Standing {
  return reason === 'not_played' ? 'none' : standingIn(result, you);
}

/** How a result looks from these seats. */
export function standingIn(result: string, you: readonly number[]): Standing {
  const ranks = ranksOf(result);
  if (!ranks) return 'none';
  if (you.length === ranks.length) return 'shared';
  const mine = Math.min(...you.map((seat) => ranks[seat - 1] ?? Infinity));
  if (mine !== 1) return 'lost';
  const first = ranks.filter((rank) => rank === 1).length;
  return first > you.length ? 'drawn' : 'won';
}

/** The seats in first place. */
export function firstSeats(result: string): number[] {
  const ranks = ranksOf(result) ?? [];
  return ranks.flatMap((rank, index) => (rank === 1 ? [index + 1] : []));
}

/** Those who played against the reader. */
export function opponents({ seats, you }: PlayedGame): Sitter[] {
  return seats.filter((_, index) => !you.includes(index + 1));
}

/** A match with its games, the first game first; a single game is a match of one. */
export interface Match {
  id: string;
  games: PlayedGame[];
  /** How many games it was meant to have. */
  length: number;
}

/** Games in matches, the match that was played last first. */
export function matchesOf(games: readonly PlayedGame[]): Match[] {
  const matches = new Map<string, Match>();
  for (const game of games) {
    const id = `${game.table}/${game.match}`;
    const match = matches.get(id) ?? { id, games: [], length: game.match_games };
    match.games.push(game);
    matches.set(id, match);
  }
  const last = ({ games }: Match): number => Math.max(...games.map(({ ended }) => ended));
  for (const match of matches.values()) match.games.sort((a, b) => a.number - b.number);
  return [...matches.values()].sort((a, b) => last(b) - last(a));
}

/** The games that their tables still show: the last of each table, unless another one is being played there. */
export function onBoards(
  games: readonly PlayedGame[],
  running: readonly Pick<TableSummary, 'table'>[],
): Set<PlayedGame> {
  const last = new Map<string, PlayedGame>();
  for (const game of games) {
    if (game.number > (last.get(game.table)?.number ?? 0)) last.set(game.table, game);
  }
  for (const { table } of running) last.delete(table);
  return new Set(last.values());
}

/** How many games of some kind were won, lost and drawn. */
export interface Figures {
  won: number;
  drawn: number;
  lost: number;
}

export function figuresOf(games: readonly PlayedGame[]): Figures {
  const figures = { won: 0, drawn: 0, lost: 0 };
  for (const game of games) {
    const how = standing(game);
    if (how === 'won' || how === 'drawn' || how === 'lost') figures[how] += 1;
  }
  return figures;
}

export function total({ won, drawn, lost }: Figures): number {
  return won + drawn + lost;
}

/** The part of the points that was won, a draw being half a point; `null` without games. */
export function scoreOf(figures: Figures): number | null {
  const all = total(figures);
  return all === 0 ? null : (figures.won + figures.drawn / 2) / all;
}

/** The games by some key, those with the most games first. */
export function groupedBy<Key>(
  games: readonly PlayedGame[],
  keysOf: (game: PlayedGame) => readonly Key[],
): { key: Key; games: PlayedGame[] }[] {
  const groups = new Map<Key, PlayedGame[]>();
  for (const game of games) {
    if (standing(game) === 'shared' || standing(game) === 'none') continue;
    for (const key of new Set(keysOf(game))) groups.set(key, [...(groups.get(key) ?? []), game]);
  }
  const found = [...groups].map(([key, group]) => ({ key, games: group }));
  return found.sort((a, b) => b.games.length - a.games.length);
}

/** How far the reader was ahead after each game, the oldest first: a win counts one up, a loss one down. */
export function balance(games: readonly PlayedGame[]): number[] {
  let level = 0;
  const sorted = [...games].sort((a, b) => a.ended - b.ended);
  return sorted.map((game) => {
    const how = standing(game);
    level += how === 'won' ? 1 : how === 'lost' ? -1 : 0;
    return level;
  });
}

/** The line of a small graph through these levels, in a box of this size with zero in sight. */
export function spark(levels: readonly number[], width: number, height: number): string {
  const all = [0, ...levels];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const x = (index: number): number => (index / Math.max(1, all.length - 1)) * width;
  const y = (level: number): number =>
    high === low ? height / 2 : height - ((level - low) / (high - low)) * height;
  const place = (level: number, index: number): string =>
    `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(level).toFixed(1)}`;
  return all.map(place).join('');
}
