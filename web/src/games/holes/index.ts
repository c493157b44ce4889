/** 58 Holes in the page. */

import type { GameUi } from '../types';
import Picture from './Picture.svelte';
import { places } from './places';
import { prompt } from './prompt';
import { sounds } from './sounds';
import { t } from './strings';

export default {
  Picture,
  goal: () => t('goal'),
  prompt,
  places,
  final: 'won',
  sounds,
  glance: 5_000,
  aspect: 735 / 880,
  board: () => import('./Board.svelte'),
  lesson: () => import('./lesson'),
  diagrams: () => import('./diagrams'),
} satisfies GameUi;
