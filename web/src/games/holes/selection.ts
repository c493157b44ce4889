/** What can be played on the board, and the effects of clicks and keys. */

import type { HoleView } from './view';

const MOVE = /^\d+$/;

/** The holes from which a piece can move. The notation of a move is the number of its hole. */
export function movableHoles(legal: readonly string[]): Set<number> {
  return new Set(legal.filter((action) => MOVE.test(action)).map(Number));
}

/** The actions that have a button: `recover`, `pass`. */
export function words(legal: readonly string[]): string[] {
  return legal.filter((action) => action === 'recover' || action === 'pass');
}

/** The move of the piece on the hole pointed at, `seat-hole`, for the preview. */
export function moveAt(
  pointed: string | null,
  legal: readonly string[],
  seat: number | null,
): string | null {
  const [lane, hole] = (pointed ?? '').split('-').map(Number);
  const own = seat !== null && lane === seat;
  return own && hole !== undefined && movableHoles(legal).has(hole) ? String(hole) : null;
}

/**
 * A click on a hole moves its piece, or lets the server say why it cannot move. On empty holes and
 * on the other lane nothing happens.
 */
export function clickHole(
  hole: HoleView,
  legal: readonly string[],
  seat: number | null,
): { act?: string; refuse?: string } {
  if (hole.seat !== seat) return {};
  const action = String(hole.hole);
  if (legal.includes(action)) return { act: action };
  return hole.piece ? { refuse: action } : {};
}

/** The hole of an action that moves a piece; `null` for other actions. */
export function holeOf(action: string | null | undefined): number | null {
  return MOVE.test(action ?? '') ? Number(action) : null;
}

/** The only action, if it may play itself here. */
export function forcedAction(
  legal: readonly string[],
  seat: number | null,
  auto: boolean,
): string | null {
  return auto && seat !== null && legal.length === 1 ? (legal[0] ?? null) : null;
}
