/** The sum of what changed the chances of a game, in whole percent that add up as they are shown. */

import type { Account } from '../../state/study.svelte';

export function inParts({ start, end, decisions, luck }: Account): Account {
  const whole = (part: number): number => Math.round(part * 100) + 0;
  const [first, second] = [whole(decisions[0]), whole(decisions[1])];
  const shown = {
    start: whole(start),
    end: whole(end),
    decisions: [first, second] as const,
    luck: luck === null ? null : whole(luck),
  };
  // What rounding leaves over goes into the rest.
  const rest = shown.end - shown.start - first - second - (shown.luck ?? 0);
  return { ...shown, rest };
}
