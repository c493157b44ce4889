/** What the player can do now, as a sentence. */

import { isOnly } from '../../boards/legal';
import type { Situation } from '../types';
import { t } from './strings';

export function prompt({ legal, step }: Situation): string | null {
  if (legal.some((action) => action.startsWith('!'))) return t('prompt.mark');
  if (isOnly(legal, 'end')) return t('prompt.end');
  if (isOnly(legal, 'pass')) return t('prompt.pass');
  if (step === 'druid') return t('prompt.crossing');
  return step === 'crossing' ? t('prompt.druid') : t('prompt');
}
