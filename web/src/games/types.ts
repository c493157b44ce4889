/** What the page knows about one game. Everything else about it comes from the server. */

import type { Component } from 'svelte';
import type { Phrase } from '../i18n';
import type { Step } from '../lessons/types';
import type { Diagram } from '../rules/types';
import type { Stroke } from '../state/sound';

/** The input of a prompt: the position, the legal actions, and what is selected on the board. */
export interface Situation {
  view: unknown;
  /** Never empty: if nothing can be done, there is no prompt. */
  legal: readonly string[];
  /** The board's last call of `step`; `null` for nothing. */
  step: string | null;
}

/**
 * The board as a seat can use it before its turn. The actions are wishes: whether one is legal, the server says when the turn
 * comes.
 */
export interface Premoves {
  /** The position as if it were the seat's turn. */
  view: unknown;
  actions: readonly string[];
  /** One of the actions in the player's words. */
  words: (action: string) => string;
}

/** Keys and what they do on the board of a game. */
export interface KeyHelp {
  keys: readonly string[];
  does: Phrase;
}

/** An action of a game with everything that happened before it, which a notation alone may need. */
export interface Played {
  /** All actions up to and including it. */
  actions: readonly string[];
  /** Who acted; `null` for chance. */
  seats: readonly (number | null)[];
  /** The position on the board. */
  view: unknown;
}

export interface GameUi {
  /** The picture on its card. */
  Picture: Component;
  /** How to win: two sentences for somebody who does not know the game. */
  goal: () => string;
  /**
   * What the person at this screen can do now, as a sentence; `null` if the status line needs none.
   */
  prompt: (situation: Situation) => string | null;
  /**
   * CSS selectors of the places of the board that the last of these actions is about; none where the board is a picture without
   * such elements, as in the sun.
   */
  places?: (played: Played) => readonly string[];
  /** The event that ends the game; none where only chance does, as in the sun. */
  final?: string;
  /** Sounds by the names of the game's events; an event without one is silent. */
  sounds: Partial<Record<string, readonly Stroke[]>>;
  /** Keys that only this game has. */
  keys?: () => readonly KeyHelp[];
  /**
   * What a seat may choose while the others think; `null` where nothing can be, as where something is hidden. 58 Holes has none:
   * what a piece can do depends on a throw that is still to come. Nor has the sun: where a stone fits and a ball passes depends on
   * how the stones come to rest.
   */
  premoves?: (view: unknown, seat: number) => Premoves | null;
  /**
   * How many positions the engine searches to judge one decision of a game that is over, on its end card and in a study: enough to
   * tell mistakes, in about a tenth of a second.
   */
  glance: number;
  /** Width over height of its diagrams. */
  aspect: number;
  /** `Board.svelte`: a component that takes `BoardProps` of the game's own view. */
  board: () => Promise<{ default: unknown }>;
  lesson: () => Promise<{ lesson: readonly Step[] }>;
  diagrams: () => Promise<{ diagrams: readonly Diagram[] }>;
}
