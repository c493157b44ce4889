import type { Diagram } from '../../../src/rules/types';

export const diagrams: readonly Diagram[] = [
  {
    rule: 'T2',
    from: '1 4 2 5',
    plays: ['3'],
    says: {
      en: 'The top row is complete.',
      fr: 'La rangée du haut est complète.',
      ja: '上の列が完成しました。',
    },
  },
];
