/** Small boards in the rules: a position, what is then played on it, and what that shows. */

import type { Phrase } from '../i18n';

export interface Diagram {
  /** The rule below which it stands. */
  rule: string;
  /** The actions before the position. */
  from: string;
  /** What is played on it, step by step. */
  plays: readonly string[];
  says: Phrase;
}
