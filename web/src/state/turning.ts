/**
 * The turning point of a finished game: the decision that cost its player the most and was not made good later. It is one of the
 * decisions that a study judges, with the same figures.
 */

/** A decision that was judged: the winning chances of whoever made it, with the best action and with the one played. */
export interface Decision {
  /** The number of actions up to and including it. */
  ply: number;
  seat: number;
  before: number;
  after: number;
  /** Whether both are proven. */
  exact: boolean;
}

/** Smaller losses do not count as turning points. */
export const SWING = 0.15;

/** What a decision cost. */
export function cost({ before, after }: Pick<Decision, 'before' | 'after'>): number {
  return before - after;
}

/**
 * The turning point among decisions in the order of the game, of equal ones the last; `null` if none cost much. `result` is the
 * chance of a seat at the end, `null` if it is unknown: mistakes of whoever came out ahead decided nothing.
 */
export function turningPoint(
  decisions: readonly Decision[],
  seats: number,
  result: (seat: number) => number | null,
): Decision | null {
  const decisive = decisions.filter(({ seat, before, ply, ...rest }) => {
    const ahead = (result(seat) ?? 0) > 1 / seats;
    const better = (later: Decision): boolean =>
      later.seat === seat && later.ply > ply && later.before >= before;
    return !ahead && cost({ before, ...rest }) >= SWING && !decisions.some(better);
  });
  let found: Decision | null = null;
  for (const decision of decisive) {
    if (found === null || cost(decision) >= cost(found)) found = decision;
  }
  return found;
}
