/** The match at a table, in words. */

import { t } from '../../i18n';
import type { SeatInfo, TableInfo } from '../../protocol';
import { seatNoun, whoText } from './words';

/** How the reader calls a player, whose seat may differ in every game. */
export function playerName(info: TableInfo, player: number): string {
  return whoText(info, info.match.player_of_seat.indexOf(player) + 1);
}

/** Whether another game of the match is still to be played. */
export function goesOn(info: TableInfo): boolean {
  return info.match.game < info.match.of;
}

/** Who sat where when the match began; a single game is played again as it was. */
export function asItBegan({ match, seats }: Pick<TableInfo, 'match' | 'seats'>): SeatInfo[] {
  if (match.of < 2) return seats;
  const player = ({ seat }: SeatInfo): number => match.player_of_seat[seat - 1] ?? seat;
  return [...seats].sort((a, b) => player(a) - player(b));
}

/** How many games a player has won, where a draw is half a game: `1½`. */
export function gamesWon(info: TableInfo, player: number): string {
  const won = info.match.finished.filter((game) => game.winner === player).length;
  const halves = won * 2 + info.match.draws;
  const whole = Math.floor(halves / 2);
  if (halves % 2 === 0) return String(whole);
  return whole === 0 ? '½' : `${whole}½`;
}

/** A player's total in the match so far. */
export function total(info: TableInfo, player: number): string {
  if (info.match.rule === 'most_wins') return gamesWon(info, player);
  return String(info.match.points[player - 1] ?? 0);
}

/** Who has won the match, once it is over. */
export function matchOutcome(info: TableInfo): string | null {
  const { ranks, player_of_seat } = info.match;
  if (!ranks || info.match.of < 2) return null;
  const best = ranks.flatMap((rank, index) => (rank === 1 ? [index + 1] : []));
  const [winner] = best;
  if (best.length === ranks.length || winner === undefined) return t('match.drawn');
  if (best.length > 1) {
    return t('match.shared', { names: best.map((player) => playerName(info, player)).join(', ') });
  }
  const [seat] = info.you;
  if (info.you.length === 1 && seat !== undefined) {
    return player_of_seat[seat - 1] === winner ? t('match.won') : t('match.lost');
  }
  return t('match.winner', { name: seatNoun(info, player_of_seat.indexOf(winner) + 1) });
}
