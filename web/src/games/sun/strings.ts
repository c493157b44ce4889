/** The page's texts about Stonehenge and the Sun, in addition to those of the game itself. */

import { translator } from '../../i18n';

export const strings = {
  goal: {
    en: 'To win, have the fewest minus stones at the end. Each turn you stand a stone, then swing the ball through your own area, the gap in front of your marker: every stone that falls is a minus stone for you. The game ends with the turn that uses up the stock.',
    fr: 'Pour gagner, ayez le moins de pierres de pénalité à la fin. À votre tour, dressez une pierre, puis lancez la bille à travers votre zone, l’intervalle devant votre marqueur : chaque pierre qui tombe est une pierre de pénalité pour vous. La partie s’achève avec le tour qui épuise la réserve.',
    ja: '最後に失点の石が最も少ない人の勝ちです。手番では石を立て、自分のエリア（マーカーの前のすき間）に太陽（鉄球）を通します。倒れた石はすべて自分の失点になります。ストックの石がなくなった手番でゲームが終わります。',
  },
  table: {
    en: 'The table in three dimensions; everything can also be done with the controls below',
    fr: 'La table en trois dimensions ; tout se fait aussi avec les commandes ci-dessous',
    ja: '立体の卓。下の操作欄でも同じことができます',
  },
  no_3d: {
    en: 'This browser cannot draw in three dimensions. The controls below still work.',
    fr: 'Ce navigateur ne dessine pas en trois dimensions. Les commandes ci-dessous suffisent.',
    ja: 'このブラウザでは立体表示ができません。下の操作欄で遊べます。',
  },
  stock: { en: 'Stones of the stock', fr: 'Pierres de la réserve', ja: 'ストックの石' },
  stone: {
    en: 'Stone {stone}, {width} by {height} millimetres',
    fr: 'Pierre {stone}, {width} sur {height} millimètres',
    ja: '石{stone}、幅{width}ミリ高さ{height}ミリ',
  },
  direction: { en: 'Direction', fr: 'Angle', ja: '方向' },
  distance: { en: 'Pull', fr: 'Élan', ja: '引き' },
  stand: { en: 'Stand it here', fr: 'La dresser ici', ja: 'ここに立てる' },
  turn_stone: { en: 'Turn the stone', fr: 'Tourner la pierre', ja: '石を回す' },
  lay: { en: 'Lay it here', fr: 'La poser ici', ja: 'ここに渡す' },
  top: { en: 'On top of', fr: 'Au-dessus de', ja: '上に積む' },
  on: { en: 'stone {on}', fr: 'la pierre {on}', ja: '石{on}の上' },
  gate: { en: 'Make a gate', fr: 'Faire une porte', ja: 'ゲートを作る' },
  gate_of: {
    en: 'stone {top} across {left} and {right}',
    fr: 'pierre {top} sur {left} et {right}',
    ja: '石{top}を{left}と{right}の上に',
  },
  stone_instead: {
    en: 'Build a stone instead',
    fr: 'Plutôt dresser une pierre',
    ja: '代わりに石を立てる',
  },
  move_marker: {
    en: 'Move the marker here',
    fr: 'Déplacer le marqueur ici',
    ja: 'ここへマーカーを動かす',
  },
  let_go: { en: 'Let go', fr: 'Lâcher', ja: '放す' },
  'prompt.build': {
    en: 'Point at the ring and stand a stone there.',
    fr: 'Visez l’anneau et dressez-y une pierre.',
    ja: 'リングの上を選んで、石を立ててください。',
  },
  'prompt.lintel': {
    en: 'Choose the stone that will lie across, one of the glowing ones.',
    fr: 'Touchez la pierre à poser en travers : l’une de celles qui luisent.',
    ja: 'まぐさ石にする石を、光る石の中から選んでください。',
  },
  'prompt.no_lintel': {
    en: 'This one cannot lie across. Choose one of the glowing stones.',
    fr: 'Celle-là ne peut servir de linteau. Choisissez une pierre qui luit.',
    ja: 'それはまぐさ石にできません。光る石から選んでください。',
  },
  'prompt.gate': {
    en: 'Choose one of the two stones that will carry it.',
    fr: 'Touchez l’une des deux pierres qui la porteront.',
    ja: 'それを支える2つの石の一方を選んでください。',
  },
  'prompt.no_upright': {
    en: 'This one cannot carry it. Choose one of the glowing stones.',
    fr: 'Celle-là ne peut pas la porter. Choisissez une pierre qui luit.',
    ja: 'それでは支えられません。光る石から選んでください。',
  },
  'prompt.lay': {
    en: 'Press “{button}”, or choose another stone.',
    fr: 'Touchez « {button} », ou choisissez une autre pierre.',
    ja: '「{button}」を押すか、別の石を選んでください。',
  },
  'prompt.marker': {
    en: 'Move your marker next to the stone: the gap before it is your area.',
    fr: 'Déplacez le marqueur à côté de la pierre : devant lui, c’est votre zone.',
    ja: '石の隣へマーカーを動かしてください。その前のすき間が自分のエリアです。',
  },
  'prompt.throw': {
    en: 'Pull the ball back and let it go.',
    fr: 'Tirez la bille en arrière et lâchez-la.',
    ja: '太陽を引いて放してください。',
  },
  'prompt.throw_area': {
    en: 'Pull the ball back and let it go through your area, in green.',
    fr: 'Tirez la bille et lâchez-la à travers votre zone, en vert.',
    ja: '太陽を引いて放し、緑で示した自分のエリアに通してください。',
  },
  flying: { en: 'The ball swings', fr: 'La bille se balance', ja: '太陽が揺れています' },
  skip: { en: 'Skip', fr: 'Passer', ja: '飛ばす' },
  watch_again: { en: 'Watch again', fr: 'Revoir', ja: 'もう一度見る' },
  slow: { en: 'Slow motion', fr: 'Au ralenti', ja: 'スローで見る' },
  turn_left: {
    en: 'Turn the table to the left',
    fr: 'Tourner la table vers la gauche',
    ja: '卓を左へ回す',
  },
  turn_right: {
    en: 'Turn the table to the right',
    fr: 'Tourner la table vers la droite',
    ja: '卓を右へ回す',
  },
};

export const t = translator(strings);
