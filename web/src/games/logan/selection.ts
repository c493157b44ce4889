/** What is chosen on the board, and what clicks, keys and drops make of it. */

import { playOrRefuse, type Step } from '../../boards/step';
import type { Face, View } from './view';

export interface Selection {
  /** The stone from the hand, by its faces: the one shown and the one behind it. */
  chosen: string | null;
  /** Whether the stone is laid with its other face up. */
  turned: boolean;
  /** The stone of the island that is to be moved or flipped, by its cell. */
  picked: string | null;
  /** The cell that is pointed at. */
  pointed: string | null;
  /** The cell that was tapped: a finger cannot hover, so the first tap shows and the second plays. */
  touched: string | null;
}

export const NOTHING: Selection = {
  chosen: null,
  turned: false,
  picked: null,
  pointed: null,
  touched: null,
};

/** What decides what can be done with the selection. */
export interface Situation {
  view: View;
  legal: readonly string[];
  seat: number | null;
}

/** The phase, while this screen can act in it. */
export function phaseOf({ view, seat }: Situation): View['phase'] | null {
  return seat === null ? null : view.phase;
}

/** Whether the chosen or lifted stone may be laid with its other face up (L5, L9). */
export function canTurn({ chosen }: Selection, situation: Situation): boolean {
  const { legal } = situation;
  const phase = phaseOf(situation);
  if (phase === 'adding') {
    return chosen !== null && legal.some((action) => action.startsWith(`+${chosen}~@`));
  }
  return phase === 'putting' && legal.some((action) => action.endsWith('~'));
}

/** What a click on an empty cell would do; `null` where nothing is in hand. */
export function actionAt(selection: Selection, situation: Situation, cell: string): string | null {
  const side = selection.turned && canTurn(selection, situation) ? '~' : '';
  const phase = phaseOf(situation);
  if (phase === 'adding' && selection.chosen !== null) return `+${selection.chosen}${side}@${cell}`;
  return phase === 'putting' ? `_${cell}${side}` : null;
}

/** The legal action that the pointer is on: it is drawn as a ghost. */
export function ghostAction(selection: Selection, situation: Situation): string | null {
  if (selection.pointed === null) return null;
  const action = actionAt(selection, situation, selection.pointed);
  return action !== null && situation.legal.includes(action) ? action : null;
}

/** The face that a stone in hand would show. */
export function ghostFace({ chosen, turned }: Selection, situation: Situation): Face | null {
  const phase = phaseOf(situation);
  const { lifted } = situation.view;
  if (phase === 'adding' && chosen !== null) return chosen.charAt(turned ? 1 : 0) as Face;
  if (phase === 'putting' && lifted) return turned ? lifted.back : lifted.up;
  return null;
}

/** Whether something can be done at a cell: a stone moved or flipped, or one laid there. */
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

/** Takes a stone in hand; another one than before shows its own face. */
export function takeStone(selection: Selection, stone: string): Selection {
  return { ...selection, chosen: stone, turned: selection.chosen === stone && selection.turned };
}

/** A click on a cell: picks the stone there, or lays the one in hand; by a finger only with the second tap. */
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

/** Ends a drag from the hand: where the stone can lie it is laid, elsewhere it stays in hand. */
export function dropStone(selection: Selection, situation: Situation): Step<Selection> {
  const action = ghostAction(selection, situation);
  return action === null ? { selection } : { selection: NOTHING, act: action };
}

/** Moves (`^`) or flips (`~`) the stone that is picked. */
export function playPicked(
  selection: Selection,
  { legal }: Situation,
  way: '^' | '~',
): Step<Selection> {
  if (selection.picked === null) return { selection };
  return playOrRefuse(selection, NOTHING, legal, `${way}${selection.picked}`);
}

/** What a key does wherever the keyboard is; `null` for keys that mean nothing here. */
export function pressKey(
  selection: Selection,
  situation: Situation,
  key: string,
): Step<Selection> | null {
  if (key === 'Escape') return { selection: { ...selection, chosen: null, picked: null } };
  if (key.toLowerCase() !== 'r' || !canTurn(selection, situation)) return null;
  return { selection: { ...selection, turned: !selection.turned } };
}

/** What the prompt follows: whether a stone is chosen. */
export function stepOf({ chosen, picked }: Selection, situation: Situation): string | null {
  return (phaseOf(situation) === 'moving' ? picked : chosen) === null ? null : 'stone';
}
