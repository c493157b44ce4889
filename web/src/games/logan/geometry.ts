/** Hexagons with a corner at the top, in axial coordinates. */

import type { Cell } from './view';

export const RADIUS = 60;

export function center({ q, r }: Cell): { x: number; y: number } {
  return { x: RADIUS * Math.sqrt(3) * (q + r / 2), y: RADIUS * 1.5 * r };
}

export function hexagon(radius: number): string {
  return Array.from({ length: 6 }, (_, k) => {
    const angle = (Math.PI / 180) * (60 * k - 30);
    return `${(radius * Math.cos(angle)).toFixed(2)},${(radius * Math.sin(angle)).toFixed(2)}`;
  }).join(' ');
}

export function id({ q, r }: Cell): string {
  return `${q},${r}`;
}

/** The visible part of the unbounded grid: all stones, and a shore around them. */
export function frame(cells: readonly Cell[]): { x: number; y: number; w: number; h: number } {
  const points = (cells.length > 0 ? cells : [{ q: 0, r: 0 }]).map(center);
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const margin = RADIUS * 1.75;
  const width = Math.max(...xs) - Math.min(...xs) + 2 * margin;
  const height = Math.max(...ys) - Math.min(...ys) + 2 * margin;
  const least = RADIUS * 8.2;
  const w = Math.max(width, least);
  const h = Math.max(height, least * 0.8);
  return {
    x: (Math.max(...xs) + Math.min(...xs)) / 2 - w / 2,
    y: (Math.max(...ys) + Math.min(...ys)) / 2 - h / 2,
    w,
    h,
  };
}
