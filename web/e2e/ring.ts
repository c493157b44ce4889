/**
 * A well-filled ring of the sun, built and thrown by the server itself, so that the record is valid
 * whatever its physics.
 */

import type { View as SunView } from '../src/games/sun/view';
import { ahead, FULL, radians, turn } from '../src/games/sun/angles';
import { notation } from '../src/games/sun/pull';
import type { StudyPosition } from '../src/protocol';
import { study } from './harness';

async function after(url: string, actions: readonly string[]): Promise<StudyPosition> {
  return study(url, 'sun', actions.join(' '));
}

/**
 * Twelve places: the ball just passes between any two neighbours, and opposite. In tenths of a
 * degree.
 */
const PLACE = 300;

/**
 * The next action of a player who builds an even ring and throws through the middle of its gaps.
 */
function choose(view: SunView, built: number): string | null {
  if (view.phase === 'build') {
    const [top] = built % 4 === 3 ? view.legal.tops : [];
    if (top) return `b${top[0]}^${top[1]}`;
    const free = places(0).flatMap((angle) => {
      const arc = view.legal.arcs.find((known) => inside(known.from, known.to, angle));
      return arc ? [`b${arc.stone}@${angle}`] : [];
    });
    return free[(built * 5) % Math.max(1, free.length)] ?? null;
  }
  if (view.phase === 'marker') {
    const [found] = places(PLACE / 2).filter((angle) =>
      view.legal.markers.some(([from, to]) => inside(from, to, angle)),
    );
    return found === undefined ? null : `m@${found}`;
  }
  const [from, extent] = view.legal.throw_arc ?? [0, FULL - 1];
  const ways = places(PLACE / 2).filter((angle) => ahead(from, angle) <= extent);
  const way = radians(ways[Math.floor(ways.length / 2)] ?? turn(from + extent / 2));
  const out = view.table.nearest_release + 60;
  return notation({ x: Math.cos(way) * out, y: Math.sin(way) * out, vx: 0, vy: 0 });
}

function places(first: number): number[] {
  return Array.from({ length: FULL / PLACE }, (_, k) => turn(first + k * PLACE));
}

function inside(from: number, to: number, angle: number): boolean {
  return ahead(from, angle) <= ahead(from, to);
}

/** A record of this many turns of building. */
export async function ring(url: string, turns: number): Promise<string> {
  const actions: string[] = [];
  for (let built = 0; built < turns;) {
    const { view, turn: whose, legal } = await after(url, actions);
    const forced = legal.kind === 'outcomes' ? legal.outcomes[0]?.[0] : undefined;
    const next = whose.kind === 'seat' ? choose(view as SunView, built) : forced;
    if (next == null) break;
    if (next.startsWith('=')) built += 1;
    actions.push(next);
  }
  return `[Game "sun"]\n\n${actions.join(' ')}\n`;
}
