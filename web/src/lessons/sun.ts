import type { Step } from './types';

const TWO_TURNS =
  'b7@2858/750 t-4353,-435,0,0 ~0,0,0,0 =d9d9293e1ec64c00 b12@205 t-2591,-2255,0,0 ~0,0,0,0 =00dfb4868d9992a0';
export const SEVEN_TURNS =
  'b16@1057 t-3935,-285,0,0 ~0,0,0,0 =0f742fd78e11c7fb b2^16 t-3579,-1805,0,0 ~0,0,0,0 =618e59f64a5747ae b11@3575 m@498 t3331,816,0,0 ~0,0,0,0 =c2fa1ceb112ab36b b10@2927 m@2120 t-3423,1331,0,0 ~0,0,0,0 =a64d71f4614bf6cb b20@2415/100 m@2765 t-426,-3754,0,0 ~0,0,0,0 =e510a325ce60be47 b23@1228/300 m@2061 t-3116,2493,0,0 ~0,0,0,0 =e8ce9f563ddeb1df b21@186 m@352 t977,4155,0,0 ~0,0,0,0 =c6350e890b1e2d23';

export const sun: Step[] = [
  {
    actions: '',
    task: {
      en: 'Choose a stone from the stock and stand it on the ring. Drag elsewhere to turn the table.',
      fr: 'Choisissez une pierre de la réserve et dressez-la sur le cercle. Glissez ailleurs pour tourner la table.',
      ja: '山から石を選び、輪の上に立てましょう。ほかの場所をドラッグすると卓が回ります。',
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
      en: 'Now pull the ball back with the pointer, well beyond the base, and let it go past the stone.',
      fr: 'Tirez maintenant la bille en arrière, bien au-delà du socle, et lâchez-la à côté de la pierre.',
      ja: '球を台よりずっと外まで引き、石に当たらないように放しましょう。',
    },
    done: {
      en: 'It swings through the middle. Where you let go, and how your hand moves then, is the throw.',
      fr: 'Elle passe par le centre. L’endroit où vous lâchez et le geste font le lancer.',
      ja: '球は中心を通って揺れます。放した場所と手の動きがそのまま投げになります。',
    },
    goal: { notation: /^t/ },
  },
  {
    actions: `${TWO_TURNS} b2@1427`,
    task: {
      en: 'After building, your marker moves to an area beside the new stone. Choose a glowing stretch.',
      fr: 'Après avoir bâti, votre marqueur va dans une zone près de la nouvelle pierre. Choisissez un arc lumineux.',
      ja: '立てた後、マーカーを新しい石の隣の区画へ動かします。光る部分を選んでください。',
    },
    done: {
      en: 'The gap beside your marker is where your ball has to pass.',
      fr: 'C’est par l’intervalle près de votre marqueur que la bille doit passer.',
      ja: 'マーカーのある隙間を、球が通らなければなりません。',
    },
    goal: { notation: /^m@/ },
  },
  {
    actions: `${TWO_TURNS} b2@1427 m@275`,
    task: {
      en: 'Let the ball pass through your own area, the green stretch, on the near or on the far side.',
      fr: 'Faites passer la bille par votre zone, l’arc vert, de ce côté ou de l’autre.',
      ja: '緑の自分の区画を、手前側か向こう側で通るように放しましょう。',
    },
    done: {
      en: 'Whatever falls is yours to take, one minus point each.',
      fr: 'Tout ce qui tombe est pour vous : un point de malus par pierre.',
      ja: '倒れた石は引き取り、一つにつきマイナス1点です。',
    },
    goal: { notation: /^t/ },
  },
  {
    actions: 'b16@1057 t-3935,-285,0,0 ~0,0,0,0 =0f742fd78e11c7fb',
    task: {
      en: 'A stone may also stand on another one. Put one on top of stone 16.',
      fr: 'Une pierre peut aussi se dresser sur une autre. Posez-en une sur la pierre 16.',
      ja: '石の上にも石を立てられます。16番の石の上に一つ立てましょう。',
    },
    done: {
      en: 'Two storeys at most. A high stone falls more easily.',
      fr: 'Deux étages au plus. Une pierre haute tombe plus facilement.',
      ja: '二段までです。高い石ほど倒れやすくなります。',
    },
    goal: { event: 'stood_on' },
  },
  {
    actions: SEVEN_TURNS,
    task: {
      en: 'Make a gate: lay a stone that stands elsewhere across two close neighbours.',
      fr: 'Faites une porte : posez en travers de deux voisines une pierre prise ailleurs.',
      ja: '門を作りましょう。別の所に立つ石を、近い二つの石の上に渡します。',
    },
    done: {
      en: 'Neither ball nor string passes under a lintel: the gate closes that way.',
      fr: 'Ni la bille ni son fil ne passent sous un linteau : la porte ferme ce chemin.',
      ja: '渡した石の下は球も糸も通れません。門がその道をふさぎます。',
    },
    goal: { event: 'gate_made' },
  },
];
