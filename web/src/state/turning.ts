/**
 * The turning point of a finished game: the action around which the winning chances changed the
 * most towards its result.
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
/** The chance in a position that is good for nobody, and the result of a draw. */
const EVEN = 0.5;
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

function swing({ before, after }: { before: number; after: number }): number {
  return Math.abs(after - before);
}

interface Interval {
  from: number;
  to: number;
  before: number;
  after: number;
}

/**
 * The neighbouring known positions between which the chance changed the most: the last such change towards how the game ended,
 * because one that was made good later decided nothing.
 */
function largest(known: ReadonlyMap<number, number>): Interval | null {
  const places = [...known].sort(([a], [b]) => a - b);
  const end = Math.sign((places.at(-1)?.[1] ?? EVEN) - EVEN);
  const intervals = places.slice(1).map(([to, after], k): Interval => {
    const [from, before] = places[k] ?? [0, after];
    return { from, to, before, after };
  });
  const decisive = intervals.filter(({ before, after }) => Math.sign(after - before) === end);
  let best: Interval | null = null;
  for (const one of end === 0 || decisive.length === 0 ? intervals : decisive) {
    if (best === null || swing(one) >= swing(best)) best = one;
  }
  return best;
}
