/** Dragging with mouse, pen or finger. A press that does not move stays a click. */

export interface DragHandlers {
  /** The pointer has moved far enough: the drag begins. */
  start: (event: PointerEvent) => void;
  move: (event: PointerEvent) => void;
  /** `dropped` is false if the system cancelled the pointer. */
  end: (event: PointerEvent, dropped: boolean) => void;
}

const THRESHOLD = 6;

export function drag(down: PointerEvent, handlers: DragHandlers): void {
  if (down.button !== 0) return;
  let dragging = false;
  const onMove = (event: PointerEvent): void => {
    if (event.pointerId !== down.pointerId) return;
    const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > THRESHOLD;
    if (!dragging && far) {
      dragging = true;
      handlers.start(event);
    }
    if (dragging) {
      event.preventDefault();
      handlers.move(event);
    }
  };
  const finish = (event: PointerEvent, dropped: boolean): void => {
    if (event.pointerId !== down.pointerId) return;
    window.removeEventListener('pointermove', onMove);
    window.removeEventListener('pointerup', onUp);
    window.removeEventListener('pointercancel', onCancel);
    if (!dragging) return;
    handlers.end(event, dropped);
    // Suppress the click that follows a drag.
    window.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0);
  };
  const onUp = (event: PointerEvent): void => finish(event, true);
  const onCancel = (event: PointerEvent): void => finish(event, false);
  window.addEventListener('pointermove', onMove, { passive: false });
  window.addEventListener('pointerup', onUp);
  window.addEventListener('pointercancel', onCancel);
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

/** A drag that moves something in whole steps of some pixels, wherever it begins. */
export function lead(
  down: PointerEvent,
  step: number,
  shift: (right: number, down: number) => void,
): void {
  const from = { x: down.clientX, y: down.clientY };
  drag(down, {
    start: () => undefined,
    move: ({ clientX, clientY }) => {
      const right = Math.round((clientX - from.x) / step);
      const below = Math.round((clientY - from.y) / step);
      if (right === 0 && below === 0) return;
      from.x += right * step;
      from.y += below * step;
      shift(right, below);
    },
    end: () => undefined,
  });
}

/** The value of a data attribute of the element under the pointer. */
export function under(event: { clientX: number; clientY: number }, name: string): string | null {
  const element = document.elementFromPoint(event.clientX, event.clientY);
  return element?.closest(`[data-${name}]`)?.getAttribute(`data-${name}`) ?? null;
}
