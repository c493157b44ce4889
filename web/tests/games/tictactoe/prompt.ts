import { t } from './strings';

/** What the player can do now, as a sentence. */
export function prompt(): string {
  return t('prompt');
}
