/**
 * Keyboard navigation over any set of places: an arrow key goes to the nearest place in its
 * direction.
 */

export interface Place {
  id: string;
  x: number;
  y: number;
}

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Where an arrow key leads from a place; `null` for other keys and at the edge. */
export function travel(places: readonly Place[], from: string, key: string): string | null {
  const direction = DIRECTIONS[key];
  const start = places.find((place) => place.id === from);
  if (!direction || !start) return null;
  let best: { id: string; cost: number } | null = null;
  for (const place of places) {
    const dx = place.x - start.x;
    const dy = place.y - start.y;
    const along = dx * direction[0] + dy * direction[1];
    const across = Math.abs(dx * direction[1] - dy * direction[0]);
    // Only places within about 60 degrees of the arrow count as its direction.
    if (along <= 1e-6 || across > along * 1.8) continue;
    const cost = along + across * 1.6;
    if (!best || cost < best.cost) best = { id: place.id, cost };
  }
  return best?.id ?? null;
}

export interface Journey {
  /** The data attribute of the places, without `data-`. */
  name: string;
  places: readonly Place[];
  /** The place that has the focus. */
  at: string;
  /** The focus moves to a place. */
  go: (place: string) => void;
  /** The place is activated, as by a click. */
  use: (place: string) => void;
}

/**
 * Handles a key on a place of the board: moves to the next one or activates it. True if it did
 * either.
 */
export function roam(event: KeyboardEvent, journey: Journey): boolean {
  const { name, places, at, go, use } = journey;
  const place = event.target instanceof Element ? event.target.closest(`[data-${name}]`) : null;
  if (!place) return false;
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    use(at);
    return true;
  }
  const next = travel(places, at, event.key);
  if (next === null) return false;
  event.preventDefault();
  go(next);
  place.closest('svg')?.querySelector<SVGGElement>(`[data-${name}="${next}"]`)?.focus();
  return true;
}
