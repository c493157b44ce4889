/** The hand that pulls the ball: it remembers the last moments, so that letting go has a speed. */

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

/** Only what the hand did in the last moments counts as its speed, in milliseconds. */
const MEMORY = 90;
/** A hand that rests trembles by less than this; it shall not push, in millimetres a second. */
const STILL = 12;
/** No hand throws faster, in millimetres a second. */
const FASTEST = 1500;

export class Pull {
  #samples: Sample[] = [];

  move(x: number, y: number, at: number): void {
    this.#samples.push({ x, y, at });
    this.#samples = this.#samples.filter((sample) => at - sample.at <= MEMORY);
  }

  /** Position in millimetres and velocity in millimetres a second at the moment of letting go. */
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

/** A release as it can be written down: tenths of a millimetre, and millimetres a second. */
export function rounded({ x, y, vx, vy }: Release): Release {
  // Adding 0 makes 0 of a negative zero.
  const whole = (value: number): number => Math.round(value) + 0;
  return { x: whole(x * 10) / 10, y: whole(y * 10) / 10, vx: whole(vx), vy: whole(vy) };
}

/** The notation of a throw: tenths of a millimetre, and millimetres a second. */
export function notation(release: Release): string {
  const { x, y, vx, vy } = rounded(release);
  return `t${Math.round(x * 10) + 0},${Math.round(y * 10) + 0},${vx},${vy}`;
}
