/** An engine's evaluation as a sentence. */

import { capital, decimal, percentage, say, t, type Key } from '../../i18n';
import type { Analysis, Line } from '../../protocol';
import { spoken } from './words';

/** The lowest winning chance for each word, best first. */
const CHANCES: readonly [number, Key][] = [
  [0.93, 'chance.won'],
  [0.75, 'chance.very_good'],
  [0.57, 'chance.better'],
  [0.43, 'chance.even'],
  [0.25, 'chance.worse'],
  [0.07, 'chance.poor'],
];

/** A winning chance in plain words. */
export function chanceText(value: number): string {
  return t(CHANCES.find(([least]) => value >= least)?.[1] ?? 'chance.lost');
}

/** Whether a line is proved to win. */
export function wins(line: Line): boolean {
  return line.exact && line.value >= 0.9995;
}

/** The advice of a line: what to play, and where it leads; `ends` if its first action is known to end the game. */
export function hintText(line: Line, ends = false): string {
  const first = line.words?.[0]?.says;
  const move = first ? say(first) : spoken(line.actions[0] ?? '');
  if (wins(line)) return capital(t(ends ? 'hint.wins_now' : 'hint.wins', { move }));
  if (line.exact && line.value <= 0.0005) return t('hint.loses', { move });
  if (line.value >= 0.995) return capital(t('hint.certain', { move }));
  const percent = percentage(line.value);
  const key = line.exact ? 'hint.proved' : 'hint.best';
  return capital(t(key, { move, chance: chanceText(line.value), percent }));
}

/** How long an engine has thought. */
export function effortText({ done, millis }: Analysis): string {
  const seconds = decimal(millis / 1000, 1);
  if (!done) return t('hint.thinks', { seconds });
  return millis < 50 ? t('hint.at_once') : t('hint.thought', { seconds });
}
