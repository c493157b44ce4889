/** The names of people, engines and seats. */

import { decimal, messages, t, type Noun } from '../i18n';
import type { Clock, Sitter } from '../protocol';
import { DAY, DAY_CLOCKS, daysLeft, daysText } from '../people/days';
import { settings } from '../state/settings.svelte';

export function sitterName(sitter: Sitter): string {
  switch (sitter.kind) {
    case 'open':
      return t('seat.open');
    case 'person':
      return personName(sitter.name);
    case 'engine':
      return t('seat.engine', { level: sitter.level });
  }
}

/** A seat's occupant as sentences call them; a person's name is a plain string. */
export function sitterNoun(sitter: Sitter, seat: number): string | Noun {
  switch (sitter.kind) {
    case 'open':
      return { noun: t('seat.player', { seat }) };
    case 'person': {
      const number = numberOf(sitter.name);
      if (number !== null) return { noun: t('seat.player', { seat: number }) };
      return isDefaultName(sitter.name) ? { noun: t('seat.guest') } : sitter.name;
    }
    case 'engine':
      return { noun: t('seat.computer') };
  }
}

/** The occupants of some seats within a sentence, computers with their level: "Ada, the computer (level 3)". */
export function opponentsText(sitters: readonly Sitter[]): string {
  const name = (sitter: Sitter): string =>
    sitter.kind === 'engine'
      ? t('seat.computer_level', { level: sitter.level })
      : sitterName(sitter);
  return sitters.map(name).join(', ');
}

/** A player without a name is called a guest, or by a number on a shared screen, in the reader's language. */
export function personName(name: string): string {
  const number = numberOf(name);
  if (number !== null) return t('seat.number', { seat: number });
  return isDefaultName(name) ? t('player.default') : name;
}

/** Whether this is the name of players who have not chosen one. */
export function isDefaultName(name: string): boolean {
  return Object.values(messages).some((known) => known['player.default'] === name);
}

/** The number in the name of a player who has chosen none, in whatever language it was given: `Player 2`. */
function numberOf(name: string): number | null {
  for (const known of Object.values(messages)) {
    const [before = '', after = ''] = known['seat.number'].split('{seat}');
    const number = name.slice(before.length, name.length - after.length);
    if (name === before + number + after && /^[1-9]$/.test(number)) return Number(number);
  }
  return null;
}

/** What a clock that can be chosen with a click is called. */
export function clockName({ id, clock }: (typeof CLOCKS)[number]): string {
  if (clock.kind !== 'fischer') return daysText(id) ?? t('new.no_clock');
  return t('new.fischer', { minutes: clock.initial / 60_000, seconds: clock.increment / 1000 });
}

/** Minutes and seconds; with tenths when time is short, days and hours when there is much of it. */
export function clockText(millis: number): string {
  const left = Math.max(0, millis);
  if (left >= DAY) return daysLeft(left, settings.lang);
  const seconds = Math.floor(left / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = String(seconds % 60).padStart(2, '0');
  if (left < 10_000) return `0:0${decimal(Math.floor(left / 100) / 10, 1)}`;
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
}

/** The time controls that can be chosen with a click. */
export const CLOCKS: readonly { id: string; clock: Clock }[] = [
  { id: 'none', clock: { kind: 'none' } },
  { id: '5+3', clock: { kind: 'fischer', initial: 300_000, increment: 3_000 } },
  { id: '10+5', clock: { kind: 'fischer', initial: 600_000, increment: 5_000 } },
  { id: '30+20', clock: { kind: 'fischer', initial: 1_800_000, increment: 20_000 } },
  ...DAY_CLOCKS,
];
