/** The end of a game, worded for the reader. */

import { say, t, type Noun } from '../../i18n';
import type { Position, TableInfo } from '../../protocol';
import { settings } from '../../state/settings.svelte';
import { seatNoun } from '../table/words';

/** The seats that share a rank; 1 is the best. */
export function seatsOfRank(ranks: readonly number[], rank: number): number[] {
  return ranks.flatMap((own, index) => (own === rank ? [index + 1] : []));
}

/** The reader's own seat: the only seat of this screen. */
export function ownSeat(info: TableInfo): number | null {
  return info.you.length === 1 ? (info.you[0] ?? null) : null;
}

/** Several seats in one list, oneself first. */
export function seatList(info: TableInfo, seats: readonly number[]): Noun {
  const own = ownSeat(info);
  const sorted = [...seats].sort((a, b) => Number(b === own) - Number(a === own));
  const names = sorted.map((seat) => {
    const name = seat === own ? t('seat.you_within') : seatNoun(info, seat);
    return typeof name === 'string' ? name : name.noun;
  });
  return { noun: new Intl.ListFormat(settings.lang, { type: 'conjunction' }).format(names) };
}

/** Who has won, or which seats share a place. */
export function resultText(info: TableInfo, position: Position): string {
  if (position.turn.kind !== 'over') return '';
  const { ranks, reason } = position.turn.outcome;
  if (reason === 'not_played') return t('outcome.not_played');
  const best = seatsOfRank(ranks, 1);
  const own = ownSeat(info);
  const [winner = 1] = best;
  if (best.length === 1) {
    if (own === null) return t('outcome.winner', { name: seatNoun(info, winner) });
    if (own === winner) return t('outcome.won');
    return ranks.length === 2
      ? t('outcome.lost')
      : t('outcome.winner', { name: seatNoun(info, winner) });
  }
  if (ranks.length === 2) return t('outcome.draw');
  return t('outcome.shared', { names: seatList(info, best) });
}

/** Why the game is over: the game's own sentence, or who broke it off. */
export function reasonText(info: TableInfo, position: Position): string {
  if (position.turn.kind !== 'over') return '';
  const { reason, ranks } = position.turn.outcome;
  if (reason === 'rules') return position.ending?.reason ? say(position.ending.reason) : '';
  if (reason === 'agreed') return t('reason.agreed');
  if (reason === 'not_played') return t('reason.not_played');
  // Whoever resigns, leaves or runs out of time is alone in last place.
  const [loser = 1] = seatsOfRank(ranks, Math.max(...ranks));
  if (loser === ownSeat(info)) return t(`reason.${reason}_you`);
  return t(`reason.${reason}_by`, { name: seatNoun(info, loser) });
}
