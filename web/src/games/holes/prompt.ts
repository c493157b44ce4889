/** What the player can do now, as a sentence. */

import { isOnly } from '../../boards/legal';
import type { Situation } from '../types';
import { t } from './strings';
import type { View } from './view';

export function prompt({ view, legal, step }: Situation): string | null {
  const score = (view as View).pending ?? 0;
  if (isOnly(legal, 'pass')) return t('prompt.pass', { score });
  if (isOnly(legal, 'recover')) return t('prompt.recover', { score });
  if (legal.length === 1) return t(step === 'forced' ? 'prompt.forced' : 'prompt.only', { score });
  return legal.includes('recover') ? t('prompt.either', { score }) : t('prompt', { score });
}

/** Why an action plays itself: there is no other. */
export function forcedText(action: string): string {
  if (action === 'pass') return t('forced_pass');
  return action === 'recover' ? t('forced_recover') : t('forced_move', { hole: action });
}
