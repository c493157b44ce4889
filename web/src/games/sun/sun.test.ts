import { describe, expect, it } from 'vitest';
import { middle, nearest, toAngle, within } from './angles';
import { fromHex, poseAt, readFilm } from './film';
import { ghostOf, releaseOf } from './ghosts';
import { notation, Pull } from './pull';
import type { View } from './view';

/** Writes numbers as in a playback: seven bits per byte, signed ones zigzag. */
function bytes(numbers: { n: number; signed?: boolean }[]): Uint8Array {
  const out = [...'SUN1'].map((character) => character.charCodeAt(0));
  for (const { n, signed } of numbers) {
    let value = signed ? (n < 0 ? -2 * n - 1 : 2 * n) : n;
    for (; value >= 128; value = Math.floor(value / 128)) out.push((value % 128) + 128);
    out.push(value);
  }
  return Uint8Array.from(out);
}

describe('a film', () => {
  const row = (...values: number[]): { n: number; signed: boolean }[] =>
    values.map((n) => ({ n, signed: true }));
  const film = bytes([
    { n: 5 },
    { n: 1 },
    { n: 0 },
    { n: 1 },
    { n: 3 },
    // x: 200, 190, 170 as value, change, change of the change; the others are constant.
    ...row(200, -10, -10),
    ...row(0, 0, 0),
    ...row(600, 0, 0),
    ...row(0, 0, 0),
    ...row(0, 0, 0),
    ...row(0, 0, 0),
    ...row(16384, 0, 0),
  ]);

  it('is read as second differences', () => {
    const read = readFilm(film);
    expect(read?.frames).toBe(5);
    const track = read?.tracks[0];
    expect(track?.poses.map((pose) => pose.position[0])).toEqual([10, 9.5, 8.5]);
    expect(track?.poses[2]?.rotation).toEqual([0, 0, 0, 1]);
  });

  it('shows a body before, while and after it moves', () => {
    const track = readFilm(film)?.tracks[0];
    if (!track) throw new Error('no track');
    expect(poseAt(track, 0)?.position[0]).toBe(10);
    expect(poseAt(track, 2.5)?.position[0]).toBe(9.5);
    expect(poseAt(track, 4)).toBeNull();
    expect(poseAt({ ...track, body: 3 }, 4)?.position[0]).toBe(8.5);
  });

  it('that is broken is none', () => {
    expect(readFilm(new Uint8Array())).toBeNull();
    expect(readFilm(fromHex('53554e31'))).toBeNull();
    for (let cut = 5; cut < film.length; cut += 1)
      expect(readFilm(film.subarray(0, cut))).toBeNull();
  });
});

describe('a hand', () => {
  it('that rests lets go without a push', () => {
    const pull = new Pull();
    for (let at = 0; at <= 200; at += 10) pull.move(300, 40, at);
    expect(pull.release(205)).toEqual({ x: 300, y: 40, vx: 0, vy: 0 });
  });

  it('that moves gives its speed', () => {
    const pull = new Pull();
    for (let at = 0; at <= 100; at += 10) pull.move(300 - at, 0, at);
    const release = pull.release(101);
    expect(release?.vx).toBeCloseTo(-1000);
    expect(notation({ x: 300.04, y: -0.01, vx: -1000.4, vy: 0 })).toBe('t3000,0,-1000,0');
  });
});

describe('directions', () => {
  it('are tenths of a degree, counter-clockwise', () => {
    expect(toAngle(1, 0)).toBe(0);
    expect(toAngle(0, 1)).toBe(900);
    expect(toAngle(0, -1)).toBe(2700);
  });

  it('find the nearest place of an arc, also through 0', () => {
    const arcs = [{ from: 3500, to: 100 }];
    expect(within(arcs[0] ?? { from: 0, to: 0 }, 50)).toBe(true);
    expect(nearest(arcs, 3550)).toBe(3550);
    expect(nearest(arcs, 300)).toBe(100);
    expect(nearest(arcs, 3300)).toBe(3500);
    expect(nearest([], 5)).toBeNull();
    expect(middle({ from: 3500, to: 300 })).toBe(100);
  });
});

describe('a ghost', () => {
  const stone = (id: number, at: [number, number] | null): unknown => ({
    stone: id,
    size: [20, 20, 60],
    position: at && [...at, 30],
  });
  const view = {
    table: { ring_radius: 125, base_radius: 150 },
    stones: [stone(1, null), stone(2, [125, 0]), stone(3, [0, 125])],
  } as unknown as View;

  it('stands on the ring, turned as the notation says', () => {
    const ghost = ghostOf(view, 'b1@900/450');
    expect(ghost?.position.map(Math.round)).toEqual([0, 125, 30]);
    expect(ghost?.rotation).toBeCloseTo(Math.PI + Math.PI / 4);
  });

  it('stands on another stone, and lies across two', () => {
    expect(ghostOf(view, 'b1^2')?.position).toEqual([125, 0, 90]);
    const gate = ghostOf(view, 'g1=2,3');
    expect(gate?.position).toEqual([62.5, 62.5, 70]);
    expect(gate?.size).toEqual([60, 20, 20]);
  });

  it('is a marker outside the base, and nothing for a throw or a stone that is not there', () => {
    expect(Math.hypot(...(ghostOf(view, 'm@300')?.position.slice(0, 2) ?? []))).toBeCloseTo(172);
    expect(ghostOf(view, 't10,20,0,0')).toBeNull();
    expect(ghostOf(view, 'b9@0')).toBeNull();
    expect(releaseOf('t-4300,25,0,0')).toEqual([-430, 2.5]);
  });
});
