/** The result of a finished game as its players would say it. */

import { t } from '../../i18n';
import type { Sitter } from '../../protocol';
import { settings } from '../../state/settings.svelte';
import { sitterName } from '../../ui/seats';
import { firstSeats, type Standing } from './games';
import { ht } from './strings';

export function outcomeText(how: Standing, result: string, sitters: readonly Sitter[]): string {
  if (how !== 'shared') return ht(how);
  const first = firstSeats(result);
  if (first.length === sitters.length) return ht('drawn');
  const names = sitters.map(sitterName);
  const name = (seat: number): string => {
    const own = names[seat - 1] ?? '';
    const alone = names.filter((other) => other === own).length === 1;
    return alone ? own : t('seat.number', { seat });
  };
  const list = new Intl.ListFormat(settings.lang, { type: 'conjunction' });
  return ht('shared', { name: list.format(first.map(name)) });
}
