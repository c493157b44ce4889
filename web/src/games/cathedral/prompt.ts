/** What the player can do now, as a sentence. */

import { isOnly } from '../../boards/legal';
import type { Situation } from '../types';
import { t } from './strings';

export function prompt({ legal, step }: Situation): string | null {
  if (legal.some((action) => action.startsWith('take@'))) return t('prompt.take');
  if (isOnly(legal, 'pass')) return t('prompt.pass');
  if (legal.some((action) => action.startsWith('PP'))) return t('prompt.people');
  return step === 'monument' ? t('prompt.place') : t('prompt');
}
