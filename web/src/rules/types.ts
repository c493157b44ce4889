/** Small boards in the rules: a position, the actions played on it, and what they show. */

import type { Phrase } from '../i18n';

export interface Diagram {
  /** The rule below which it is shown. */
  rule: string;
  /** The actions before the position. */
  from: string;
  /** The actions played on it, step by step. */
  plays: readonly string[];
  says: Phrase;
}
