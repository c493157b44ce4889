/** Where on the board an action takes place. */

import type { Played } from '../types';

export function places({ actions }: Played): readonly string[] {
  const cell = /^([A-R])[\d?]?$/.exec(actions.at(-1) ?? '')?.[1];
  return cell === undefined ? [] : [`[data-cell="${cell}"] .hit`];
}
