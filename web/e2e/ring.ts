/** A well-filled ring of the sun, built and thrown by the server itself: whatever its physics say, the record is true. */

import type { SunView } from '../src/boards/sun/view';
import { ahead, radians, turn } from '../src/boards/sun/angles';
import { notation } from '../src/boards/sun/pull';
import type { StudyPosition } from '../src/protocol';

async function after(url: string, actions: readonly string[]): Promise<StudyPosition> {
  const answer = await fetch(`${url}/api/v1/study`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ record: `[Game "sun"]\n\n${actions.join(' ')}\n` }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as StudyPosition;
}

/** The next action of somebody who builds an even ring and throws through the middle of the own area. */
function choose(view: SunView, built: number): string | null {
  if (view.phase === 'build') {
    const [gate] = built === 13 ? view.legal.gates : [];
    if (gate) return `g${gate[0]}=${gate[1]},${gate[2]}`;
    const [top] = built === 11 || built === 15 ? view.legal.tops : [];
    if (top) return `b${top[0]}^${top[1]}`;
    // Stones of a ring stand so far apart that the ball passes; every second one closes a gate's width.
    const wanted = turn(((built * 7) % 18) * 200);
    const [arc] = [...view.legal.arcs].sort((a, b) => far(a, wanted) - far(b, wanted));
    if (!arc) return null;
    const inside = ahead(arc.from, wanted) <= ahead(arc.from, arc.to);
    return `b${arc.stone}@${inside ? wanted : arc.from}`;
  }
  if (view.phase === 'marker') {
    const [widest] = [...view.legal.markers].sort((a, b) => ahead(b[0], b[1]) - ahead(a[0], a[1]));
    return widest ? `m@${turn(widest[0] + ahead(widest[0], widest[1]) / 2)}` : null;
  }
  const [from, extent] = view.legal.throw_arc ?? [900, 0];
  const way = radians(turn(from + extent / 2));
  const out = view.table.nearest_release + 60;
  return notation({ x: Math.cos(way) * out, y: Math.sin(way) * out, vx: 0, vy: 0 });
}

function far(arc: { from: number; to: number }, angle: number): number {
  if (ahead(arc.from, angle) <= ahead(arc.from, arc.to)) return 0;
  return Math.min(ahead(angle, arc.from), ahead(arc.to, angle));
}

/** A record of so many turns of building. */
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
