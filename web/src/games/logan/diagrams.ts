import type { Diagram } from '../../rules/types';
import { DEAL, FULL } from './lesson';

const ROW_OF_THREE =
  'deal=PS,RP|SP,RP,RP,PS,SR,SP,SR,SR|RP,RS,PS,RS,RP,PS,SR,RP +RP~@1,-1 +PS~@0,-1 +SP@0,1 +PS@1,1 +SR~@2,0 +SR@-1,0 +RP@-1,-1 +RP@0,-2 +SR~@2,-1 +RS@2,-2';

export const diagrams: readonly Diagram[] = [
  {
    rule: 'L7',
    from: DEAL,
    plays: ['+SR@1,-1'],
    says: {
      en: 'Scissors laid beside paper: the paper is beaten and flips.',
      fr: 'Des ciseaux posés contre le papier : le papier est battu et se retourne.',
      ja: 'パーの隣にチョキを置くと、負けたパーが裏返ります。',
    },
  },
  {
    rule: 'L11',
    from: FULL,
    plays: ['~-1,2'],
    says: {
      en: 'A stone is flipped on its spot; the face that comes up beats its neighbours at once.',
      fr: 'Un galet est retourné sur place ; la face qui apparaît bat aussitôt ses voisins.',
      ja: '石をその場で裏返すと、出た面がすぐに隣の石を負かします。',
    },
  },
  {
    rule: 'L12',
    from: ROW_OF_THREE,
    plays: ['+SR~@2,1'],
    says: {
      en: 'A fourth rock completes the straight line: the game is won.',
      fr: 'Une quatrième pierre complète l’alignement : la partie est gagnée.',
      ja: '四つ目のグーで一直線に並び、勝ちです。',
    },
  },
];
