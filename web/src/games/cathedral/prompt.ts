/** What the player can do now, as a sentence. */

import { isOnly } from '../../boards/legal';
import { onlyTouch } from '../../boards/touch';
import type { Situation } from '../types';
import { t } from './strings';

export function prompt({ legal, step }: Situation): string | null {
  const touch = onlyTouch();
  if (legal.some((action) => action.startsWith('take@'))) return t('prompt.take');
  if (isOnly(legal, 'pass')) return t('prompt.pass');
  if (legal.some((action) => action.startsWith('PP')))
    return t(touch ? 'prompt.people_touch' : 'prompt.people');
  if (step !== 'monument') return t('prompt');
  return t(touch ? 'prompt.place_touch' : 'prompt.place');
}
