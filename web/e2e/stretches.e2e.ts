import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { coarse, ready, sit, stage } from './harness';
import { GAMES, playOne } from './players';

const { server, open } = stage();

/** The names of script tasks in a trace. */
const SCRIPT =
  /^(FunctionCall|EvaluateScript|RunMicrotasks|v8\.callFunction|FireAnimationFrame|TimerFire)$/;

/**
 * The longest tasks of the page's own thread while something was done, in milliseconds: whole
 * tasks, and the scripts among them. It is CPU time of the thread, because wall-clock time depends
 * on the load of the machine.
 */
async function trace(
  page: Page,
  run: () => Promise<void>,
): Promise<{ tasks: number[]; scripts: number[] }> {
  const session = await page.context().newCDPSession(page);
  const events: { name: string; thread: string; tdur?: number; args?: { name?: string } }[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, pid, tid, tdur, args } of value as unknown as Record<string, unknown>[])
      events.push({ name, thread: `${pid}/${tid}`, tdur, args } as (typeof events)[number]);
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'devtools.timeline',
        'disabled-by-default-devtools.timeline',
        'toplevel',
      ],
    },
  });
  try {
    await run();
  } finally {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
  }
  // The browser's other processes are traced too, but they do not delay the page.
  const pages = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ thread }) => thread),
  );
  const times = (kind: RegExp): number[] =>
    events.flatMap(({ name, thread, tdur }) =>
      tdur !== undefined && pages.has(thread) && kind.test(name) ? [tdur / 1000] : [],
    );
  return { tasks: times(/^RunTask$/), scripts: times(SCRIPT) };
}

describe('the page is quick', () => {
  it.each(GAMES)('never works longer than 50 ms at a stretch while %s is played', async (game) => {
    const { page, quiet } = await open(
      game === 'sun'
        ? { motion: 'full', viewport: { width: 920, height: 640 }, ...coarse(game) }
        : { motion: 'full' },
    );
    await sit(page, server, { game, rival: 1 });
    await ready(page);
    const { tasks, scripts } = await trace(page, async () => {
      for (let k = 0; k < 4; k += 1) {
        if ((await ready(page)) === 'over') break;
        await playOne(page, game);
      }
      await ready(page);
    });
    const longest = (times: readonly number[]): string => Math.max(...times).toFixed(1);
    console.log(
      `${game}: ${tasks.length} tasks, the longest ${longest(tasks)} ms, ` +
        `of scripts ${longest(scripts)} ms`,
    );
    expect(tasks.length).toBeGreaterThan(100);
    expect(scripts.length).toBeGreaterThan(10);
    expect(Math.max(...scripts)).toBeLessThan(50);
    expect(Math.max(...tasks)).toBeLessThan(50);
    quiet();
    await page.context().close();
  });
});
