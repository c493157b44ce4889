/** Plays back a throw, at normal speed or in slow motion. */

import { FRAMES_PER_SECOND, poseAt, type Film, type Pose } from './film';

/**
 * Draws a moment: the stones that have moved, and the ball while there is one. `false` if there is
 * no table.
 */
export type Draw = (moved: ReadonlyMap<number, Pose>, ball: Pose | null) => boolean;

/** The speed of slow motion. */
const SLOWLY = 0.25;

export class Projector {
  /** The last throw. */
  film = $state.raw<Film | null>(null);
  playing = $state<'live' | 'slow' | null>(null);
  /** Whether the current playback has not been seen before. */
  #fresh = $state(false);
  readonly #draw: Draw;

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  /** Whether a throw is shown for the first time: nobody is to act before it has been seen. */
  get swinging(): boolean {
    return this.playing !== null && this.#fresh;
  }

  /** Shows a new throw at once. */
  premiere(film: Film | null): void {
    this.film = film;
    this.play('live', true);
  }

  play(pace: 'live' | 'slow', fresh = false): void {
    const { film } = this;
    if (!film) return;
    this.#fresh = fresh;
    this.playing = pace;
    const rate = (FRAMES_PER_SECOND / 1000) * (pace === 'slow' ? SLOWLY : 1);
    const start = performance.now();
    const step = (now: number): void => {
      const frame = (now - start) * rate;
      if (this.playing === null || frame >= film.frames || !this.#show(film, frame)) {
        this.playing = null;
        return;
      }
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  stop(): void {
    this.playing = null;
  }

  #show(film: Film, frame: number): boolean {
    const moved = new Map<number, Pose>();
    let ball: Pose | null = null;
    for (const track of film.tracks) {
      const pose = poseAt(track, frame);
      if (track.body === 0) ball = pose;
      else if (pose) moved.set(track.body, pose);
    }
    return this.#draw(moved, ball);
  }
}
