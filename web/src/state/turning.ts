/** The turning point of a finished game: the action around which the winning chances swung the most. */

export interface Turning {
  /** How many actions had been played before it. */
  ply: number;
  /** How many had been played where the chance is known again. */
  to: number;
  /** The chance before it and there. */
  before: number;
  after: number;
}

/** The turning point among several seats: the chances are those of one of them. */
export interface SeatTurning extends Turning {
  seat: number;
}

/** A smaller swing turns nothing. */
export const SWING = 0.15;
/** How many positions are looked at in the first round, and in all. */
const FIRST = 8;
const MOST = 20;

/**
 * Looks for it with few questions: some positions all over the game, then again and again the middle of the
 * interval with the largest swing. `plies` are the positions that can be asked for, in order; `value` says the
 * chance there, always of the same seat, or `null` where nobody can tell. The answer is `null` where nothing swung.
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
 * The turning point among more than two seats. An engine tells the chance of the seat that is to act only, so each seat's
 * chance is followed from one of its own decisions to the next; the largest swing of them all is the answer.
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
