/** Directions in tenths of a degree, and arcs of the ring. */

export const FULL = 3600;

export function turn(angle: number): number {
  return ((Math.round(angle) % FULL) + FULL) % FULL;
}

export function toAngle(x: number, y: number): number {
  return turn((Math.atan2(y, x) * 1800) / Math.PI);
}

export function radians(angle: number): number {
  return (angle * Math.PI) / 1800;
}

/** The counter-clockwise angle from one direction to another. */
export function ahead(from: number, to: number): number {
  return turn(to - from);
}

export interface Arc {
  from: number;
  to: number;
}

export function within(arc: Arc, angle: number): boolean {
  return ahead(arc.from, angle) <= ahead(arc.from, arc.to);
}

/** The direction in the middle of an arc. */
export function middle(arc: Arc): number {
  return turn(arc.from + ahead(arc.from, arc.to) / 2);
}

/**
 * The direction itself if it lies in one of the arcs, otherwise the nearest end; `null` without
 * arcs.
 */
export function nearest(arcs: readonly Arc[], angle: number): number | null {
  let best: { angle: number; distance: number } | null = null;
  for (const arc of arcs) {
    if (within(arc, angle)) return turn(angle);
    for (const end of [arc.from, arc.to]) {
      const distance = Math.min(ahead(end, angle), ahead(angle, end));
      if (!best || distance < best.distance) best = { angle: end, distance };
    }
  }
  return best?.angle ?? null;
}
