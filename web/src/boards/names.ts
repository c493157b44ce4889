/** How a board calls the seats. */

import { t as general, type Values } from '../i18n';

/** The name of a seat; `null` for the seat of the reader, who is addressed. */
export type Names = (seat: number) => string | null;

/** Where nobody is known: in lessons, puzzles and studies. */
export const byNumber: Names = (seat) => general('seat.number', { seat });

/** A game's text about a seat: `key_you` for the reader's own, else `key` with its `{name}`. */
export function aboutSeat<Text extends string>(
  t: (key: Text | `${Text}_you`, values: Values) => string,
  key: Text,
  name: string | null,
  values: Values = {},
): string {
  return name === null ? t(`${key}_you`, values) : t(key, { ...values, name });
}
