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
  switch (step) {
    case 'monument':
      return t(touch ? 'prompt.place_touch' : 'prompt.place');
    case 'fixed':
      return t('prompt.place_fixed');
    case 'turned':
      return t('prompt.turned');
    case 'nowhere':
      return t('prompt.nowhere');
    default:
      return t('prompt');
  }
}
