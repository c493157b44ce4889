/** The diagrams by game. Their positions are played by the server like any other: nothing here knows a rule. */

import { DEAL as LOGAN_DEAL, FULL as LOGAN_FULL } from '../../lessons/logan';
import { SEVEN_TURNS } from '../../lessons/sun';
import type { Diagram } from './types';

const LONE_PIECE =
  'PP0@e2 IN0@c7 AC2@h6 BR1@a7 TO2@g5 MA0@c4 MA2@h2 IN0@i3 CA3@a3 TA0@c4 TA0@f8 TA0@d9 BR0@e1 ST0@b7 ST1@j8 ST0@b6 TA0@h8 AB0@a1 ST0@e9';
const ROW_OF_THREE =
  'deal=PS,RP|SP,RP,RP,PS,SR,SP,SR,SR|RP,RS,PS,RS,RP,PS,SR,RP +RP~@1,-1 +PS~@0,-1 +SP@0,1 +PS@1,1 +SR~@2,0 +SR@-1,0 +RP@-1,-1 +RP@0,-2 +SR~@2,-1 +RS@2,-2';

export const diagrams: Record<string, readonly Diagram[]> = {
  stonehenge: [
    {
      rule: 'K3',
      from: 'R1 A3',
      plays: ['B4'],
      says: {
        en: 'The top line holds 3 for sarsen. Bluestone fills it with 4 and rules it.',
        fr: 'La ligne du haut porte 3 pour le sarsen. La pierre bleue la complète avec 4 et la domine.',
        ja: '一番上の列にはサルセンの3。ブルーストーンが4で埋め、その列を支配します。',
      },
    },
    {
      rule: 'K4',
      from: 'R1 A3',
      plays: ['B3'],
      says: {
        en: 'Filled with 3, the sums are equal: the last to place loses the line.',
        fr: 'Complétée avec 3, les sommes sont égales : qui a posé en dernier perd la ligne.',
        ja: '3で埋めると同点。最後に置いた側がその列を失います。',
      },
    },
    {
      rule: 'K5',
      from: '',
      plays: ['A6', 'B5'],
      says: {
        en: 'A 6 on a line of two cannot be overtaken: the line falls before it is full, whatever comes after.',
        fr: 'Un 6 sur une ligne de deux ne peut être dépassé : elle tombe avant d’être pleine, quoi qu’il arrive.',
        ja: '二つの点の列に置いた6は抜けません。埋まる前に列が決まり、後から何が来ても変わりません。',
      },
    },
  ],
  cathedral: [
    {
      rule: 'C7',
      from: 'PP1@c2 AB1@a7 ST0@g9 TA0@j9 MA2@f5',
      plays: ['AC1@c8'],
      says: {
        en: 'The academy closes the corner between the abbey and the city wall. The space inside is claimed.',
        fr: 'L’académie ferme le coin entre l’abbaye et le rempart. L’espace intérieur est conquis.',
        ja: 'アカデミーが修道院と城壁の間の隅を閉じ、内側の土地を獲得します。',
      },
    },
    {
      rule: 'C8',
      from: LONE_PIECE,
      plays: ['CA2@c2'],
      says: {
        en: 'The castle walls in a single foreign piece: it is lifted out, and its ground is claimed.',
        fr: 'Le château enferme une seule pièce étrangère : elle est retirée et son terrain conquis.',
        ja: '城が相手の駒を一つだけ囲いました。駒は取り除かれ、土地を獲得します。',
      },
    },
  ],
  logan: [
    {
      rule: 'L7',
      from: LOGAN_DEAL,
      plays: ['+SR@1,-1'],
      says: {
        en: 'Scissors laid beside paper: the paper is beaten and flips.',
        fr: 'Des ciseaux posés contre le papier : le papier est battu et se retourne.',
        ja: '紙の隣にハサミを置くと、負けた紙が裏返ります。',
      },
    },
    {
      rule: 'L11',
      from: LOGAN_FULL,
      plays: ['~-1,2'],
      says: {
        en: 'A stone is flipped on its spot; the face that comes up beats its neighbours at once.',
        fr: 'Une pierre est retournée sur place ; la face qui apparaît bat aussitôt ses voisines.',
        ja: '石をその場で裏返すと、出た面がすぐに隣の石を負かします。',
      },
    },
    {
      rule: 'L12',
      from: ROW_OF_THREE,
      plays: ['+SR~@2,1'],
      says: {
        en: 'A fourth rock completes the straight line: the game is won.',
        fr: 'Une quatrième roche complète l’alignement : la partie est gagnée.',
        ja: '四つ目の岩で一直線に並び、勝ちです。',
      },
    },
  ],
  holes: [
    {
      rule: 'H6',
      from: '*5 *2 1 *3 1 *1 3 *2 4 *5 4 *2 20 *3 9 *3',
      plays: ['22'],
      says: {
        en: 'Exactly on the good hole 25: a new piece enters, and the same seat throws again.',
        fr: 'Juste sur le bon trou 25 : une pièce entre et la même place rejoue.',
        ja: '良い穴25番にちょうど止まると、新しい駒が入り、もう一度投げられます。',
      },
    },
    {
      rule: 'H7',
      from: '*5 *2 1 *3 1 *1 3 *2',
      plays: ['4'],
      says: {
        en: 'From 4 by 2 to hole 6, and along its line to 20.',
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
        fr: 'Une pièce arrive par le nombre exact, et la dernière de l’autre camp est éliminée.',
        ja: 'ちょうどの数で到着すると、相手の最後尾の駒が取り除かれます。',
      },
    },
  ],
  sun: [
    {
      rule: 'S5',
      from: SEVEN_TURNS,
      plays: ['g2=11,21'],
      says: {
        en: 'Stone 2 leaves its second storey and lies across 11 and 21: a gate.',
        fr: 'La pierre 2 quitte son étage et se pose en travers de 11 et 21 : une porte.',
        ja: '2番の石が二段目を離れ、11番と21番の上に渡されて門になります。',
      },
    },
    {
      rule: 'S16',
      from: 'b16@1800',
      plays: ['t-4300,0,0,0'],
      says: {
        en: 'The ball is let go straight through a stone: it falls and is taken.',
        fr: 'La bille est lâchée droit sur une pierre : elle tombe et est prise.',
        ja: '球をまっすぐ石へ放すと、石は倒れて引き取られます。',
      },
    },
  ],
};
