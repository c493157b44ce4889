import type { Step } from '../../lessons/types';

export const DEAL = 'deal=PR,SR|PS,RP,SR,RS,RP,SP,SP,SR|RS,RS,RP,RP,PS,SP,RP,SP';
export const FULL =
  'deal=SP,PR|RP,SP,RS,SR,RP,PR,SP,SR|RS,SR,PR,SP,RP,PS,SP,SR +RS@0,1 +RS~@-1,1 +SR~@1,1 +PR@-1,0 +PR@0,-1 +SR~@0,2 +SP@2,0 +PS~@1,-1 +SP@-1,2 +SP@-1,-1 +SR@2,1 +SR@2,-1 +RP~@3,0 +RP~@3,-1 +RP~@-2,2 +SP~@4,-1';

export const lesson: readonly Step[] = [
  {
    actions: DEAL,
    task: {
      en: 'Take a stone from your hand and lay it beside the two in the middle.',
      fr: 'Prenez un galet de votre main et posez-le près des deux du milieu.',
      ja: '手元の石を1つ取り、中央の2つの隣に置いてください。',
    },
    done: {
      en: 'A stone always touches at least two others.',
      fr: 'Un galet en touche toujours au moins deux autres.',
      ja: '石はいつも2つ以上の石に接して置きます。',
    },
    names: ['hand', '0,0', '1,0'],
    goal: { event: 'added' },
  },
  {
    actions: DEAL,
    task: {
      en: 'Scissors beat paper. Lay scissors so that they touch the paper, and it flips.',
      fr: 'Les ciseaux battent le papier. Posez des ciseaux contre le papier : il se retourne.',
      ja: 'チョキはパーに勝ちます。チョキをパーに接して置き、裏返しましょう。',
    },
    done: {
      en: 'Beaten neighbours flip and show their other face; they flip nothing in turn.',
      fr: 'Les voisins battus se retournent ; ils n’en retournent pas d’autres.',
      ja: '負けた隣の石は裏返ります。裏返った石は他を裏返しません。',
    },
    names: ['0,0'],
    goal: { event: 'flipped' },
  },
  {
    actions: DEAL,
    task: {
      en: 'A stone may be laid on either face. Choose one, press “Other face”, and lay it.',
      fr: 'Un galet se pose sur l’une ou l’autre face. Choisissez-en un, « Autre face », et posez-le.',
      ja: '石はどちらの面でも置けます。石を選び「裏返す」を押して置きましょう。',
    },
    done: {
      en: 'Your opponent sees one face of your stones, you know both.',
      fr: 'L’adversaire voit une face de vos galets, vous connaissez les deux.',
      ja: '相手に見えるのは片面だけ。あなたは両面を知っています。',
    },
    names: ['hand'],
    goal: { notation: /~@/ },
  },
  {
    actions:
      'deal=PS,RP|SP,RP,RP,PS,SR,SP,SR,SR|RP,RS,PS,RS,RP,PS,SR,RP +RP~@1,-1 +PS~@0,-1 +SP@0,1 +PS@1,1 +SR~@2,0 +SR@-1,0 +RP@-1,-1 +RP@0,-2 +SR~@2,-1 +RS@2,-2',
    task: {
      en: 'Four equal symbols in a row win the game, even when a flip makes them. Lay rock at 2,1.',
      fr: 'Quatre symboles identiques alignés gagnent, même par retournement. Posez un galet face pierre en 2,1.',
      ja: '同じ印が4つ並べば勝ち。裏返ってできても有効です。2,1にグーを置きましょう。',
    },
    done: {
      en: 'A row of four: you have won, whoever laid the stones.',
      fr: 'Quatre pierres alignées : vous avez gagné, peu importe qui les a posées.',
      ja: '4つ並びました。誰が置いた石でも、あなたの勝ちです。',
    },
    names: ['2,1'],
    goal: { event: 'row' },
  },
  {
    actions: FULL,
    task: {
      en: 'All stones are laid. Now you move or flip: choose a stone and flip it.',
      fr: 'Tous les galets sont posés. On déplace ou retourne : choisissez-en un et retournez-le.',
      ja: '石をすべて置きました。次は動かすか裏返します。石を選び、裏返してください。',
    },
    done: {
      en: 'The new face beats its neighbours at once.',
      fr: 'La nouvelle face bat aussitôt ses voisins.',
      ja: '新しい面がすぐに隣の石に勝ちます。',
    },
    goal: { event: 'turned_over' },
  },
  {
    actions: FULL,
    task: {
      en: 'Or move: choose a stone whose leaving keeps the island together, and lift it.',
      fr: 'Ou déplacez : choisissez un galet dont le départ ne coupe pas l’île, et levez-le.',
      ja: 'または動かします。抜いても島が分かれない石を選び、持ち上げてください。',
    },
    done: {
      en: 'Lifting shows you its back; then put it down elsewhere, on either face.',
      fr: 'En le levant vous voyez son dos ; reposez-le ailleurs, sur la face voulue.',
      ja: '持ち上げると裏が見えます。別の場所に、どちらの面でも置けます。',
    },
    goal: { event: 'lifted' },
  },
];
