import type { Step } from '../../lessons/types';

const TWO_TURNS =
  'b7@2858/750 t-4353,-435,0,0 ~0,0,0,0 =d9d9293e1ec64c00 b12@205 t-2591,-2255,0,0 ~0,0,0,0 =00dfb4868d9992a0';
export const SEVEN_TURNS =
  'b16@1057 t-3935,-285,0,0 ~0,0,0,0 =0f742fd78e11c7fb b2^16 t-3579,-1805,0,0 ~0,0,0,0 =618e59f64a5747ae b11@3575 m@498 t3331,816,0,0 ~0,0,0,0 =c2fa1ceb112ab36b b10@2927 m@2120 t-3423,1331,0,0 ~0,0,0,0 =a64d71f4614bf6cb b20@2415/100 m@2765 t-426,-3754,0,0 ~0,0,0,0 =e510a325ce60be47 b23@1228/300 m@2061 t-3116,2493,0,0 ~0,0,0,0 =e8ce9f563ddeb1df b21@186 m@352 t977,4155,0,0 ~0,0,0,0 =c6350e890b1e2d23';

export const lesson: readonly Step[] = [
  {
    actions: '',
    task: {
      en: 'Choose a stone from the stock and stand it on the ring. Drag elsewhere to turn the table.',
      fr: 'Choisissez une pierre de la réserve et dressez-la sur l’anneau. Glissez ailleurs pour tourner la table.',
      ja: 'ストックから石を選び、リングの上に立てましょう。ほかの場所をドラッグすると卓が回ります。',
    },
    done: {
      en: 'It has weight and friction: what is hit will fall.',
      fr: 'Elle a un poids et du frottement : ce qui est heurté tombe.',
      ja: '重さも摩擦もあります。当たれば倒れます。',
    },
    goal: { event: 'stood' },
  },
  {
    actions: 'b7@2858/750',
    task: {
      en: 'Now pull the ball back with the pointer, well beyond the base, and let it go so that it passes the stone.',
      fr: 'Tirez maintenant la bille en arrière, bien au-delà du socle, et lâchez-la de façon à passer à côté de la pierre.',
      ja: '太陽（鉄球）を土台よりずっと外まで引き、石に当たらないように放しましょう。',
    },
    done: {
      en: 'It swings across the base. Where you let go, and how your hand moves then, is the throw; the line shows its way.',
      fr: 'Elle traverse le socle. L’endroit où vous lâchez et le geste font le lancer ; la ligne montre son trajet.',
      ja: '太陽（鉄球）は土台を横切って揺れます。放した場所と手の動きがそのまま投げになり、線がその軌道を示します。',
    },
    goal: { notation: /^t/ },
  },
  {
    actions: `${TWO_TURNS} b2@1427`,
    task: {
      en: 'Once the stone stands, move your marker to an area beside it: touch a glowing stretch, anywhere in it.',
      fr: 'Une fois la pierre dressée, déplacez votre marqueur dans une zone voisine : touchez un arc lumineux, où vous voulez.',
      ja: '石を立てたら、マーカーをその隣のマーカーエリアへ動かします。光る部分の好きな所に触れてください。',
    },
    done: {
      en: 'The gap in front of your marker is now your own area: your ball has to pass through it.',
      fr: 'L’intervalle devant votre marqueur est maintenant votre zone : la bille doit y passer.',
      ja: 'マーカーの前のすき間が自分のエリアです。太陽（鉄球）はそこを通らなければなりません。',
    },
    goal: { notation: /^m@/ },
  },
  {
    actions: `${TWO_TURNS} b2@1427 m@275`,
    task: {
      en: 'Let the ball swing across the base through your own area, the green stretch, on the near or on the far side.',
      fr: 'Faites traverser le socle à la bille en passant par votre zone, l’arc vert, de ce côté ou de l’autre.',
      ja: '土台を横切り、緑の自分のマーカーエリアを手前側か向こう側で通るように放しましょう。',
    },
    done: {
      en: 'Whatever falls counts against you, each a minus stone.',
      fr: 'Tout ce qui tombe compte contre vous : chaque pierre est une pierre de pénalité.',
      ja: '倒れた石は引き取ります。1つずつが失点の石です。',
    },
    goal: { notation: /^t/ },
  },
  {
    actions: 'b16@1057 t-3935,-285,0,0 ~0,0,0,0 =0f742fd78e11c7fb',
    task: {
      en: 'A stone may also stand on another one. Put one on top of stone 16.',
      fr: 'Une pierre peut aussi se dresser sur une autre. Posez-en une sur la pierre 16.',
      ja: '石の上にも石を立てられます。石16の上に1つ立てましょう。',
    },
    done: {
      en: 'Two storeys at most. A high stone falls more easily.',
      fr: 'Deux étages au plus. Une pierre haute tombe plus facilement.',
      ja: '2段までです。高い石ほど倒れやすくなります。',
    },
    goal: { event: 'stood_on' },
  },
  {
    actions: SEVEN_TURNS,
    task: {
      en: 'Make a gate: press the button, take a stone from the ring and lay it across two neighbours.',
      fr: 'Faites une porte avec le bouton : prenez une pierre de l’anneau et couchez-la sur deux pierres voisines.',
      ja: 'ボタンを押してゲートを作りましょう。輪の石を1つ取り、隣り合う2つの石の上に渡します。',
    },
    done: {
      en: 'Neither ball nor string passes under a lintel: the gate closes that way.',
      fr: 'Ni la bille ni son fil ne passent sous un linteau : la porte ferme ce chemin.',
      ja: 'まぐさ石の下は太陽（鉄球）も糸も通れません。ゲートがその道をふさぎます。',
    },
    goal: { event: 'gate_made' },
  },
];
