/** Stonehenge in the page. */

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
      keys: ['1', '…', '6'],
      does: {
        en: 'Choose a druid by its number',
        fr: 'Choisir un druide par son nombre',
        ja: '数字でドルイドを選ぶ',
      },
    },
  ],
  glance: 100_000,
  aspect: 1,
  board: () => import('./Board.svelte'),
  lesson: () => import('./lesson'),
  diagrams: () => import('./diagrams'),
} satisfies GameUi;
