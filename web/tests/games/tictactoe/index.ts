/** Tic-tac-toe in the page: the test game. */

import type { GameUi } from '../../../src/games/types';
import Picture from './Picture.svelte';
import { prompt } from './prompt';
import { sounds } from './sounds';
import { t } from './strings';

export default {
  Picture,
  goal: () => t('goal'),
  prompt,
  sounds,
  glance: 1_000,
  aspect: 1,
  board: () => import('./Board.svelte'),
  lesson: () => import('./lesson'),
  diagrams: () => import('./diagrams'),
} satisfies GameUi;
