/** The page's texts about tic-tac-toe, in addition to those of the game itself. */

import { translator } from '../../../src/i18n';

export const strings = {
  goal: {
    en: 'To win, mark three squares in a row.',
    fr: 'Pour gagner, marquez trois cases alignées.',
    ja: '三つのマスに並べて印をつけた方の勝ちです。',
  },
  prompt: {
    en: 'Choose an empty square.',
    fr: 'Choisissez une case vide.',
    ja: '空いているマスを選んでください。',
  },
  square_empty: { en: '{square}, empty', fr: '{square}, libre', ja: '{square}、空き' },
  square_taken: {
    en: '{square}, player {seat}',
    fr: '{square}, joueur {seat}',
    ja: '{square}、プレイヤー{seat}',
  },
};

export const t = translator(strings);
