/** What the player can do now, as a sentence. */

import type { Situation } from '../types';
import { t } from './strings';
import type { View } from './view';

export function prompt({ view, step }: Situation): string | null {
  const { phase, legal } = view as View;
  if (phase === 'marker') return t('prompt.marker');
  if (phase === 'throw') {
    return t(legal.throw_arc ? 'prompt.throw_area' : 'prompt.throw');
  }
  if (step === 'lintel') return t('prompt.lintel');
  if (step === 'gate') return t('prompt.gate');
  return phase === 'build' ? t('prompt.build') : null;
}
