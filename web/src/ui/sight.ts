/** Scrolls a list so that one of its items is in its middle, without scrolling the page. */
export function inSight(list: HTMLElement | undefined, index: number): void {
  const item = list?.children[index];
  if (list && item instanceof HTMLElement) list.scrollTop = item.offsetTop - list.clientHeight / 2;
}
