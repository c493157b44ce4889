/**
 * The turning point of a finished game: the action around which the winning chances changed the
 * most.
 */

export interface Turning {
  /** The number of actions before it. */
  ply: number;
  /** The number of actions at the next known chance. */
  to: number;
  /** The chance before it and then. */
  before: number;
  after: number;
}

/** The turning point among several seats: the chances are those of one of them. */
export interface SeatTurning extends Turning {
  seat: number;
}

/** Smaller changes do not count as turning points. */
export const SWING = 0.15;
/** The number of positions evaluated in the first round, and in total. */
const FIRST = 8;
const MOST = 20;

/**
 * Finds it with few requests: first some positions spread over the game, then repeatedly the middle
 * of the interval with the largest change. `plies` are the available positions, in order; `value`
 * gives the chance there, always of the same seat, or `null` if it is unknown. The result is `null`
 * if nothing changed much.
 */
export async function turningPoint(
  plies: readonly number[],
  value: (ply: number) => Promise<number | null>,
  most = MOST,
): Promise<Turning | null> {
  const known = new Map<number, number>();
  const look = async (index: number): Promise<void> => {
    const ply = plies[index];
    const found = ply === undefined || known.has(index) ? null : await value(ply);
    if (found !== null) known.set(index, found);
  };
  const last = plies.length - 1;
  const rounds = Math.min(FIRST, most, last + 1);
  for (let k = 0; k < rounds; k += 1) {
    await look(rounds < 2 ? 0 : Math.round((k * last) / (rounds - 1)));
  }
  for (let asked = rounds; asked < most; asked += 1) {
    const widest = largest(known);
    if (!widest || widest.to - widest.from < 2) break;
    const before = known.size;
    await look(Math.floor((widest.from + widest.to) / 2));
    if (known.size === before) break;
  }
  const found = largest(known);
  const [ply, to] = found ? [plies[found.from], plies[found.to]] : [];
  if (!found || ply === undefined || to === undefined) return null;
  if (Math.abs(found.after - found.before) < SWING) return null;
  return { ply, to, before: found.before, after: found.after };
}

/**
 * The turning point among more than two seats. An engine only gives the chance of the seat to act,
 * so each seat's chance is followed from one of its own decisions to the next; the largest change
 * of all is the result.
 */
export async function turningOfSeats(
  seats: readonly number[],
  pliesOf: (seat: number) => readonly number[],
  value: (ply: number, seat: number) => Promise<number | null>,
): Promise<SeatTurning | null> {
  const most = Math.max(12, Math.floor(MOST / seats.length));
  let best: SeatTurning | null = null;
  for (const seat of seats) {
    const found = await turningPoint(pliesOf(seat), (ply) => value(ply, seat), most);
    if (found && (!best || swing(found) > swing(best))) best = { ...found, seat };
  }
  return best;
}

function swing({ before, after }: Turning): number {
  return Math.abs(after - before);
}

interface Interval {
  from: number;
  to: number;
  before: number;
  after: number;
}

/** The neighbouring known positions between which the chance changed the most. */
function largest(known: ReadonlyMap<number, number>): Interval | null {
  const places = [...known].sort(([a], [b]) => a - b);
  let best: Interval | null = null;
  for (let k = 1; k < places.length; k += 1) {
    const [[from, before], [to, after]] = [places[k - 1] ?? [0, 0], places[k] ?? [0, 0]];
    const change = Math.abs(after - before);
    if (best === null || change > Math.abs(best.after - best.before)) {
      best = { from, to, before, after };
    }
  }
  return best;
}
