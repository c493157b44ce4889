/** What can be chosen before one's turn. */

import type { Premoves } from '../types';
import { effectOf } from './notation';
import { t } from './strings';
import type { View } from './view';

/**
 * Any of one's stones, either way up, on any cell where a stone could be added now. Nothing where backs are hidden, because what a
 * seat knows changes with every turn; and nothing once the hands are empty, because a turn then has two parts.
 */
export function premoves(known: unknown, seat: number): Premoves | null {
  const view = known as View;
  if (view.backs !== 'open' || view.phase !== 'adding' || view.outcome !== null) return null;
  const stones = new Set((view.hands[seat - 1] ?? []).map(({ shown, back }) => shown + back));
  const actions = view.open_cells.flatMap(({ q, r }) =>
    [...stones].flatMap((stone) => [`+${stone}@${q},${r}`, `+${stone}~@${q},${r}`]),
  );
  const words = (action: string): string => {
    const { cell = '', up = '?' } = effectOf(view, action) ?? {};
    return t('place', { face: t(up === '?' || up === null ? 'face_unknown' : `face_${up}`), cell });
  };
  return actions.length === 0 ? null : { view: { ...view, to_act: seat }, actions, words };
}
