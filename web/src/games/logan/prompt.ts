/** What the player can do now, as a sentence. */

import type { Situation } from '../types';
import { t } from './strings';
import type { View } from './view';

export function prompt({ view, step }: Situation): string | null {
  const { phase } = view as View;
  // After the first tap of a finger the button puts the stone down.
  if (step === 'place') return t('prompt.confirm', { button: t('action.place') });
  if (phase === 'putting') return t('prompt.put');
  if (phase === 'moving') return step === 'stone' ? t('prompt.way') : t('prompt.move');
  return step === 'stone' ? t('prompt.place') : t('prompt');
}
