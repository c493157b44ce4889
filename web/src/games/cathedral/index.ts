/** Cathedral in the page. */

import type { GameUi } from '../types';
import Picture from './Picture.svelte';
import { premoves } from './premoves';
import { places } from './places';
import { prompt } from './prompt';
import { sounds } from './sounds';
import { t } from './strings';

export default {
  Picture,
  goal: () => t('goal'),
  premoves,
  prompt,
  places,
  final: 'game_over',
  sounds,
  keys: () => [
    {
      keys: ['r'],
      does: {
        en: 'Turn the monument in hand',
        fr: 'Tourner le monument en main',
        ja: '手にしたモニュメントを回す',
      },
    },
  ],
  glance: 4_000,
  aspect: 1,
  board: () => import('./Board.svelte'),
  lesson: () => import('./lesson'),
  diagrams: () => import('./diagrams'),
} satisfies GameUi;
