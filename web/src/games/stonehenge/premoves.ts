/** What can be chosen before one's turn. */

import type { Premoves } from '../types';
import { t } from './strings';
import type { View } from './view';

/** Any of one's druids on any open crossing; nothing where druids lie face down, or where lines are claimed by hand. */
export function premoves(known: unknown, seat: number): Premoves | null {
  const view = known as View;
  if (view.hidden_druids || view.manual_claims || view.outcome !== null) return null;
  const druids = new Set(view.hands[seat - 1]?.druids ?? []);
  const open = view.cells.filter((cell) => cell.seat === null);
  const actions = open.flatMap(({ cell }) => [...druids].map((druid) => `${cell}${druid}`));
  const words = (action: string): string =>
    t('place', { cell: action.charAt(0), value: action.slice(1) });
  return actions.length === 0 ? null : { view: { ...view, to_act: seat }, actions, words };
}
