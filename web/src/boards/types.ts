/** What every board is given. Boards draw views and offer legal actions; they know no rules. */

import type { Component } from 'svelte';
import type { Phrase } from '../i18n';
import type { Legal } from '../protocol';

/** An event as the server tells it: its fields, and a sentence in all languages. */
export interface Told {
  event: string;
  says: Phrase;
  [field: string]: unknown;
}

export interface BoardProps<V> {
  /** The position as this viewer may see it. */
  view: V;
  /** The actions that this screen may play now; empty while it only watches. */
  legal: readonly string[];
  /** The seat that acts when this screen acts; `null` while it only watches. */
  seat: number | null;
  /** The seat whose side is near: the viewer's own, or the one that was flipped there. */
  near: number;
  /** The last action, in notation. */
  last: string | null;
  /** What the last action brought about, to be animated; empty when nothing is to be animated. */
  events: readonly Told[];
  /** Actions that a hint or an analysis points at, the best first. */
  hints: readonly string[];
  /** What an action would bring about. */
  preview: (action: string) => Promise<readonly Told[]>;
  /** The action that was sent and is not confirmed: it is drawn as if it had happened. */
  pending?: string | null;
  /** Only the board itself, without hands, trays and controls: for small diagrams. */
  bare?: boolean;
  /** Plays an action. */
  act: (action: string) => void;
  /** Asks for something that is not legal, so that the server can say why. */
  refuse: (action: string) => void;
}

/** The actions that a board is given to offer: all of them, or the lines that stand for them where they are too many. */
export function offered(legal: Legal | null | undefined): readonly string[] {
  if (legal?.kind === 'actions') return legal.actions;
  return legal?.kind === 'summary' ? legal.lines : [];
}

export type Board<V = unknown> = Component<BoardProps<V>>;
