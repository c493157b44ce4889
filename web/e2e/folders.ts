/** What the games keep in their folders of the page, by the games' ids. */

import type { Step } from '../src/lessons/types';
import type { Diagram } from '../src/rules/types';

/** What every game's module of one name exports. The registry itself cannot be read here: it holds components. */
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
