/** The texts of the history in three languages. */

import { translator, type Phrase } from '../../i18n';

export const strings = {
  title: { en: 'Your games', fr: 'Vos parties', ja: '対局履歴' },
  open: { en: 'History and statistics', fr: 'Historique et statistiques', ja: '履歴と統計' },
  loading: { en: 'Reading your games …', fr: 'Lecture de vos parties …', ja: '対局を読み込み中…' },
  empty: {
    en: 'You have not finished a game yet. Every game that you finish is kept here.',
    fr: 'Vous n’avez encore terminé aucune partie. Chaque partie terminée sera gardée ici.',
    ja: 'まだ終わった対局がありません。終わった対局はすべてここに残ります。',
  },
  none_here: {
    en: 'No finished game fits this choice.',
    fr: 'Aucune partie terminée ne correspond à ce choix.',
    ja: 'この条件に合う対局はありません。',
  },
  filter: { en: 'Game', fr: 'Jeu', ja: 'ゲーム' },
  all: { en: 'All', fr: 'Tous', ja: 'すべて' },
  running: { en: 'Not finished', fr: 'En cours', ja: '進行中' },
  finished: { en: 'Finished games', fr: 'Parties terminées', ja: '終わった対局' },
  close: { en: 'Close this table', fr: 'Fermer cette table', ja: 'この卓を閉じる' },
  close_playing: {
    en: 'Close this table? If moves have been played, you resign the game.',
    fr: 'Fermer cette table ? Si des coups ont été joués, vous abandonnez la partie.',
    ja: 'この卓を閉じますか？すでに指している場合は投了になります。',
  },
  close_shared: {
    en: 'Close this table? The game counts as not played.',
    fr: 'Fermer cette table ? La partie comptera comme non jouée.',
    ja: 'この卓を閉じますか？対局は無効になります。',
  },
  close_waiting: {
    en: 'Close this table? The invitation stops working.',
    fr: 'Fermer cette table ? L’invitation ne fonctionnera plus.',
    ja: 'この卓を閉じますか？招待は使えなくなります。',
  },
  go_on: { en: 'Open', fr: 'Ouvrir', ja: '開く' },
  won: { en: 'Won', fr: 'Gagnée', ja: '勝ち' },
  lost: { en: 'Lost', fr: 'Perdue', ja: '負け' },
  drawn: { en: 'Draw', fr: 'Match nul', ja: '引き分け' },
  shared: { en: '{name} won', fr: '{name} gagne', ja: '{name}の勝ち' },
  none: { en: 'Not played', fr: 'Non jouée', ja: '無効' },
  resigned: { en: 'by resignation', fr: 'par abandon', ja: '投了' },
  left: { en: 'a player left', fr: 'départ d’un joueur', ja: '退席' },
  time: { en: 'on time', fr: 'au temps', ja: '時間切れ' },
  agreed: { en: 'by agreement', fr: 'd’un commun accord', ja: '合意' },
  against: { en: 'against {name}', fr: 'contre {name}', ja: '相手: {name}' },
  together: { en: 'at one screen', fr: 'sur un seul écran', ja: '同じ画面で' },
  length: {
    en: '{count} {count:action|actions}',
    fr: '{count} {count:action|actions}',
    ja: '{count} 手',
  },
  match: {
    en: 'Match of {games} {games:game|games}, won {won}, lost {lost}',
    fr: 'Match en {games} {games:partie|parties} : {won} {won:gagnée|gagnées}, {lost} {lost:perdue|perdues}',
    ja: '{games} 番勝負　{won} 勝 {lost} 敗',
  },
  match_game: { en: 'Game {game}', fr: 'Partie {game}', ja: '第 {game} 局' },
  study: { en: 'Study this game', fr: 'Étudier cette partie', ja: 'この対局を検討' },
  record: { en: 'Download the record', fr: 'Télécharger la partie', ja: '棋譜をダウンロード' },
  export_all: {
    en: 'Download all {count} as records',
    fr: 'Tout télécharger ({count} {count:partie|parties})',
    ja: '{count} 局すべての棋譜をダウンロード',
  },
  exporting: {
    en: '{done} of {count} …',
    fr: '{done} sur {count} …',
    ja: '{count} 局中 {done} 局…',
  },
  export_some: {
    en: '{missing} of the games could not be read; the others are in the file.',
    fr: '{missing} {missing:partie n’a pas pu être lue|parties n’ont pas pu être lues} ; les autres sont dans le fichier.',
    ja: '{missing} 局は読み込めませんでした。残りはファイルに入っています。',
  },
  statistics: { en: 'Statistics', fr: 'Statistiques', ja: '統計' },
  by_game: { en: 'By game', fr: 'Par jeu', ja: 'ゲーム別' },
  by_level: {
    en: 'By level of the computer',
    fr: 'Par niveau de l’ordinateur',
    ja: 'コンピューターのレベル別',
  },
  by_opponent: { en: 'By opponent', fr: 'Par adversaire', ja: '対戦相手別' },
  level: { en: 'Level {level}', fr: 'Niveau {level}', ja: 'レベル {level}' },
  figures: {
    en: '{won} won, {drawn} drawn, {lost} lost',
    fr: '{won} {won:gagnée|gagnées}, {drawn} {drawn:match nul|matchs nuls}, {lost} {lost:perdue|perdues}',
    ja: '{won} 勝 {drawn} 分 {lost} 敗',
  },
  graph: {
    en: 'Wins minus losses over time: {now} now',
    fr: 'Victoires moins défaites dans le temps : {now} maintenant',
    ja: '勝ち越し数の推移: 現在 {now}',
  },
} satisfies Record<string, Phrase>;

export const ht = translator(strings);
