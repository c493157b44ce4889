/** The properties of every board. Boards draw views and offer legal actions; they know no rules. */

import type { Component } from 'svelte';
import type { Phrase } from '../i18n';
import type { Names } from './names';

/** An event from the server: the game's own fields, and a sentence in all languages. */
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
  /** The seat at the near side: the viewer's own, or the one the board was flipped to. */
  near: number;
  /** What the seats are called; by default they are numbered. */
  names?: Names;
  /** The last action, in notation. */
  last: string | null;
  /** The consequences of the last action, to be animated; empty if nothing is to be animated. */
  events: readonly Told<Event>[];
  /** Actions suggested by a hint or an analysis, best first. */
  hints: readonly string[];
  /** The consequences of an action. */
  preview: (action: string) => Promise<readonly Told<Event>[]>;
  /** The action that was sent and is not confirmed: it is drawn as if it had happened. */
  pending?: string | null;
  /** Only the board itself, without hands, trays and controls: for small diagrams. */
  bare?: boolean;
  /** Whether an action without an alternative may play itself here. */
  auto?: boolean;
  /**
   * Called with what is selected so far, such as `druid` or `monument`, so that the prompt can
   * follow; `null` for nothing.
   */
  step?: (step: string | null) => void;
  /**
   * Called with a text for the status line while the board shows something that has to be seen
   * before anybody acts; `null` when it is over.
   */
  showing?: (text: string | null) => void;
  /** Plays an action. */
  act: (action: string) => void;
  /** Sends an illegal action, so that the server can say why it is refused. */
  refuse: (action: string) => void;
}

/** The events of a message. Only the game's board knows the fields of its events. */
export function toldOf(events: readonly { says: Phrase }[]): readonly Told[] {
  return events as readonly Told[];
}

/** A board of any game. */
export type Board = Component<BoardProps<unknown, { event: string }>>;
