/** Option values for people. A value that has no words of its own shows itself. */

import { messages, t, type Key } from '../i18n';

export function valueName(value: string): string {
  const key = `value.${value}`;
  return key in messages.en ? t(key as Key) : value;
}
