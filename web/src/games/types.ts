/** What the page knows about one game. Everything else about it comes from the server. */

import type { Component } from 'svelte';
import type { Step } from '../lessons/types';
import type { Diagram } from '../rules/types';
import type { Stroke } from '../state/sound';

/** What a prompt is made from: the position, what can be done, and what is chosen on the board so far. */
export interface Situation {
  view: unknown;
  /** Never empty: where nothing can be done, nothing is asked. */
  legal: readonly string[];
  /** What the board reported last through `step`; `null` for nothing. */
  step: string | null;
}

export interface GameUi {
  /** The picture on its card. */
  Picture: Component;
  /** How one wins, and by what: two sentences for somebody who knows nothing of the game. */
  goal: () => string;
  /** What the person at this screen can do now, as a sentence; `null` where the status line needs none. */
  prompt: (situation: Situation) => string | null;
  /** Sounds by the names of the game's events; an event without one is silent. */
  sounds: Partial<Record<string, readonly Stroke[]>>;
  /** Width over height of its diagrams. */
  aspect: number;
  /** `Board.svelte`: a component that takes `BoardProps` of the game's own view. */
  board: () => Promise<{ default: unknown }>;
  lesson: () => Promise<{ lesson: readonly Step[] }>;
  diagrams: () => Promise<{ diagrams: readonly Diagram[] }>;
}
