/** Real touches, sent to the browser as a touch screen would. */

import type { CDPSession, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The smallest target that a finger hits reliably, in CSS pixels. */
export const LEAST = 40;

export interface Point {
  x: number;
  y: number;
}

export class Finger {
  #at: Point = { x: 0, y: 0 };

  private constructor(
    readonly page: Page,
    readonly session: CDPSession,
  ) {}

  static async on(page: Page): Promise<Finger> {
    return new Finger(page, await page.context().newCDPSession(page));
  }

  async down(at: Point): Promise<void> {
    this.#at = at;
    await this.#send('touchStart', [at]);
  }

  /** Slides to a point in small steps, and rests there: what is released in motion flies on. */
  async slide(to: Point, steps = 8): Promise<void> {
    const from = this.#at;
    for (let k = 1; k <= steps; k += 1) {
      const part = k / steps;
      this.#at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
      await this.#send('touchMove', [this.#at]);
    }
    await this.page.waitForTimeout(160);
  }

  async up(): Promise<void> {
    await this.#send('touchEnd', []);
  }

  /** Without waiting for the page in between: a finger that stays for long does not tap. */
  async tap(at: Point): Promise<void> {
    await Promise.all([this.down(at), this.up()]);
  }

  /** Two fingers at once, as for turning what is held. */
  async tapWithTwo(at: Point): Promise<void> {
    await this.#send('touchStart', [at, { x: at.x + 60, y: at.y }]);
    await this.#send('touchEnd', []);
  }

  async #send(type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]): Promise<void> {
    const touchPoints = points.map(({ x, y }, id) => ({ x, y, id }));
    await this.session.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}

/**
 * Taps, and waits until the page has received the click, which a browser generates some time after
 * the touch.
 */
export async function press(place: Locator): Promise<void> {
  // Listen before the tap, in case the element is only just appearing.
  const heard = await place.evaluateHandle((element) => ({
    click: new Promise<void>((resolve) => {
      element.addEventListener('click', () => resolve(), { once: true });
    }),
  }));
  await place.tap();
  await heard.evaluate(({ click }) => click);
}

const PRESSED =
  'button:enabled, a[href], select, input, textarea, summary, [role="button"], [role="slider"]';

/**
 * Everything that can be pressed and is smaller than a finger, with its size. An input is as large
 * as its label, a place on a board as large as its hit area, minus what others cover. Links within
 * a sentence are as high as their line, and disabled or inert elements cannot be pressed.
 */
export function small(page: Page, except = ''): Promise<string[]> {
  return page.evaluate(
    ([pressed, excepted, least]) => {
      /**
       * The part of a box in which this element responds: probed from its middle, pixel by pixel.
       */
      const free = (element: Element, box: DOMRect): { width: number; height: number } => {
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const answers = (px: number, py: number): boolean => {
          const hit = document.elementFromPoint(px, py);
          return hit !== null && element.contains(hit);
        };
        const reach = (dx: number, dy: number): number => {
          let far = 0;
          while (far < 60 && answers(x + dx * (far + 1), y + dy * (far + 1))) far += 1;
          return far;
        };
        if (!answers(x, y)) return { width: 0, height: 0 };
        return { width: reach(-1, 0) + reach(1, 0) + 1, height: reach(0, -1) + reach(0, 1) + 1 };
      };
      return [...document.querySelectorAll<HTMLElement | SVGElement>(pressed)].flatMap(
        (element) => {
          const off =
            !element.checkVisibility() ||
            element.closest('[inert]') !== null ||
            element.getAttribute('aria-disabled') === 'true' ||
            element.closest('dialog') !== document.querySelector('dialog[open]');
          if (off || (excepted !== '' && element.matches(excepted))) return [];
          const sentence = element.matches('a') && getComputedStyle(element).display === 'inline';
          if (sentence && element.closest('p, li') !== null) return [];
          const label = element.matches('input') ? element.closest('label') : null;
          const board = element instanceof SVGElement;
          element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
          const shape = board
            ? (element.querySelector('.hit, .tile') ?? element)
            : (label ?? element);
          const box = shape.getBoundingClientRect();
          const { width, height } = board ? free(element, box) : box;
          // Half a pixel is lost if a box does not start on a whole one.
          if (Math.min(width, height) > Number(least) - 0.5) return [];
          const name = element.getAttribute('aria-label') ?? element.textContent.trim();
          const size = `${Math.round(width)}×${Math.round(height)}`;
          return [`${element.tagName.toLowerCase()} “${name.slice(0, 60)}” ${size}`];
        },
      );
    },
    [PRESSED, except, LEAST] as const,
  );
}

/** Everything that can be pressed is large enough for a finger. */
export async function reachable(page: Page, except = ''): Promise<void> {
  expect(await small(page, except)).toEqual([]);
}
