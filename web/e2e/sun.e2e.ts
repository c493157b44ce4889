import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { Finger, LEAST, press, type Point } from './finger';
import { coarse, HEAVY, PHONE, played, ready, recordOf, sit, stage, state } from './harness';
import { LAST_THROW, middle } from './positions';
import { playOn } from './players';

const { server, open } = stage();

const SMALL = { viewport: { width: 920, height: 640 }, ...coarse('sun') };

/**
 * Where on the table something is. The search runs in the page itself, between two frames; the real
 * pointer then has to find the same there.
 */
async function find(page: Page, what: RegExp): Promise<Point> {
  const found = await page.locator('canvas').evaluate(async (canvas, { source }) => {
    const wanted = new RegExp(source);
    const box = canvas.getBoundingClientRect();
    const points = (): string =>
      document.querySelector<HTMLElement>('[data-points]')?.dataset['points'] ?? '';
    for (const step of [42, 23]) {
      for (let y = box.y + box.height * 0.25; y < box.y + box.height - 4; y += step) {
        for (let x = box.x + box.width * 0.12; x < box.x + box.width * 0.88; x += step) {
          const at = { clientX: x, clientY: y, bubbles: true };
          canvas.dispatchEvent(new PointerEvent('pointermove', at));
          // Let the page write its state before continuing.
          await Promise.resolve();
          if (wanted.test(points())) return { x, y };
        }
      }
    }
    return null;
  }, what);
  if (!found) throw new Error(`nothing on the table is ${what}`);
  await page.mouse.move(found.x, found.y);
  await expect
    .poll(() => page.locator('[data-points]').getAttribute('data-points'), { interval: 20 })
    .toMatch(what);
  return found;
}

async function click(page: Page, what: RegExp): Promise<void> {
  const before = (await state(page)).ply;
  const { x, y } = await find(page, what);
  await page.mouse.click(x, y);
  await played(page, before);
  await ready(page);
}

/**
 * Releases what is held at a point while the hand moves on by some pixels every 14 ms. A hand does
 * not wait for the frame, which takes long here, so its moves are dispatched in the page itself.
 */
async function fling(page: Page, from: Point, step: Point): Promise<void> {
  await page.locator('canvas').evaluate(
    (canvas, [at, by]) => {
      const send = (type: string, moves: number): void => {
        const [clientX, clientY] = [at.x + by.x * moves, at.y + by.y * moves];
        const init = { clientX, clientY, buttons: 1, pointerId: 1, bubbles: true };
        canvas.dispatchEvent(new PointerEvent(type, init));
      };
      let moves = 0;
      // A delayed hand would count as resting: it moves on until five moves have come close
      // together.
      for (let close = 0; close < 5 && moves < 40;) {
        const start = performance.now();
        while (performance.now() - start < 14);
        moves += 1;
        send('pointermove', moves);
        close = performance.now() - start < 40 ? close + 1 : 0;
      }
      send('pointerup', moves);
    },
    [from, step] as const,
  );
  await page.mouse.up();
}

/** Pulls the ball to the lower edge and releases it, at rest or while the hand still moves. */
async function swing(page: Page, hand: 'resting' | 'moving'): Promise<void> {
  const before = (await state(page)).ply;
  const from = await find(page, /^ball$/);
  const box = await page.locator('canvas').boundingBox();
  const to = { x: from.x - 30, y: (box?.y ?? 0) + (box?.height ?? 0) - 30 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  if (hand === 'resting') {
    await page.waitForTimeout(160);
    await page.mouse.up();
  } else await fling(page, to, { x: 3, y: 0 });
  await played(page, before);
  await ready(page);
}

async function throws(page: Page): Promise<number[][]> {
  const record = await recordOf(page);
  return [...record.matchAll(/\bt(-?\d+),(-?\d+),(-?\d+),(-?\d+)/g)].map((match) =>
    match.slice(1).map(Number),
  );
}

/** Builds and moves the marker with the buttons, until it is time to throw. */
async function beforeThrow(page: Page): Promise<void> {
  await ready(page);
  for (const name of ['Stand it here', 'Move the marker here']) {
    const { ply } = await state(page);
    await page.getByRole('button', { name }).click();
    await played(page, ply);
  }
  await page.getByRole('button', { name: 'Let go' }).waitFor();
}

/** Where a hand pulls the ball to, and where it then jerks it sideways. */
interface Flick {
  pull: Point;
  aside: Point;
}

/**
 * The two points of a flick on the screen: as far out as the table is drawn, and half as far
 * sideways.
 */
async function reach(
  page: Page,
  ball: Point,
  { pull, aside }: Flick,
): Promise<{ out: Point; on: Point }> {
  const box = await page.locator('canvas').boundingBox();
  if (!box) throw new Error('there is no table');
  const inside = ({ x, y }: Point): Point => ({
    x: Math.min(Math.max(x, box.x + 6), box.x + box.width - 6),
    y: Math.min(Math.max(y, box.y + 6), box.y + box.height - 6),
  });
  const far = Math.min(box.width, box.height) * 0.46;
  const out = inside({ x: ball.x + pull.x * far, y: ball.y + pull.y * far });
  return { out, on: inside({ x: out.x + (aside.x * far) / 2, y: out.y + (aside.y * far) / 2 }) };
}

describe('the sun by pointer', () => {
  it('is built by pointing, thrown by hand, and watched in slow motion from another side', async () => {
    const { page, quiet } = await open(SMALL);
    await sit(page, server, { game: 'sun' });
    await ready(page);
    await click(page, /^b\d+@\d+/);
    await swing(page, 'resting');
    await click(page, /^b\d+@\d+/);
    await swing(page, 'moving');
    const [resting, moving] = await throws(page);
    expect(resting?.slice(2)).toEqual([0, 0]);
    expect(Math.hypot(moving?.[2] ?? 0, moving?.[3] ?? 0)).toBeGreaterThan(20);
    // The ball starts where the hand let go: at least a hand's width beyond the base.
    for (const [x = 0, y = 0] of [resting ?? [], moving ?? []]) {
      expect(Math.hypot(x, y) / 10).toBeGreaterThan(250);
    }

    const before = await page.locator('canvas').screenshot();
    // Requested in the page itself, and before: with software rendering, a click from outside may
    // take as long as the playback.
    const turned = page
      .getByRole('button', { name: 'Turn the table to the right' })
      .evaluate(async (button: HTMLElement) => {
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        const slow = (): boolean => document.querySelector('[data-playing="slow"]') !== null;
        while (!slow()) await frame();
        button.click();
        await frame();
        return slow();
      });
    const watched = page.getByRole('button', { name: 'Slow motion' }).click();
    const [still] = await Promise.all([turned, watched]);
    expect(still).toBe(true);
    await page.locator('[data-playing=""]').waitFor({ timeout: 60_000 });
    const after = await page.locator('canvas').screenshot();
    expect(after.equals(before)).toBe(false);

    await click(page, /^b\d+@\d+/);
    await click(page, /^m@\d+/);
    expect(await recordOf(page)).toMatch(/\bm@\d+/);
    quiet();
    await page.context().close();
  });

  it('has stones on top of others and gates by pointing at them', async () => {
    const { page, quiet } = await open(SMALL);
    await sit(page, server, { game: 'sun', from: middle('sun') });
    await ready(page);
    await page.getByRole('button', { name: 'Make a gate' }).click();
    const lintel = await find(page, /^lintel \d+/);
    await page.mouse.click(lintel.x, lintel.y);
    await click(page, /^g\d+=\d+,\d+/);
    expect(await recordOf(page)).toMatch(/\bg\d+=\d+,\d+/);
    await page.getByRole('button', { name: 'Let go' }).click();
    await page.locator('.stock').waitFor();
    await click(page, /^b\d+\^\d+/);
    expect(await recordOf(page)).toMatch(/\bb\d+\^\d+/);
    quiet();
    await page.context().close();
  });

  it('is never refused a throw by hand, however wild, and shows the way of the ball before', async () => {
    const { page, quiet } = await open(SMALL);
    await sit(page, server, { game: 'sun', from: middle('sun') });
    const flicks: Flick[] = [
      { pull: { x: 0, y: 1 }, aside: { x: 1, y: 0 } },
      { pull: { x: -1, y: -0.3 }, aside: { x: 0, y: -1 } },
    ];
    for (const flick of flicks) {
      await beforeThrow(page);
      const { ply } = await state(page);
      const ball = await find(page, /^ball$/);
      const { out } = await reach(page, ball, flick);
      await page.mouse.move(ball.x, ball.y);
      await page.mouse.down();
      await page.mouse.move(out.x, out.y, { steps: 3 });
      await page.locator('[data-way]').waitFor();
      await fling(page, out, { x: flick.aside.x * 8, y: flick.aside.y * 8 });
      await played(page, ply);
      await ready(page);
      expect(await page.getByRole('button', { name: /^Rule S\d+/ }).count()).toBe(0);
      expect(await page.locator('[data-way]').count()).toBe(0);
    }
    const thrown = (await throws(page)).slice(-flicks.length);
    expect(thrown.some(([, , vx = 0, vy = 0]) => Math.hypot(vx, vy) > 50)).toBe(true);
    quiet();
    await page.context().close();
  });

  it('keeps the controls for a throw within the own area', async () => {
    const { page, quiet } = await open(SMALL);
    await sit(page, server, { game: 'sun', from: middle('sun') });
    await beforeThrow(page);
    const slider = page.getByLabel('Direction');
    const { ply } = await state(page);
    const aim = Number(await slider.inputValue());
    await slider.fill(String((Math.round(aim / 5) * 5 + 900) % 3600));
    await page.locator('[data-way]').waitFor();
    await page.getByRole('button', { name: 'Let go' }).click();
    await played(page, ply);
    expect(await page.getByRole('button', { name: /^Rule S\d+/ }).count()).toBe(0);
    quiet();
    await page.context().close();
  });

  it('says that the sun swings until it has, and only then whose turn it is', async () => {
    const { page, quiet } = await open({ ...SMALL, motion: 'full' });
    await sit(page, server, { game: 'sun' });
    await ready(page);
    await page.getByRole('button', { name: 'Stand it here' }).click();
    await page.getByRole('button', { name: 'Let go' }).waitFor();
    // The page itself records what the status says during the throw, and after it.
    const told = page.locator('.status').evaluate(async (status: HTMLElement) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const playing = (): boolean => document.querySelector('[data-playing="live"]') !== null;
      while (!playing()) await frame();
      const during = new Set<string>();
      for (; playing(); await frame()) during.add(status.textContent.trim());
      await frame();
      return { during: [...during], after: status.textContent.trim() };
    });
    await page.getByRole('button', { name: 'Let go' }).click();
    const { during, after } = await told;
    expect(during).toEqual(['The ball swings']);
    expect(after).toContain('Bo');
    quiet();
    await page.context().close();
  });

  it('shows the last throw before it tells what fell and who has won', async () => {
    const { page, quiet } = await open({ ...SMALL, motion: 'full' });
    await sit(page, server, { game: 'sun', options: { stones: '12' }, from: LAST_THROW });
    await ready(page);
    const before = await page.locator('[data-story]').textContent();
    // The page itself records what can be read during the throw.
    const told = page.locator('main').evaluate(async (main: HTMLElement) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const playing = (): boolean => document.querySelector('[data-playing="live"]') !== null;
      while (!playing()) await frame();
      const [lines, cards, scores] = [new Set<string>(), new Set<number>(), new Set<string>()];
      while (playing()) {
        const line = main.querySelector('[data-story]')?.textContent ?? '';
        const shown = document.querySelectorAll('[data-end]').length;
        const seats = [...main.querySelectorAll('.seat')].map((seat) => seat.textContent).join();
        await frame();
        // The frame in which the throw ends may already tell its outcome.
        if (!playing()) break;
        lines.add(line);
        cards.add(shown);
        scores.add(seats);
      }
      return { lines: [...lines], cards: [...cards], scores: [...scores] };
    });
    await page.getByRole('button', { name: 'Let go' }).click();
    const { lines, cards, scores } = await told;
    // The action itself may be told, but none of its consequences.
    expect(
      lines.filter((line) => /fall|falls|minus|won|nothing/i.test(line) && line !== before),
    ).toEqual([]);
    expect(cards).toEqual([0]);
    expect(scores).toHaveLength(1);
    expect(scores[0]).not.toMatch(/Winner|Draw/);
    await page.locator('[data-end="sun"]').waitFor();
    // A low window shows the card instead of the seats.
    const seats = page.locator('.seat');
    await expect.poll(async () => (await seats.allTextContents()).join()).toMatch(/Winner|Draw/);
    quiet();
    await page.context().close();
  });

  it('is not watched again once it was taken back', async () => {
    const { page, quiet } = await open(SMALL);
    await sit(page, server, { game: 'sun', rival: 1 });
    await ready(page);
    await page.getByRole('button', { name: 'Stand it here' }).click();
    await page.getByRole('button', { name: 'Let go' }).click();
    const replay = page.getByRole('button', { name: 'Watch again' });
    await replay.waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Let go' }).waitFor();
    await replay.waitFor({ state: 'detached' });
    quiet();
    await page.context().close();
  });

  it('refuses a stone that would stand in another, and names the rule', async () => {
    const { page, quiet } = await open(SMALL);
    await sit(page, server, { game: 'sun', from: middle('sun') });
    await ready(page);
    // The slider stops where the stone just fits; turned by 45° it is wider.
    await page.getByLabel('Direction').fill('3575');
    for (let turns = 0; turns < 3; turns += 1)
      await page.getByRole('button', { name: 'Turn the stone' }).click();
    await page.getByRole('button', { name: 'Stand it here' }).click();
    await page.getByRole('button', { name: /^Rule S\d+/ }).click();
    await page.locator('dialog .wanted').waitFor();
    quiet();
    await page.context().close();
  });
});

describe('the sun by finger', () => {
  const narrow = { ...PHONE, ...coarse('sun'), viewport: { width: 390, height: 700 } };

  /** How far the ball responds along a line through a point, and the middle of that range. */
  async function across(
    page: Page,
    from: Point,
    along: Point,
  ): Promise<{ span: number; middle: Point }> {
    const at = (by: number): Point => ({ x: from.x + along.x * by, y: from.y + along.y * by });
    const reach = async (step: number): Promise<number> => {
      for (let by = 0; ; by += step) {
        const next = at(by + step);
        await page.mouse.move(next.x, next.y);
        const points = await page.locator('[data-points]').getAttribute('data-points');
        if (points !== 'ball') return by;
      }
    };
    const [back, on] = [await reach(-4), await reach(4)];
    return { span: on - back, middle: at((back + on) / 2) };
  }

  it('is never refused a throw, however wild the flick, and no button covers another', async () => {
    const { page, quiet } = await open(narrow);
    await sit(page, server, { game: 'sun', from: middle('sun') });
    const finger = await Finger.on(page);
    const flicks: Flick[] = [
      { pull: { x: 0.1, y: 1 }, aside: { x: -1, y: 0 } },
      { pull: { x: 1, y: 0.4 }, aside: { x: 0, y: 1 } },
    ];
    for (const flick of flicks) {
      await beforeThrow(page);
      await page.locator('canvas').scrollIntoViewIfNeeded();
      const { ply } = await state(page);
      const ball = await find(page, /^ball$/);
      const { out, on } = await reach(page, ball, flick);
      await finger.down(ball);
      await finger.slide(out);
      await page.locator('[data-way]').waitFor();
      // Released in full swing: nothing waits for the page in between.
      const move = { type: 'touchMove' as const, touchPoints: [{ ...on, id: 0 }] };
      await Promise.all([
        finger.session.send('Input.dispatchTouchEvent', move),
        finger.session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
      ]);
      await played(page, ply);
      await ready(page);
      expect(await page.getByRole('button', { name: /^Rule S\d+/ }).count()).toBe(0);
    }
    const covered = await page.locator('.stage').evaluate((stage: HTMLElement) => {
      const boxes = [...stage.querySelectorAll('button')].map((b) => b.getBoundingClientRect());
      const meet = (a: DOMRect, b: DOMRect): boolean =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      return boxes.flatMap((a, k) => boxes.slice(k + 1).filter((b) => meet(a, b))).length;
    });
    expect(covered).toBe(0);
    expect(await page.locator('.stage button').count()).toBe(4);
    quiet();
    await page.context().close();
  });

  it('is pulled, let go, counted, and watched again in slow motion', async () => {
    const { page, quiet } = await open(narrow);
    await sit(page, server, { game: 'sun' });
    await ready(page);
    const finger = await Finger.on(page);
    await press(page.getByRole('button', { name: 'Stand it here' }));
    await expect
      .poll(() => page.locator('.status').textContent())
      .toContain('Pull the ball back and let it go');
    await page.locator('canvas').scrollIntoViewIfNeeded();
    const { ply } = await state(page);
    const level = await across(page, await find(page, /^ball$/), { x: 1, y: 0 });
    const upright = await across(page, level.middle, { x: 0, y: 1 });
    expect(upright.span).toBeGreaterThanOrEqual(LEAST);
    // A finger is imprecise: it grabs the ball beside its centre.
    const ball = { x: upright.middle.x + 12, y: upright.middle.y + 12 };
    const box = await page.locator('canvas').boundingBox();
    const scrolled = await page.evaluate(() => scrollY);
    await finger.down(ball);
    await finger.slide({ x: ball.x, y: (box?.y ?? 0) + (box?.height ?? 0) - 24 });
    await finger.up();
    await played(page, ply);
    await ready(page);
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    const [thrown = []] = await throws(page);
    expect(Math.hypot(thrown[0] ?? 0, thrown[1] ?? 0) / 10).toBeGreaterThan(250);

    const touch = (at: Point & { width: number; height: number }): Promise<void> =>
      finger.tap({ x: at.x + at.width / 2, y: at.y + at.height / 2 });
    const slow = await page.getByRole('button', { name: 'Slow motion' }).boundingBox();
    if (!slow) throw new Error('there is no slow motion');
    // The page itself says when to skip the playback: with software rendering, it may be over
    // before that is requested from outside.
    const running = page.locator('[data-playing]').evaluate(async (replay: HTMLElement) => {
      while (replay.dataset['playing'] !== 'slow')
        await new Promise((resolve) => requestAnimationFrame(resolve));
      const button = replay.querySelector('button');
      const { x, y, width, height } = (button ?? replay).getBoundingClientRect();
      return { x, y, width, height, name: button?.textContent.trim() };
    });
    const [skip] = await Promise.all([running, touch(slow)]);
    expect(skip.name).toBe('Skip');
    await touch(skip);
    await page.locator('[data-playing=""]').waitFor();
    quiet();
    await page.context().close();
  });
});

describe('a whole game of the sun', () => {
  it('is played by clicks to its end', async () => {
    const { page, quiet } = await open(SMALL);
    const stones = HEAVY ? '24' : '12';
    await sit(page, server, { game: 'sun', options: { stones } });
    expect(await playOn(page, 'sun')).toBe('over');
    expect(await page.locator('.status').textContent()).toMatch(/won|draw|share/);
    quiet();
    await page.context().close();
  });
});
