/** What every board is given. Boards draw views and offer legal actions; they know no rules. */

import type { Component } from 'svelte';
import type { Phrase } from '../i18n';

/** An event as the server tells it: the game's own fields, and a sentence in all languages. */
export type Told<Event = { event: string }> = Event & { says: Phrase };

export interface BoardProps<View, Event> {
  /** The game's name, for screen readers. */
  name: string;
  /** The position as this viewer may see it. */
  view: View;
  /** The actions that this screen may play now; empty while it only watches. */
  legal: readonly string[];
  /** The seat that acts when this screen acts; `null` while it only watches. */
  seat: number | null;
  /** The seat whose side is near: the viewer's own, or the one that was flipped there. */
  near: number;
  /** The last action, in notation. */
  last: string | null;
  /** What the last action brought about, to be animated; empty when nothing is to be animated. */
  events: readonly Told<Event>[];
  /** Actions that a hint or an analysis points at, the best first. */
  hints: readonly string[];
  /** What an action would bring about. */
  preview: (action: string) => Promise<readonly Told<Event>[]>;
  /** The action that was sent and is not confirmed: it is drawn as if it had happened. */
  pending?: string | null;
  /** Only the board itself, without hands, trays and controls: for small diagrams. */
  bare?: boolean;
  /** Whether an action without an alternative may play itself here. */
  auto?: boolean;
  /** Told what is chosen so far, such as `druid` or `monument`, so that the prompt can follow; `null` for nothing. */
  step?: (step: string | null) => void;
  /** Tells the status line what is being shown that has to be seen before anybody acts; `null` when it is over. */
  showing?: (text: string | null) => void;
  /** Plays an action. */
  act: (action: string) => void;
  /** Asks for something that is not legal, so that the server can say why. */
  refuse: (action: string) => void;
}

/** The events of a message. What a game's own events hold is known to its board alone. */
export function toldOf(events: readonly { says: Phrase }[]): readonly Told[] {
  return events as readonly Told[];
}

/** A board of any game. */
export type Board = Component<BoardProps<unknown, { event: string }>>;
