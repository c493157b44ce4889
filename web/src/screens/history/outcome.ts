/** The result of a finished game as its players would say it. */

import { t, type Noun } from '../../i18n';
import type { Sitter } from '../../protocol';
import { settings } from '../../state/settings.svelte';
import { sitterNoun } from '../../ui/seats';
import { firstSeats, type Standing } from './games';
import { ht } from './strings';

export function outcomeText(how: Standing, result: string, sitters: readonly Sitter[]): string {
  if (how !== 'shared') return ht(how);
  const first = firstSeats(result);
  if (first.length === sitters.length) return ht('drawn');
  const names = sitters.map((sitter, index) => sitterNoun(sitter, index + 1));
  const text = (name: string | Noun): string => (typeof name === 'string' ? name : name.noun);
  const called = first.map((seat): string | Noun => {
    const own = names[seat - 1] ?? '';
    const alone = names.filter((other) => text(other) === text(own)).length === 1;
    return alone ? own : { noun: t('seat.player', { seat }) };
  });
  const list = new Intl.ListFormat(settings.lang, { type: 'conjunction' });
  const all = list.format(called.map(text));
  return ht('shared', { name: typeof called[0] === 'string' ? all : { noun: all } });
}
