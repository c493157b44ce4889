/** Keys that step through a game. */

const STEPS: Readonly<Record<string, number>> = {
  '[': -1,
  ']': 1,
  ArrowLeft: -1,
  ArrowRight: 1,
};

/** Where arrow keys have another meaning: the board's places, whatever is typed into, and what chooses between values. */
const BUSY = 'input, select, textarea, dialog, svg, canvas, [role="application"], [role="slider"]';

const TYPED = 'input, select, textarea';

/** Whether a key was pressed alone, and not typed into something. */
export function isBare(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey) return false;
  return !(event.target instanceof Element && event.target.matches(TYPED));
}

/** How many actions a key steps on (or back, below 0); 0 if it is not meant for that. */
export function stepOf(event: KeyboardEvent): number {
  const by = STEPS[event.key] ?? 0;
  // Where brackets are typed with AltGr, Windows reports Ctrl and Alt as well.
  const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
  if (by === 0 || event.defaultPrevented) return 0;
  if (!plain && !event.getModifierState('AltGraph')) return 0;
  const { target } = event;
  if (!(target instanceof Element)) return by;
  if (target.matches(TYPED)) return 0;
  return event.key.startsWith('Arrow') && target.closest(BUSY) ? 0 : by;
}
