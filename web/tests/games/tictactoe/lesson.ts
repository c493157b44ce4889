import type { Step } from '../../../src/lessons/types';

export const lesson: readonly Step[] = [
  {
    actions: '1 4 2 5',
    task: {
      en: 'Complete the top row.',
      fr: 'Complétez la rangée du haut.',
      ja: '上の列を完成させましょう。',
    },
    done: { en: 'Three in a row wins.', fr: 'Trois alignés gagnent.', ja: '三つ並ぶと勝ちです。' },
    names: ['3'],
    goal: { notation: /^3$/ },
  },
];
