/** What the board draws in addition to the position itself. */

import type { CellView, HandView, LineView, View } from './view';

/** The druid placed by an action. */
export function placement(action: string | null): { cell: string; value: number } | null {
  const [, cell, value] = /^([A-R])(\d)$/.exec(action ?? '') ?? [];
  return cell === undefined ? null : { cell, value: Number(value) };
}

/** The druid that was sent and is not confirmed; its owner follows from the view. */
export function sentDruid(
  view: View,
  pending: string | null,
): { cell: string; value: number; seat: number } | null {
  const sent = placement(pending);
  return sent && view.to_act !== null ? { ...sent, seat: view.to_act } : null;
}

/** A hand without the druid that has been sent from it. */
export function handOf(view: View, seat: number, pending: string | null): HandView {
  const hand = view.hands[seat - 1] ?? { size: 0, druids: [], unseen: [] };
  const sent = sentDruid(view, pending);
  if (sent?.seat !== seat || !hand.druids) return hand;
  const gone = hand.druids.indexOf(sent.value);
  return { ...hand, druids: hand.druids.filter((_, index) => index !== gone) };
}

export function linesThrough(view: View, cell: CellView['cell']): LineView[] {
  return view.lines.filter((line) => line.cells.includes(cell));
}

/** The winner's lines through the last druid, which ended the game. */
export function finalLines(view: View): Set<string> {
  const last = placement(view.last);
  if (view.outcome === null || last === null) return new Set();
  const winner = view.outcome === '1-0' ? 1 : 2;
  const ended = linesThrough(view, last.cell).filter((line) => line.marked_by === winner);
  return new Set(ended.map((line) => line.line));
}

/** The totals of a line with one more druid of a seat. */
export function totalsWith(line: LineView, seat: number | null, druid: number): [number, number] {
  const add = (who: number): number => (seat === who ? druid : 0);
  return [(line.totals[0] ?? 0) + add(1), (line.totals[1] ?? 0) + add(2)];
}

/** The engine's lines by their first cell; a cell keeps the best. */
export function advice(hints: readonly string[]): Map<string, { value: number; rank: number }> {
  const found = new Map<string, { value: number; rank: number }>();
  for (const [rank, hint] of hints.entries()) {
    const placed = placement(hint);
    if (placed && !found.has(placed.cell)) found.set(placed.cell, { value: placed.value, rank });
  }
  return found;
}
