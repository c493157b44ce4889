/** The names of people, engines and seats. */

import { decimal, messages, t, type Noun } from '../i18n';
import type { Clock, Sitter } from '../protocol';
import { DAY, DAY_CLOCKS, daysLeft } from '../people/days';
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
    case 'person':
      return isDefaultName(sitter.name) ? { noun: t('seat.guest') } : sitter.name;
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

/** A player without a name is called a guest in the reader's language. */
export function personName(name: string): string {
  return isDefaultName(name) ? t('player.default') : name;
}

/** Whether this is the name of players who have not chosen one. */
export function isDefaultName(name: string): boolean {
  return Object.values(messages).some((known) => known['player.default'] === name);
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
