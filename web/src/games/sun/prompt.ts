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
  if (phase !== 'build') return null;
  switch (step) {
    case 'lintel':
      return t('prompt.lintel');
    case 'no_lintel':
      return t('prompt.no_lintel');
    case 'gate':
      return t('prompt.gate');
    case 'no_upright':
      return t('prompt.no_upright');
    case 'lay':
      return t('prompt.lay', { button: t('lay') });
    default:
      return t('prompt.build');
  }
}
