/** The hand that pulls the ball: it remembers the last moments, so that the release has a speed. */

export interface Release {
  x: number;
  y: number;
  vx: number;
  vy: number;
}

interface Sample {
  x: number;
  y: number;
  at: number;
}

/** The time window for computing the speed, in milliseconds. */
const MEMORY = 90;
/** A hand slower than this counts as resting, in millimetres per second. */
const STILL = 12;
/** The largest speed of a hand, in millimetres per second. */
const FASTEST = 1500;

export class Pull {
  #samples: Sample[] = [];

  move(x: number, y: number, at: number): void {
    this.#samples.push({ x, y, at });
    this.#samples = this.#samples.filter((sample) => at - sample.at <= MEMORY);
  }

  /** Position in millimetres and velocity in millimetres per second at the release. */
  release(at: number): Release | null {
    const last = this.#samples.at(-1);
    if (!last) return null;
    const recent = this.#samples.filter((sample) => at - sample.at <= MEMORY);
    const first = recent[0];
    const seconds = first ? (last.at - first.at) / 1000 : 0;
    if (!first || seconds < 0.012) return { x: last.x, y: last.y, vx: 0, vy: 0 };
    let vx = (last.x - first.x) / seconds;
    let vy = (last.y - first.y) / seconds;
    const speed = Math.hypot(vx, vy);
    if (speed < STILL) return { x: last.x, y: last.y, vx: 0, vy: 0 };
    if (speed > FASTEST) {
      vx *= FASTEST / speed;
      vy *= FASTEST / speed;
    }
    return { x: last.x, y: last.y, vx, vy };
  }
}

/** A release rounded as in notation: tenths of a millimetre, and millimetres per second. */
export function rounded({ x, y, vx, vy }: Release): Release {
  // Adding 0 turns a negative zero into 0.
  const whole = (value: number): number => Math.round(value) + 0;
  return { x: whole(x * 10) / 10, y: whole(y * 10) / 10, vx: whole(vx), vy: whole(vy) };
}

/** The notation of a throw: tenths of a millimetre, and millimetres per second. */
export function notation(release: Release): string {
  const { x, y, vx, vy } = rounded(release);
  return `t${Math.round(x * 10) + 0},${Math.round(y * 10) + 0},${vx},${vy}`;
}
