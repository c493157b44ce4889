/** Where on the board an action takes place: the squares of the piece that stands there. */

import type { Played } from '../types';
import type { View } from './view';

export function places({ actions, view }: Played): readonly string[] {
  const [, deed = '', square = ''] = /^(.*)@([a-j]\d+)$/.exec(actions.at(-1) ?? '') ?? [];
  const stands = (view as View).pieces.find(({ piece, squares }) =>
    // A piece is placed by the corner of its bounding box, and decided about by a square that it covers.
    deed.startsWith(piece) ? cornerOf(squares) === square : squares.includes(square),
  );
  return (stands?.squares ?? []).map((covered) => `[data-square="${covered}"] .tile`);
}

/** The lowest file and rank of some squares. */
function cornerOf(squares: readonly string[]): string {
  const files = squares.map((square) => square.charAt(0)).toSorted();
  const ranks = squares.map((square) => Number(square.slice(1)));
  return `${files[0]}${Math.min(...ranks)}`;
}
