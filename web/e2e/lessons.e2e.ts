import { describe, expect, it } from 'vitest';
import type { View as SunView } from '../src/games/sun/view';
import type { Step } from '../src/lessons/types';
import type { StudyPosition } from '../src/protocol';
import { lessons } from './folders';
import { accessible, coarse, stage, study } from './harness';
import { perform } from './players';

const { server, open } = stage();

/**
 * What can be tried in a position: all legal actions, or what the view offers if they cannot be
 * listed.
 */
function choices(position: StudyPosition): string[] {
  if (position.legal.kind === 'actions') return position.legal.actions;
  const { phase, legal } = position.view as SunView;
  if (phase === 'marker') return ['m@'];
  if (phase === 'throw') return ['t'];
  const [top] = legal.tops.map(([stone, on]) => `b${stone}^${on}`);
  const [gate] = legal.gates.map(([stone, left, right]) => `g${stone}=${left},${right}`);
  return [gate, top, 'b'].flatMap((action) => action ?? []);
}

/** An action that completes a step. */
async function solution(game: string, step: Step): Promise<{ action: string; at: StudyPosition }> {
  const at = await study(server.url, game, step.actions);
  expect(at.turn.kind).toBe('seat');
  const { goal } = step;
  for (const action of choices(at)) {
    if (
      'notation' in goal ? goal.notation.test(action) : await brings(game, step, action, goal.event)
    )
      return { action, at };
  }
  throw new Error(`nothing does what ${game} asks for: ${step.task.en}`);
}

async function brings(game: string, step: Step, action: string, event: string): Promise<boolean> {
  // Standing any stone anywhere is done with the first choice of the controls.
  if (action === 'b') return event === 'stood';
  const { events } = await study(server.url, game, `${step.actions} ${action}`);
  return events.some((told) => (told as unknown as { event: string }).event === event);
}

describe('a newcomer', () => {
  it.each(Object.entries(lessons))('plays the lesson of %s to its end', async (game, steps) => {
    const { page, quiet } = await open({ viewport: { width: 900, height: 700 }, ...coarse(game) });
    await page.goto(`${server.url}/lesson/${game}`);
    for (const [index, step] of steps.entries()) {
      const { action, at } = await solution(game, step);
      await page.locator(`main[data-step="${index + 1}"][data-solved="false"]`).waitFor();
      await page.locator('section.board svg.board, section.board canvas').first().waitFor();
      const seat = at.turn.kind === 'seat' ? at.turn.seat : 1;
      await perform(page, game, action, seat, at.view);
      await page.locator(`main[data-step="${index + 1}"][data-solved="true"]`).waitFor();
      if (index + 1 < steps.length) await page.getByRole('button', { name: 'Next' }).click();
    }
    await accessible(page);
    await page.getByRole('button', { name: 'Play a first game' }).click();
    await page.waitForURL('**/t/*');
    quiet();
    await page.context().close();
  });

  it('is told when an action was not what the lesson asked for, and tries again', async () => {
    const { page, quiet } = await open();
    await page.goto(`${server.url}/lesson/stonehenge`);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.locator('main[data-step="2"] .hand.active').waitFor();
    await page.locator('.hand.active button[aria-label="druid 1"]').first().click();
    await page.locator('[data-cell="B"]').click();
    await page.getByText(/Not quite/).waitFor();
    // A wrong action is taken back after a while; until then the opponent's druids can be chosen.
    await page.locator('[data-cell="B"].open').waitFor();
    await page.locator('.hand.active button[aria-label="druid 4"]:enabled').first().click();
    await page.locator('[data-cell="B"]').click();
    await page.locator('main[data-solved="true"]').waitFor();
    quiet();
    await page.context().close();
  });
});
