/** What a click on a square does: it is marked, or the server says why it cannot be. */
export function clickSquare(
  legal: readonly string[],
  seat: number | null,
  square: string,
): { act?: string; refuse?: string } {
  if (seat === null) return {};
  return legal.includes(square) ? { act: square } : { refuse: square };
}

/** Where the squares lie in the picture, for the keyboard. */
export const PLACES = Array.from({ length: 9 }, (_, index) => ({
  id: String(index + 1),
  x: (index % 3) * 100 + 50,
  y: Math.floor(index / 3) * 100 + 50,
}));
