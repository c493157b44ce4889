/** Queries about the actions that a board offers. */

import type { Legal } from '../protocol';

/** The actions that a board offers: all of them, or ranges if there are too many. */
export function offered(legal: Legal | null | undefined): readonly string[] {
  if (legal?.kind === 'actions') return legal.actions;
  return legal?.kind === 'summary' ? legal.lines : [];
}

/** Whether this is the only action. */
export function isOnly(legal: readonly string[], action: string): boolean {
  return legal.length === 1 && legal[0] === action;
}
