/**
 * Reads the playback of a throw: 60 frames per second, only bodies that move. The format, `SUN1`,
 * is defined in the crate.
 */

export interface Pose {
  position: [number, number, number];
  rotation: [number, number, number, number];
}

export interface Track {
  /** 0 for the ball, otherwise the stone's number. */
  body: number;
  first: number;
  poses: Pose[];
}

export interface Film {
  frames: number;
  tracks: Track[];
}

export const FRAMES_PER_SECOND = 60;
const POSITION_UNIT = 0.05;
const ROTATION_UNIT = 1 / 16384;
const MOST_FRAMES = 3600;

/** Decodes a playback; `null` if the bytes are not one. */
export function readFilm(bytes: Uint8Array): Film | null {
  let at = 4;
  let broken = bytes.length < 6 || String.fromCharCode(...bytes.subarray(0, 4)) !== 'SUN1';
  const unsigned = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at];
      at += 1;
      if (byte === undefined || shift > 35) {
        broken = true;
        return 0;
      }
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  const signed = (): number => {
    const value = unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  };
  if (broken) return null;
  const frames = unsigned();
  const count = unsigned();
  if (broken || frames > MOST_FRAMES || count > 64) return null;
  const tracks: Track[] = [];
  for (let track = 0; track < count && !broken; track += 1) {
    const body = unsigned();
    const first = unsigned();
    const length = unsigned();
    if (length > MOST_FRAMES) return null;
    const rows = Array.from({ length: 7 }, () => row(length, signed));
    tracks.push({ body, first, poses: Array.from({ length }, (_, k) => pose(rows, k)) });
  }
  return broken ? null : { frames, tracks };
}

/** Second differences: a value, a change, and then changes of the change. */
function row(length: number, next: () => number): number[] {
  const values: number[] = [];
  let change = 0;
  for (let k = 0; k < length; k += 1) {
    const read = next();
    if (k === 0) {
      values.push(read);
      continue;
    }
    change = k === 1 ? read : change + read;
    values.push((values[k - 1] ?? 0) + change);
  }
  return values;
}

function pose(rows: number[][], k: number): Pose {
  const get = (index: number): number => rows[index]?.[k] ?? 0;
  return {
    position: [get(0) * POSITION_UNIT, get(1) * POSITION_UNIT, get(2) * POSITION_UNIT],
    rotation: [
      get(3) * ROTATION_UNIT,
      get(4) * ROTATION_UNIT,
      get(5) * ROTATION_UNIT,
      get(6) * ROTATION_UNIT,
    ],
  };
}

/** The pose of a body at a moment of the playback; `null` for a ball that has left. */
export function poseAt(track: Track, frame: number): Pose | null {
  const index = Math.max(0, Math.floor(frame) - track.first);
  if (index >= track.poses.length) return track.body === 0 ? null : (track.poses.at(-1) ?? null);
  return track.poses[index] ?? null;
}

/** Bytes from hexadecimal digits. */
export function fromHex(text: string): Uint8Array {
  const pairs = text.match(/[0-9a-f]{2}/g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}
