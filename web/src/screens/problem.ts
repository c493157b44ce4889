/** Errors in words for people. */

import { say, t } from '../i18n';
import { Refused } from '../net/api';

export function problem(error: unknown): string {
  return error instanceof Refused ? say(error.refusal.says) : t('problem.unreachable');
}
