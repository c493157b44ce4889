import { describe, expect, it, vi } from 'vitest';
import { isBare, stepOf } from './stepping';

/** Something that has the focus, within what a selector names. */
class Focused {
  constructor(private readonly within: string) {}
  matches(): boolean {
    return false;
  }
  closest(selectors: string): boolean {
    return selectors.split(', ').includes(this.within);
  }
}
vi.stubGlobal('Element', Focused);

/** A key that was pressed while nothing in particular had the focus. */
const pressed = (key: string, more: object = {}): KeyboardEvent =>
  ({
    key,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    defaultPrevented: false,
    target: null,
    getModifierState: () => false,
    ...more,
  }) as unknown as KeyboardEvent;

describe('the keys that step through a game', () => {
  it('are brackets and arrows', () => {
    const keys = ['[', ']', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'x'];
    expect(keys.map((key) => stepOf(pressed(key)))).toEqual([-1, 1, -1, 1, 0, 0]);
  });

  it('may be typed with AltGr, which is reported as Ctrl and Alt', () => {
    const both = { ctrlKey: true, altKey: true };
    expect(stepOf(pressed(']', { ...both, getModifierState: () => true }))).toBe(1);
    expect(stepOf(pressed(']', both))).toBe(0);
    expect(stepOf(pressed('ArrowLeft', { altKey: true }))).toBe(0);
    expect(isBare(pressed('f', both))).toBe(false);
  });

  it('are the board’s arrows while it has the focus', () => {
    expect(stepOf(pressed('ArrowLeft', { target: new Focused('svg') }))).toBe(0);
    expect(stepOf(pressed('[', { target: new Focused('svg') }))).toBe(-1);
    expect(stepOf(pressed('ArrowLeft', { target: new Focused('button') }))).toBe(-1);
  });

  it('are left to whoever has used them', () => {
    expect(stepOf(pressed('ArrowLeft', { defaultPrevented: true }))).toBe(0);
  });
});
