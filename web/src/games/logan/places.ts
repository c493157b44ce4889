/** Where on the board an action takes place. */

import type { Played } from '../types';

export function places({ actions }: Played): readonly string[] {
  const action = actions.at(-1) ?? '';
  // A deal lists stones, not places.
  const cell = action.startsWith('deal') ? undefined : /-?\d+,-?\d+/.exec(action)?.[0];
  return cell === undefined ? [] : [`[data-cell="${cell}"] .hit`];
}
