/** What a click, a key or a drop does on a board. Each board has plain functions that compute it from what is chosen. */

export interface Step<S> {
  /** What is chosen afterwards. */
  selection: S;
  /** The action that is played. */
  act?: string;
  /** The action that is asked for although it is not legal, so that the server can say why. */
  refuse?: string;
}

/** Plays an action and forgets what was chosen; an illegal one is refused, and the choice stays. */
export function playOrRefuse<S>(
  selection: S,
  nothing: S,
  legal: readonly string[],
  action: string,
): Step<S> {
  return legal.includes(action)
    ? { selection: nothing, act: action }
    : { selection, refuse: action };
}
