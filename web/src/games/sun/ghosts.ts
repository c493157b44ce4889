/** What an action would look like on the table, derived from its notation. */

import { radians } from './angles';
import { read } from './notation';
import type { Ghost } from './scene';
import type { StoneView, View } from './view';

/** The stone or marker that an action would place; `null` for throws and unknown notation. */
export function ghostOf(view: View, action: string): Ghost | null {
  const deed = read(action);
  switch (deed?.does) {
    case 'stand': {
      const stone = find(view, deed.stone);
      return stone ? onRing(view, stone, deed.angle, deed.skew) : null;
    }
    case 'top':
      return onTop(find(view, deed.stone), find(view, deed.on));
    case 'gate':
      return lintel(find(view, deed.top), find(view, deed.left), find(view, deed.right));
    case 'marker':
      return outside(view, deed.angle);
    default:
      return null;
  }
}

/** Where a throw releases the ball, in millimetres. */
export function releaseOf(action: string): [number, number] | null {
  const deed = read(action);
  return deed?.does === 'throw' ? [deed.release.x, deed.release.y] : null;
}

function find(view: View, id: number): StoneView | undefined {
  return view.stones.find((stone) => stone.stone === id);
}

function onRing(view: View, stone: StoneView, angle: number, skew: number): Ghost {
  const direction = radians(angle);
  const ring = view.table.ring_radius;
  return {
    size: stone.size,
    position: [Math.cos(direction) * ring, Math.sin(direction) * ring, stone.size[2] / 2],
    rotation: direction + Math.PI / 2 + radians(skew),
  };
}

function onTop(stone: StoneView | undefined, below: StoneView | undefined): Ghost | null {
  if (!stone || !below?.position) return null;
  const [x, y, z] = below.position;
  return {
    size: stone.size,
    position: [x, y, z + below.size[2] / 2 + stone.size[2] / 2],
    rotation: Math.atan2(y, x) + Math.PI / 2,
  };
}

function lintel(
  across: StoneView | undefined,
  left: StoneView | undefined,
  right: StoneView | undefined,
): Ghost | null {
  if (!across || !left?.position || !right?.position) return null;
  const [width, depth, height] = across.size;
  const [a, b] = [left.position, right.position];
  return {
    size: [height, depth, width],
    position: [
      (a[0] + b[0]) / 2,
      (a[1] + b[1]) / 2,
      Math.max(left.size[2], right.size[2]) + width / 2,
    ],
    rotation: Math.atan2(b[1] - a[1], b[0] - a[0]),
  };
}

/** A marker beside the base, as wide and as high as the pegs there. */
function outside(view: View, angle: number): Ghost {
  const direction = radians(angle);
  const radius = view.table.base_radius + 22;
  return {
    size: [16, 16, 26],
    position: [Math.cos(direction) * radius, Math.sin(direction) * radius, 3],
    rotation: direction,
  };
}
