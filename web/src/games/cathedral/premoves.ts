/** What can be chosen before one's turn. */

import type { Premoves } from '../types';
import { footprint, name, onBoard, spot, SQUARES } from './geometry';
import { say } from '../../i18n';
import { placement } from './hold';
import { t } from './strings';
import type { View } from './view';

/** One's monuments wherever they stand on free squares that the other side has not claimed. */
export function premoves(known: unknown, seat: number): Premoves | null {
  const view = known as View;
  if (view.phase !== 'monument' || view.outcome !== null) return null;
  const taken = new Set([
    ...view.pieces.flatMap((piece) => piece.squares),
    ...view.claimed.filter((claim) => claim.seat !== seat).flatMap((claim) => claim.squares),
  ]);
  const free = (cells: readonly [number, number][], at: string): boolean =>
    footprint(cells, spot(at)).every((cell) => onBoard(cell) && !taken.has(name(cell)));
  const actions = (view.trays[seat - 1] ?? [])
    .filter((item) => item.count > 0)
    .flatMap((item) =>
      item.rotations.flatMap((cells, rotation) =>
        SQUARES.filter((at) => free(cells, at)).map((at) => `${item.piece}${rotation}@${at}`),
      ),
    );
  const words = (action: string): string => {
    const found = placement(view, seat, action);
    const item = view.trays[seat - 1]?.find((known) => known.piece === found?.piece);
    if (!found || !item) return action;
    return t('place', { name: say(item.name), squares: found.cells.map(name).join(' ') });
  };
  return actions.length === 0 ? null : { view: { ...view, to_act: seat }, actions, words };
}
