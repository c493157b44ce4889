/** The page's texts about Stonehenge, in addition to those of the game itself. */

import { translator } from '../../i18n';

export const strings = {
  goal: {
    en: 'To win, be the first to raise all eight of your megaliths. You raise one on each line where the other side can no longer beat the sum of your druids.',
    fr: 'Pour gagner, dressez le premier vos huit mégalithes : un sur chaque ligne où l’autre camp ne peut plus dépasser la somme de vos druides.',
    ja: '先に8つのメガリスをすべて立てた方の勝ちです。相手がもう自分のドルイドの合計を上回れないラインに、メガリスが立ちます。',
  },
  prompt: {
    en: 'Choose a druid, then a crossing.',
    fr: 'Choisissez un druide, puis une intersection.',
    ja: 'ドルイドを選び、次に交点を選んでください。',
  },
  'prompt.crossing': {
    en: 'Choose a crossing for the druid.',
    fr: 'Choisissez une intersection pour ce druide.',
    ja: 'このドルイドを置く交点を選んでください。',
  },
  'prompt.druid': {
    en: 'Choose the druid for this crossing.',
    fr: 'Choisissez le druide pour cette intersection.',
    ja: 'この交点に置くドルイドを選んでください。',
  },
  'prompt.mark': {
    en: 'Raise a megalith on a line that you have won.',
    fr: 'Dressez un mégalithe sur une ligne que vous avez gagnée.',
    ja: '獲得したラインにメガリスを立ててください。',
  },
  'prompt.end': {
    en: 'Nothing is left to mark: end the turn.',
    fr: 'Plus rien à marquer : finissez le tour.',
    ja: '立てるメガリスがありません。手番を終えてください。',
  },
  place: { en: '{value} on {cell}', fr: '{value} en {cell}', ja: '{cell}に{value}' },
  hand: {
    en: 'Druids of {name}',
    fr: 'Druides de {name}',
    ja: '{name}のドルイド',
  },
  hand_you: { en: 'Your druids', fr: 'Vos druides', ja: 'あなたのドルイド' },
  druid: { en: 'druid {value}', fr: 'druide {value}', ja: 'ドルイド{value}' },
  face_down: { en: 'druid face down', fr: 'druide face cachée', ja: '伏せ駒' },
  cell_empty: {
    en: '{cell}, empty; lines {lines}',
    fr: '{cell}, libre ; lignes {lines}',
    ja: '{cell}、空き。ライン{lines}',
  },
  cell_taken: {
    en: '{cell}, {name}, {druid}',
    fr: '{cell} : {name}, {druid}',
    ja: '{cell}、{name}、{druid}',
  },
  cell_taken_you: {
    en: '{cell}, you, {druid}',
    fr: '{cell} : vous, {druid}',
    ja: '{cell}、あなた、{druid}',
  },
  mark: {
    en: 'Raise a megalith on line {line}',
    fr: 'Dresser un mégalithe sur la ligne {line}',
    ja: 'ライン{line}にメガリスを立てる',
  },
  'prompt.pass': {
    en: 'You cannot do anything else: pass.',
    fr: 'Vous ne pouvez rien faire d’autre : passez.',
    ja: 'ほかにできることがありません。パスしてください。',
  },
  end: { en: 'End the turn', fr: 'Finir le tour', ja: '手番を終える' },
};

export const t = translator(strings);
