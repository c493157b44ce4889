/**
 * The result of a click, a key or a drop on a board. Each board computes it by plain functions from
 * its selection.
 */

export interface Step<S> {
  /** The selection afterwards. */
  selection: S;
  /** The action to play. */
  act?: string;
  /** An illegal action that is sent anyway, so that the server can say why it is refused. */
  refuse?: string;
}

/** Carries out a step, after its selection has been taken over. */
export function carryOut(
  { act, refuse }: Omit<Step<unknown>, 'selection'>,
  on: { act: (action: string) => void; refuse: (action: string) => void },
): void {
  if (act !== undefined) on.act(act);
  if (refuse !== undefined) on.refuse(refuse);
}

/**
 * Plays an action and clears the selection; an illegal action is refused, and the selection stays.
 */
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
