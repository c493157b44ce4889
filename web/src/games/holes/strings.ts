/** The page's texts about 58 Holes, in addition to those of the game itself. */

import { translator } from '../../i18n';

export const strings = {
  goal: {
    en: 'To win, leave the other side without pieces. Lead your pieces along your lane to the Shen hole at the top: each one that arrives takes a piece from the other side. Stars are nefer holes: they bring you a new piece.',
    fr: 'Pour gagner, ne laissez plus aucun pion à l’autre camp. Menez vos pions le long de votre piste jusqu’au trou Shen, en haut : chaque arrivée coûte un pion à l’autre camp. Les étoiles sont les trous Nefer : ils vous donnent un nouveau pion.',
    ja: '相手の駒をなくした方の勝ちです。自分の列に沿って上のシェンホールまで駒を進めましょう。1つ着くたびに相手は駒を1つ失います。星はネファーホールで、新しい駒が入ります。',
  },
  prompt: {
    en: 'You threw {score}: choose a piece.',
    fr: 'Vous avez lancé {score} : choisissez un pion.',
    ja: '出た目は{score}です。駒を選んでください。',
  },
  'prompt.only': {
    en: 'You threw {score}: only one piece can move.',
    fr: 'Vous avez lancé {score} : un seul pion peut avancer.',
    ja: '{score}が出ました。動かせる駒は1つだけです。',
  },
  'prompt.either': {
    en: 'You threw {score}: move a piece, or take pieces back from the Shen hole.',
    fr: 'Vous avez lancé {score} : avancez un pion, ou reprenez ceux du trou Shen.',
    ja: '出た目は{score}です。駒を進めるか、シェンホールの駒を手元に戻してください。',
  },
  'prompt.forced': {
    en: 'You threw {score}: only one piece can move, so it moves by itself.',
    fr: 'Vous avez lancé {score} : un seul pion peut avancer, il le fait tout seul.',
    ja: '{score}が出ました。動かせる駒は1つだけなので、自動で進みます。',
  },
  'prompt.recover': {
    en: 'You threw {score}: take pieces back from the Shen hole.',
    fr: 'Vous avez lancé {score} : reprenez les pions du trou Shen.',
    ja: '出た目は{score}です。シェンホールの駒を手元に戻してください。',
  },
  'prompt.pass': {
    en: 'You threw {score}: no piece can move that far, so you pass.',
    fr: 'Vous avez lancé {score} : aucun pion ne peut avancer d’autant, vous passez.',
    ja: '出た目は{score}です。動かせる駒がないのでパスになります。',
  },
  hole: {
    en: 'Lane of {name}, hole {hole}',
    fr: 'Piste de {name}, trou {hole}',
    ja: '{name}のレーン、{hole}番ホール',
  },
  hole_you: {
    en: 'Your lane, hole {hole}',
    fr: 'Votre piste, trou {hole}',
    ja: 'あなたのレーン、{hole}番ホール',
  },
  peg: { en: 'a piece', fr: 'un pion', ja: '駒あり' },
  empty: { en: 'empty', fr: 'libre', ja: '空き' },
  nefer: { en: 'nefer hole', fr: 'trou Nefer', ja: 'ネファーホール' },
  line: { en: 'warp hole to {to}', fr: 'trou de liaison vers {to}', ja: '{to}番へのワープホール' },
  you: { en: 'You', fr: 'Vous', ja: 'あなた' },
  hand: { en: 'in hand', fr: 'en main', ja: '手元' },
  shen: { en: 'home', fr: 'arrivés', ja: '到着' },
  removed: { en: 'removed', fr: 'retirés', ja: '除外' },
  stranded: {
    en: 'Stranded: the next arrival decides',
    fr: 'Bloqué : la prochaine arrivée décide',
    ja: '立ち往生：次の到着で決まります',
  },
  thrown: {
    en: '{name} threw {score}',
    fr: '{name} a lancé {score}',
    ja: '{name}が{score}を出しました',
  },
  thrown_you: {
    en: 'You threw {score}',
    fr: 'Vous avez lancé {score}',
    ja: 'あなたが{score}を出しました',
  },
  plays: {
    en: '{name} plays {score}',
    fr: '{name} joue {score}',
    ja: '{name}の目は{score}です',
  },
  plays_you: { en: 'You play {score}', fr: 'Vous jouez {score}', ja: '目は{score}です' },
  from: {
    en: 'Piece on hole {hole}',
    fr: 'Pion du trou {hole}',
    ja: '{hole}番の駒',
  },
  recover: { en: 'Take back to hand', fr: 'Reprendre en main', ja: '手元に戻す' },
  forced_pass: {
    en: 'No piece can use this throw, so you pass.',
    fr: 'Aucun pion ne peut utiliser ce jet : vous passez.',
    ja: 'この目で動かせる駒がないのでパスします。',
  },
  forced_move: {
    en: 'Only the piece on hole {hole} can use this throw: it moves by itself.',
    fr: 'Seul le pion du trou {hole} peut utiliser ce jet : il avance tout seul.',
    ja: '動かせるのは{hole}番の駒だけなので、自動で進みます。',
  },
  forced_recover: {
    en: 'All you can do is take pieces back to hand.',
    fr: 'Il ne reste qu’à reprendre des pions en main.',
    ja: '駒を手元に戻すことしかできません。',
  },
};

export const t = translator(strings);
