/** The events of some kinds, with the fields of those kinds. */
export function ofKind<E extends { event: string }, K extends E['event']>(
  events: readonly E[],
  ...kinds: readonly K[]
): Extract<E, { event: K }>[] {
  const wanted: readonly string[] = kinds;
  return events.filter((one): one is Extract<E, { event: K }> => wanted.includes(one.event));
}
