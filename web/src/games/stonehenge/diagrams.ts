import type { Diagram } from '../../rules/types';

export const diagrams: readonly Diagram[] = [
  {
    rule: 'K3',
    from: 'R1 A3',
    plays: ['B4'],
    says: {
      en: 'The top line holds an orange 3. Blue fills it with a 4 and rules it.',
      fr: 'La ligne du haut porte un 3 orange. Bleu la complète avec un 4 et la domine.',
      ja: '一番上のラインにはオレンジの3。青が4で埋め、そのラインを支配します。',
    },
  },
  {
    rule: 'K4',
    from: 'R1 A3',
    plays: ['B3'],
    says: {
      en: 'Filled with 3, the sums are equal: the last to place loses the line.',
      fr: 'Complétée avec 3, les sommes sont égales : qui a posé en dernier perd la ligne.',
      ja: '3で埋めると同点。最後に置いた側がそのラインを失います。',
    },
  },
  {
    rule: 'K5',
    from: '',
    plays: ['A6', 'B5'],
    says: {
      en: 'A 6 on a line of two cannot be overtaken: the line falls before it is full, whatever comes after.',
      fr: 'Un 6 sur une ligne de deux ne peut être dépassé : elle tombe avant d’être pleine, quoi qu’il arrive.',
      ja: '二つの交点のラインに置いた6は抜けません。埋まる前にラインが決まり、後から何が来ても変わりません。',
    },
  },
];
