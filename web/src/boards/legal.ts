/** Questions about the actions that a board is given to offer. */

import type { Legal } from '../protocol';

/** The actions that a board is given to offer: all of them, or the lines that stand for them where they are too many. */
export function offered(legal: Legal | null | undefined): readonly string[] {
  if (legal?.kind === 'actions') return legal.actions;
  return legal?.kind === 'summary' ? legal.lines : [];
}

/** Whether there is exactly one action, and it is this one. */
export function isOnly(legal: readonly string[], action: string): boolean {
  return legal.length === 1 && legal[0] === action;
}
