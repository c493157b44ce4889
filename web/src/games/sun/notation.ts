/** Reads the notation of actions; `pull.ts` writes that of a throw. */

import type { Release } from './pull';

/** What an action does. */
export type Deed =
  | { does: 'stand'; stone: number; angle: number; skew: number }
  | { does: 'top'; stone: number; on: number }
  | { does: 'gate'; top: number; left: number; right: number }
  | { does: 'marker'; angle: number }
  | { does: 'throw'; release: Release };

/** The deed of an action; `null` for what only chance does, and for unknown notation. */
export function read(action: string): Deed | null {
  const numbers = (pattern: RegExp): number[] | null =>
    pattern
      .exec(action)
      ?.slice(1)
      .map((digits: string | undefined) => Number(digits ?? 0)) ?? null;
  const stand = numbers(/^b(\d+)@(\d+)(?:\/(-?\d+))?$/);
  if (stand) {
    const [stone = 0, angle = 0, skew = 0] = stand;
    return { does: 'stand', stone, angle, skew };
  }
  const on = numbers(/^b(\d+)\^(\d+)$/);
  if (on) return { does: 'top', stone: on[0] ?? 0, on: on[1] ?? 0 };
  const gate = numbers(/^g(\d+)=(\d+),(\d+)$/);
  if (gate) return { does: 'gate', top: gate[0] ?? 0, left: gate[1] ?? 0, right: gate[2] ?? 0 };
  const marker = numbers(/^m@(\d+)$/);
  if (marker) return { does: 'marker', angle: marker[0] ?? 0 };
  const thrown = numbers(/^t(-?\d+),(-?\d+),(-?\d+),(-?\d+)$/);
  if (!thrown) return null;
  const [x = 0, y = 0, vx = 0, vy = 0] = thrown;
  return { does: 'throw', release: { x: x / 10, y: y / 10, vx, vy } };
}
