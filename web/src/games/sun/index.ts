/** Stonehenge and the Sun in the page. */

import type { GameUi } from '../types';
import Picture from './Picture.svelte';
import { prompt } from './prompt';
import { sounds } from './sounds';
import { t } from './strings';

export default {
  Picture,
  goal: () => t('goal'),
  prompt,
  sounds,
  keys: () => [
    {
      keys: ['r'],
      does: {
        en: 'Turn the stone that is being placed',
        fr: 'Tourner la pierre à placer',
        ja: '置く石の向きを変える',
      },
    },
  ],
  glance: 300,
  aspect: 4 / 3,
  board: () => import('./Board.svelte'),
  lesson: () => import('./lesson'),
  diagrams: () => import('./diagrams'),
} satisfies GameUi;
