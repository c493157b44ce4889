/** The selection on the board, and the effects of clicks, keys and drops. */

import { playOrRefuse, type Step } from '../../boards/step';
import type { Face, View } from './view';

export interface Selection {
  /** The stone from the hand, by its faces: the shown one and the back. */
  chosen: string | null;
  /** Whether the stone is placed with its other face up. */
  turned: boolean;
  /** The stone of the island to be moved or flipped, by its cell. */
  picked: string | null;
  /** The cell pointed at. */
  pointed: string | null;
  /**
   * The cell that was tapped: a finger cannot hover, so the first tap previews and the second
   * plays.
   */
  touched: string | null;
}

export const NOTHING: Selection = {
  chosen: null,
  turned: false,
  picked: null,
  pointed: null,
  touched: null,
};

/** Everything that decides what can be done with the selection. */
export interface Situation {
  view: View;
  legal: readonly string[];
  seat: number | null;
}

/** The phase, if this screen can act in it. */
export function phaseOf({ view, seat }: Situation): View['phase'] | null {
  return seat === null ? null : view.phase;
}

/** Whether the chosen or lifted stone may be placed with its other face up (L5, L9). */
export function canTurn({ chosen }: Selection, situation: Situation): boolean {
  const { legal } = situation;
  const phase = phaseOf(situation);
  if (phase === 'adding') {
    return chosen !== null && legal.some((action) => action.startsWith(`+${chosen}~@`));
  }
  return phase === 'putting' && legal.some((action) => action.endsWith('~'));
}

/** The action of a click on an empty cell; `null` if nothing is in hand. */
export function actionAt(selection: Selection, situation: Situation, cell: string): string | null {
  const side = selection.turned && canTurn(selection, situation) ? '~' : '';
  const phase = phaseOf(situation);
  if (phase === 'adding' && selection.chosen !== null) return `+${selection.chosen}${side}@${cell}`;
  return phase === 'putting' ? `_${cell}${side}` : null;
}

/** The legal action at the pointer, drawn as a ghost. */
export function ghostAction(selection: Selection, situation: Situation): string | null {
  if (selection.pointed === null) return null;
  const action = actionAt(selection, situation, selection.pointed);
  return action !== null && situation.legal.includes(action) ? action : null;
}

/** The face that the stone in hand would show. */
export function ghostFace({ chosen, turned }: Selection, situation: Situation): Face | null {
  const phase = phaseOf(situation);
  const { lifted } = situation.view;
  if (phase === 'adding' && chosen !== null) return chosen.charAt(turned ? 1 : 0) as Face;
  if (phase === 'putting' && lifted) return turned ? lifted.back : lifted.up;
  return null;
}

/** Whether something can be done at a cell: a stone moved, flipped or placed. */
export function canPlay(selection: Selection, situation: Situation, cell: string): boolean {
  const { view, legal } = situation;
  const taken = view.island.some((stone) => `${stone.cell.q},${stone.cell.r}` === cell);
  if (!taken) return legal.includes(actionAt(selection, situation, cell) ?? '');
  return (
    phaseOf(situation) === 'moving' && (legal.includes(`^${cell}`) || legal.includes(`~${cell}`))
  );
}

/** Chooses a stone from the hand, or puts it back. */
export function chooseStone(selection: Selection, stone: string): Selection {
  const next = takeStone(selection, stone);
  const chosen = selection.chosen === stone ? null : stone;
  return { ...next, chosen, touched: null };
}

/** Takes a stone in hand; a new one shows its own face. */
export function takeStone(selection: Selection, stone: string): Selection {
  return { ...selection, chosen: stone, turned: selection.chosen === stone && selection.turned };
}

/**
 * A click on a cell picks the stone there, or places the one in hand; with a finger only the second
 * tap does.
 */
export function clickCell(
  selection: Selection,
  situation: Situation,
  cell: string,
  byTouch: boolean,
): Step<Selection> {
  const { view, legal } = situation;
  const pointing = { ...selection, pointed: cell };
  const taken = view.island.some((stone) => `${stone.cell.q},${stone.cell.r}` === cell);
  if (phaseOf(situation) === 'moving' && taken) {
    return { selection: { ...pointing, picked: selection.picked === cell ? null : cell } };
  }
  const action = actionAt(selection, situation, cell);
  if (action === null) return { selection: pointing };
  if (byTouch && selection.touched !== cell && legal.includes(action)) {
    return { selection: { ...pointing, touched: cell } };
  }
  return playOrRefuse(pointing, NOTHING, legal, action);
}

/** Ends a drag from the hand: if the stone can be placed it is, otherwise it stays in hand. */
export function dropStone(selection: Selection, situation: Situation): Step<Selection> {
  const action = ghostAction(selection, situation);
  return action === null ? { selection } : { selection: NOTHING, act: action };
}

/** Moves (`^`) or flips (`~`) the picked stone. */
export function playPicked(
  selection: Selection,
  { legal }: Situation,
  way: '^' | '~',
): Step<Selection> {
  if (selection.picked === null) return { selection };
  return playOrRefuse(selection, NOTHING, legal, `${way}${selection.picked}`);
}

/** The effect of a key, wherever the focus is; `null` for keys without a meaning here. */
export function pressKey(
  selection: Selection,
  situation: Situation,
  key: string,
): Step<Selection> | null {
  if (key === 'Escape') return { selection: { ...selection, chosen: null, picked: null } };
  if (key.toLowerCase() !== 'r' || !canTurn(selection, situation)) return null;
  return { selection: { ...selection, turned: !selection.turned } };
}

/** The state for the prompt: whether a stone is chosen. */
export function stepOf(selection: Selection, situation: Situation): string | null {
  const { chosen, picked, touched } = selection;
  if (touched !== null && ghostAction(selection, situation) !== null) return 'place';
  return (phaseOf(situation) === 'moving' ? picked : chosen) === null ? null : 'stone';
}
