/** The contents of the games' folders in the page, by game id. */

import type { Step } from '../src/lessons/types';
import type { Diagram } from '../src/rules/types';

/**
 * What every game's module with one name exports. The registry itself cannot be imported here: it
 * contains components.
 */
function byGame<T>(modules: Record<string, T>): Record<string, T> {
  const id = (path: string): string => path.split('/').at(-2) ?? '';
  return Object.fromEntries(Object.entries(modules).map(([path, found]) => [id(path), found]));
}

export const lessons = byGame(
  import.meta.glob<readonly Step[]>('../src/games/*/lesson.ts', { eager: true, import: 'lesson' }),
);
export const diagrams = byGame(
  import.meta.glob<readonly Diagram[]>('../src/games/*/diagrams.ts', {
    eager: true,
    import: 'diagrams',
  }),
);
