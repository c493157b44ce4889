/** Lessons: positions in which a newcomer plays one action that shows something. */

import type { Phrase } from '../i18n';

export interface Step {
  /** The actions before the position. */
  actions: string;
  /** What to do. */
  task: Phrase;
  /** What it showed. */
  done: Phrase;
  /** What the task names on the board, to be pointed out: cells, squares, pieces, holes of the learner's lane. */
  names?: readonly string[];
  /** What counts as having done it: an event that the action brings about, or its notation. */
  goal: { event: string } | { notation: RegExp };
}
