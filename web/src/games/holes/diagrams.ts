import type { Diagram } from '../../rules/types';

export const diagrams: readonly Diagram[] = [
  {
    rule: 'H6',
    from: '*5 *2 1 *3 1 *1 3 *2 4 *5 4 *2 20 *3 9 *3',
    plays: ['22'],
    says: {
      en: 'Exactly on the nefer hole 25: a new piece enters, and the same player throws again.',
      fr: 'Juste sur le trou Nefer 25 : un pion entre et le même joueur rejoue.',
      ja: 'ネファーホール25番にちょうど止まると、新しい駒が入り、もう一度振れます。',
    },
  },
  {
    rule: 'H7',
    from: '*5 *2 1 *3 1 *1 3 *2',
    plays: ['4'],
    says: {
      en: 'From hole 4, two holes to 6, and along its line to 20.',
      fr: 'De 4, deux trous jusqu’au 6, puis le long de sa ligne jusqu’au 20.',
      ja: '4番から2つ進んで6番へ、そして線に沿って20番まで。',
    },
  },
  {
    rule: 'H9',
    from: '*2 *2 *1 *3 1 *2 1 *4 2 *1 3 *3 20 *2 4 *3 23 *3 20 *2 1 *3 23 *1 26 *1 26 *3',
    plays: ['27'],
    says: {
      en: 'A piece arrives by the exact number, and the rearmost one of the other side is out.',
      fr: 'Un pion arrive par le nombre exact, et le dernier de l’autre camp est éliminé.',
      ja: 'ちょうどの数で到着すると、相手の最後尾の駒が取り除かれます。',
    },
  },
];
