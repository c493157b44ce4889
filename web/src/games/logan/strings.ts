/** The page's texts about Logan Stones, in addition to those of the game itself. */

import { translator } from '../../i18n';

export const strings = {
  goal: {
    en: 'To win, make a row of four equal symbols, whichever they are and whoever placed them. A stone that you place flips the neighbours that it beats: rock beats scissors, scissors beat paper, paper beats rock.',
    fr: 'Pour gagner, alignez quatre symboles identiques, peu importe lesquels et qui les a posés. Un galet posé retourne les voisins qu’il bat : la pierre bat les ciseaux, les ciseaux le papier, le papier la pierre.',
    ja: '同じ印を4つ一列に並べた方の勝ちです。どの印でも、誰が置いた石でもかまいません。置いた石は、じゃんけんで勝つ隣の石を裏返します。グーはチョキに、チョキはパーに、パーはグーに勝ちます。',
  },
  prompt: {
    en: 'Choose a stone, then a place that touches two others.',
    fr: 'Choisissez un galet, puis une place qui en touche deux autres.',
    ja: '石を選び、次にほかの石2つに接する場所を選んでください。',
  },
  'prompt.place': {
    en: 'Choose a place that touches two others.',
    fr: 'Choisissez une place qui touche deux autres galets.',
    ja: 'ほかの石2つに接する場所を選んでください。',
  },
  'prompt.confirm': {
    en: 'Press “{button}” to put the stone there, or choose another place.',
    fr: 'Touchez « {button} » pour y poser le galet, ou choisissez une autre place.',
    ja: '「{button}」を押すとそこに石を置きます。別の場所も選べます。',
  },
  'prompt.move': {
    en: 'All stones are placed: choose one to move or to flip.',
    fr: 'Tous les galets sont posés : déplacez-en ou retournez-en un.',
    ja: '石はすべて置かれました。動かすか裏返す石を選んでください。',
  },
  'prompt.way': {
    en: 'Move the stone or flip it.',
    fr: 'Déplacez le galet ou retournez-le.',
    ja: 'その石を動かすか、裏返してください。',
  },
  'prompt.put': {
    en: 'Put the stone down where it touches two others.',
    fr: 'Reposez le galet là où il en touche deux autres.',
    ja: 'ほかの石2つに接する場所に石を置いてください。',
  },
  place: { en: '{face} on {cell}', fr: 'galet {face} en {cell}', ja: '{cell}に{face}' },
  hand: {
    en: 'Stones of {name}',
    fr: 'Galets de {name}',
    ja: '{name}の石',
  },
  hand_you: { en: 'Your stones', fr: 'Vos galets', ja: 'あなたの石' },
  stone: {
    en: '{shown}, behind it {back}',
    fr: '{shown}, au dos {back}',
    ja: '表は{shown}、裏は{back}',
  },
  face_R: { en: 'rock', fr: 'pierre', ja: 'グー' },
  face_P: { en: 'paper', fr: 'papier', ja: 'パー' },
  face_S: { en: 'scissors', fr: 'ciseaux', ja: 'チョキ' },
  face_unknown: { en: 'unknown', fr: 'inconnu', ja: '不明' },
  cell_open: { en: '{cell}, free', fr: '{cell}, libre', ja: '{cell}、空き' },
  cell_stone: { en: '{cell}, {face}', fr: '{cell} : {face}', ja: '{cell}は{face}' },
  turn: { en: 'Other face', fr: 'Autre face', ja: '裏返す' },
  lift: { en: 'Move it', fr: 'Le déplacer', ja: '動かす' },
  flip: { en: 'Flip it', fr: 'Le retourner', ja: 'その場で裏返す' },
  choose: {
    en: 'Choose a stone to move or to flip',
    fr: 'Choisissez un galet à déplacer ou à retourner',
    ja: '動かすか裏返す石を選んでください',
  },
  put_down: { en: 'Put it down', fr: 'Reposez-le', ja: '置いてください' },
};

export const t = translator(strings);
