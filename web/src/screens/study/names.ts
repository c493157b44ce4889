/** How the study calls players and actions. */

import { say, t } from '../../i18n';
import type { Said, StudyPosition } from '../../protocol';
import { personName } from '../../ui/seats';
import { spoken } from '../table/words';

/** The player of a seat as the record names them: `sarsen:4` is the computer at level 4. */
export function playerName(position: Pick<StudyPosition, 'tags'> | null, seat: number): string {
  const name = position?.tags[`Seat${seat}`]?.trim() ?? '';
  const level = /^sarsen:(\d)$/.exec(name)?.[1];
  if (level !== undefined) return t('seat.engine', { level });
  return name === '' || name === '?' ? t('seat.number', { seat }) : personName(name);
}

/** An action in words, or as it is written. */
export function actionText(action: string, words: Said | undefined): string {
  return words?.says ? say(words.says) : spoken(action);
}
