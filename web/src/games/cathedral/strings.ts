/** The page's texts about Cathedral, in addition to those of the game itself. */

import { translator } from '../../i18n';

export const strings = {
  goal: {
    en: 'To win, place more of your monuments than the other side: the fewest squares left wins. Space that you wall in is yours alone, and a lone piece inside it is removed.',
    fr: 'Pour gagner, placez plus de monuments que l’autre camp : celui à qui il reste le moins de cases l’emporte. L’espace que vous entourez est à vous seul, et une pièce isolée à l’intérieur est retirée.',
    ja: '相手より多くのモニュメントを置きます。残りマスが少ない方の勝ちです。壁で囲んだ場所は自分だけの領地になり、中に1つだけある駒は取り除かれます。',
  },
  prompt: {
    en: 'Choose a monument, then its place.',
    fr: 'Choisissez un monument, puis son emplacement.',
    ja: 'モニュメントを選び、次に置く場所を選んでください。',
  },
  'prompt.place': {
    en: 'Point at a place where it fits. R or “Turn” rotates it.',
    fr: 'Visez là où le monument tient ; R ou « Tourner » le fait pivoter.',
    ja: '置ける場所を指してください。Rキーまたは「回す」で回せます。',
  },
  'prompt.people': {
    en: 'Place the People Piece. R or “Turn” rotates it.',
    fr: 'Posez la pièce du Peuple. R ou le bouton « Tourner » la fait pivoter.',
    ja: 'ピープルピースを置いてください。Rキーまたは「回す」で回せます。',
  },
  'prompt.place_touch': {
    en: 'Touch a place where it fits. “Turn” rotates it.',
    fr: 'Touchez là où le monument tient ; « Tourner » le fait pivoter.',
    ja: '置ける場所に触れてください。「回す」で回せます。',
  },
  'prompt.people_touch': {
    en: 'Place the People Piece. “Turn” rotates it.',
    fr: 'Posez la pièce du Peuple. Le bouton « Tourner » la fait pivoter.',
    ja: 'ピープルピースを置いてください。「回す」で回せます。',
  },
  'prompt.place_fixed': {
    en: 'Choose a place where it fits.',
    fr: 'Choisissez un emplacement où le monument tient.',
    ja: '置ける場所を選んでください。',
  },
  'prompt.turned': {
    en: 'It fits nowhere as it is, but it does when turned.',
    fr: 'Tel quel, ce monument ne tient nulle part ; tournez-le.',
    ja: 'この向きでは置けません。回すと置けます。',
  },
  'prompt.nowhere': {
    en: 'This monument fits nowhere any more. Choose another one.',
    fr: 'Ce monument ne tient plus nulle part. Choisissez-en un autre.',
    ja: 'このモニュメントはもう置けません。別のものを選んでください。',
  },
  'prompt.take': {
    en: 'A piece is enclosed: let it stand, or remove it.',
    fr: 'Une pièce est enfermée : laissez-la ou retirez-la.',
    ja: '駒が囲まれました。残すか、取り除くかを選んでください。',
  },
  'prompt.pass': {
    en: 'None of your monuments fits: pass.',
    fr: 'Aucun de vos monuments ne tient : passez.',
    ja: '置けるモニュメントがありません。パスしてください。',
  },
  tray: {
    en: 'Monuments of {name}',
    fr: 'Monuments de {name}',
    ja: '{name}のモニュメント',
  },
  tray_you: { en: 'Your monuments', fr: 'Vos monuments', ja: 'あなたのモニュメント' },
  place: {
    en: '{name} on {squares}',
    fr: '{name} en {squares}',
    ja: '{name}を{squares}に',
  },
  nowhere: {
    en: '{piece}, fits nowhere any more',
    fr: '{piece}, ne tient plus nulle part',
    ja: '{piece}、もう置けません',
  },
  piece: { en: '{name}, {count} left', fr: '{name}, reste {count}', ja: '{name}、残り{count}' },
  square_empty: { en: '{square}, empty', fr: '{square}, libre', ja: '{square}、空き' },
  square_claimed: {
    en: '{square}, claimed by {name}',
    fr: '{square}, espace conquis de {name}',
    ja: '{square}、{name}の領地',
  },
  square_claimed_you: {
    en: '{square}, claimed by you',
    fr: '{square}, votre espace conquis',
    ja: '{square}、あなたの領地',
  },
  square_piece: {
    en: '{square}, {piece} of {name}',
    fr: '{square}, {piece} de {name}',
    ja: '{square}、{name}の{piece}',
  },
  square_piece_you: {
    en: '{square}, your {piece}',
    fr: '{square}, {piece} à vous',
    ja: '{square}、あなたの{piece}',
  },
  square_people: { en: '{square}, {name}', fr: '{square} : {name}', ja: '{square}に{name}' },
  keep: { en: 'Let it stand', fr: 'Le laisser', ja: '残す' },
  take: { en: 'Remove it', fr: 'L’enlever', ja: '取り除く' },
  forced_pass: {
    en: 'None of your monuments fits any more, so you pass.',
    fr: 'Aucun de vos monuments n’a plus de place : vous passez.',
    ja: '置けるモニュメントがないのでパスします。',
  },
  pad: { en: 'Move the monument', fr: 'Déplacer le monument', ja: 'モニュメントを動かす' },
  left: { en: 'One square to the left', fr: 'Une case vers la gauche', ja: '左へ1マス' },
  right: { en: 'One square to the right', fr: 'Une case vers la droite', ja: '右へ1マス' },
  up: { en: 'One square up', fr: 'Une case vers le haut', ja: '上へ1マス' },
  down: { en: 'One square down', fr: 'Une case vers le bas', ja: '下へ1マス' },
};

export const t = translator(strings);
