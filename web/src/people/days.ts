/** Games by the day: clocks of one to seven days for every move. */

import { p } from './strings';

export const DAY = 24 * 3600 * 1000;

/** How many days a move may take, in the order in which they are offered. */
const DAYS = [1, 2, 3, 5, 7] as const;

export const DAY_CLOCKS = DAYS.map((days) => ({
  id: `${days}d`,
  clock: { kind: 'per_move' as const, time: days * DAY },
}));

/** What a clock by the day is called; null for any other. */
export function daysText(id: string): string | null {
  const found = DAY_CLOCKS.find((known) => known.id === id);
  return found ? p('clock.days', { count: Math.round(found.clock.time / DAY) }) : null;
}

/** Days and hours, for a clock that shows at least one day. */
export function daysLeft(millis: number, lang: string): string {
  const unit = (value: number, name: 'day' | 'hour'): string =>
    new Intl.NumberFormat(lang, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);
  const hours = Math.floor(millis / 3_600_000);
  return `${unit(Math.floor(hours / 24), 'day')} ${unit(hours % 24, 'hour')}`;
}
