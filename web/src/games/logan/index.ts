/** Logan Stones in the page. */

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
  final: 'won',
  sounds,
  keys: () => [
    {
      keys: ['r'],
      does: {
        en: 'Turn the stone to its other face',
        fr: 'Retourner la pierre sur son autre face',
        ja: '石を裏返して置く面を変える',
      },
    },
  ],
  glance: 5_000,
  aspect: 4 / 3,
  board: () => import('./Board.svelte'),
  lesson: () => import('./lesson'),
  diagrams: () => import('./diagrams'),
} satisfies GameUi;
