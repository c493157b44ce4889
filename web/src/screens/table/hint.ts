/** An engine's evaluation as a sentence. */

import { say, t, type Key } from '../../i18n';
import type { Analysis, Line } from '../../protocol';
import { settings } from '../../state/settings.svelte';
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

/** The advice of a line: what to play, and where it leads. */
export function hintText(line: Line): string {
  const first = line.words?.[0]?.says;
  const move = first ? say(first) : spoken(line.actions[0] ?? '');
  if (line.exact && line.value >= 0.9995) return capital(t('hint.wins', { move }));
  if (line.exact && line.value <= 0.0005) return t('hint.loses', { move });
  const percent = Math.round(line.value * 100);
  const key = line.exact ? 'hint.proved' : 'hint.best';
  return capital(t(key, { move, chance: chanceText(line.value), percent }));
}

/** How long an engine has thought, and how much it has seen. */
export function effortText({ done, millis, nodes }: Analysis): string {
  const seconds = (millis / 1000).toFixed(1);
  const time = !done
    ? t('hint.thinks', { seconds })
    : millis < 50
      ? t('hint.at_once')
      : t('hint.thought', { seconds });
  const shown = new Intl.NumberFormat(settings.lang).format(nodes);
  return `${time} · ${t('hint.nodes', { count: nodes, nodes: shown })}`;
}

/** Capitalises the first letter of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
