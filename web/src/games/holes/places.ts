/** Where on the board an action takes place: the hole that a piece left, and the one that its throw led to. */

import type { Played } from '../types';

export function places({ actions, seats }: Played): readonly string[] {
  const [action = '', seat] = [actions.at(-1), seats[actions.length - 1] ?? null];
  if (!/^\d+$/.test(action) || seat === null) return [];
  const from = Number(action);
  const thrown = actions.findLastIndex(
    (known, index) => /^\*\d$/.test(known) && seats[index] === seat,
  );
  const to = from + Number(actions[thrown]?.slice(1) ?? 0);
  const hole = (number: number): string => `[data-hole="${seat}-${number}"] .hit`;
  return to > from && to <= 29 ? [hole(from), hole(to)] : [hole(from)];
}
