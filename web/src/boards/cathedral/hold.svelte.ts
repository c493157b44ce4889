/** The monument in hand: which one it is, how it is turned, and where its ghost stands. */

import { footprint, grip, held, name, spot, SQUARES, type Spot } from './geometry';
import type { CathedralView, TrayView } from './view';

interface Given {
  view: CathedralView;
  legal: readonly string[];
  seat: number | null;
  /** Whether the board is seen from the other side. */
  turned: boolean;
  /** Whether the ghost stands somewhere before it is pointed at: a finger has to see it to lead it. */
  led: boolean;
}

export class Hold {
  chosen = $state<string | null>(null);
  /** The square that is pointed at. */
  pointed = $state<string | null>(null);
  #turns = $state(0);
  readonly #given: () => Given;
  readonly #legal = $derived.by(() => new Set(this.#given().legal));

  /** The piece in hand: the chosen one, or the People Piece while it has to be positioned. */
  readonly item = $derived.by<TrayView | null>(() => {
    const { view, legal, seat } = this.#given();
    if (seat === null) return null;
    if (view.people && legal.some((action) => action.startsWith('PP'))) return view.people;
    return view.trays[seat - 1]?.find((known) => known.piece === this.chosen) ?? null;
  });
  readonly rotation = $derived(this.item ? this.#turns % this.item.rotations.length : 0);
  readonly #cells = $derived(this.item?.rotations[this.rotation] ?? []);

  /** The squares from which the piece in hand, held in its middle, can be placed. */
  readonly targets = $derived.by(() => {
    if (!this.item) return new Set<string>();
    const prefix = `${this.item.piece}${this.rotation}@`;
    const placeable = (square: string): boolean =>
      this.#legal.has(prefix + name(held(this.#cells, spot(square))));
    return new Set(SQUARES.filter(placeable));
  });

  /** Where a ghost begins: the nearest to the middle of where it can be placed. */
  readonly #start = $derived.by(() => {
    const away = (square: string): number => {
      const { column, row } = spot(square);
      return Math.hypot(column - 4.5, row - 4.5);
    };
    const found = [...this.targets].sort((a, b) => away(a) - away(b));
    return found[0] ?? 'e5';
  });
  readonly #at = $derived.by<Spot | null>(() => {
    const square = this.pointed ?? (this.#given().led ? this.#start : null);
    return this.item && square !== null ? held(this.#cells, spot(square)) : null;
  });
  readonly action = $derived(
    this.item && this.#at ? `${this.item.piece}${this.rotation}@${name(this.#at)}` : null,
  );
  readonly fits = $derived(this.action !== null && this.#legal.has(this.action));
  /** The squares that the ghost covers. */
  readonly ghost = $derived(this.#at ? footprint(this.#cells, this.#at) : []);

  constructor(given: () => Given) {
    this.#given = given;
  }

  /** Takes a piece in hand. */
  take(piece: string): void {
    if (this.chosen !== piece) this.#turns = 0;
    this.chosen = piece;
  }

  /** Takes a piece in hand, or puts it back if it was. */
  choose(piece: string): void {
    if (this.chosen === piece) this.chosen = null;
    else this.take(piece);
  }

  /** Turns clockwise as it is seen: from the other side the picture is turned as a whole. */
  turn(): void {
    this.#turns += 1;
  }

  /** Moves the ghost by some squares of the picture, as far as the board goes. */
  shift(right: number, down: number): void {
    const from = this.#at ?? held(this.#cells, spot(this.#start));
    const way = this.#given().turned ? -1 : 1;
    const next = { column: from.column + right * way, row: from.row - down * way };
    const kept = held(this.#cells, grip(this.#cells, next));
    this.pointed = name(grip(this.#cells, kept));
  }

  /** Puts everything down. */
  drop(): void {
    this.chosen = null;
    this.pointed = null;
    this.#turns = 0;
  }
}

/** Which squares a placement covers, and whose it is; `null` for other actions. */
export function placement(
  view: CathedralView,
  seat: number | null,
  notation: string,
): { piece: string; seat: number | null; cells: Spot[] } | null {
  const [, code, turn, square] = /^(\w\w)(\d)@(\w\d+)$/.exec(notation) ?? [];
  const who = seat ?? view.to_act;
  const own = who === null ? [] : (view.trays[who - 1] ?? []);
  const found = [...own, ...(view.people ? [view.people] : [])].find(
    (known) => known.piece === code,
  );
  if (!found || square === undefined) return null;
  return {
    piece: found.piece,
    seat: found.piece === 'PP' ? null : who,
    cells: footprint(found.rotations[Number(turn)] ?? [], spot(square)),
  };
}
