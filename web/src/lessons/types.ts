/** Lessons: positions in which a beginner plays one action that teaches something. */

import type { Phrase } from '../i18n';

export interface Step {
  /** The actions before the position. */
  actions: string;
  /** What to do. */
  task: Phrase;
  /** What it taught. */
  done: Phrase;
  /**
   * What the task names on the board, to be highlighted: cells, squares, pieces, holes of the
   * learner's lane, and `hand` for what the learner holds.
   */
  names?: readonly string[];
  /** What counts as done: an event caused by the action, or its notation. */
  goal: { event: string } | { notation: RegExp };
}
