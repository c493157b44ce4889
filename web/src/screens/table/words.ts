/** What the table says about itself. */

import { t } from '../../i18n';
import type { Position, TableInfo } from '../../protocol';
import { sitterName } from '../../ui/seats';

export function seatName(info: TableInfo, seat: number): string {
  const found = info.seats.find((known) => known.seat === seat);
  // At one screen both seats may bear one name; the number tells them apart.
  const alike = info.seats.filter(
    (known) => found && sitterName(known.sitter) === sitterName(found.sitter),
  );
  if (!found) return t('seat.number', { seat });
  const name = sitterName(found.sitter);
  return alike.length > 1 ? `${name} (${t('seat.number', { seat })})` : name;
}

export function statusText(info: TableInfo, position: Position | null): string {
  if (info.status === 'waiting') return t('status.waiting');
  if (position?.turn.kind !== 'seat') return '';
  const { seat } = position.turn;
  if (info.you.length === 1 && info.you[0] === seat) return t('status.your_turn');
  return t('status.turn_of', { name: seatName(info, seat) });
}

export function outcomeText(info: TableInfo, position: Position): string {
  if (position.turn.kind !== 'over') return '';
  const { ranks, reason } = position.turn.outcome;
  const best = ranks.flatMap((rank, index) => (rank === 1 ? [index + 1] : []));
  const why = reason === 'rules' ? '' : ` ${t(`reason.${reason}`)}`;
  if (best.length === ranks.length) return t('outcome.draw') + why;
  const [winner] = best;
  if (best.length > 1 || winner === undefined) {
    return (
      t('outcome.shared', { names: best.map((seat) => seatName(info, seat)).join(', ') }) + why
    );
  }
  if (info.you.length === 1) {
    return (info.you[0] === winner ? t('outcome.won') : t('outcome.lost')) + why;
  }
  return t('outcome.winner', { name: seatName(info, winner) }) + why;
}

/**
 * An action as a list shows it: a deal by its name, a throw without the speed of a hand that rested. `null` for what
 * only the record needs: the seal of where stones came to rest, and a hand that did not tremble.
 */
export function short(action: string): string | null {
  if (action.startsWith('=') || action === '~0,0,0,0') return null;
  return /^([a-z]+)=/.exec(action)?.[1] ?? action.replace(/^(t.*),0,0$/, '$1');
}
