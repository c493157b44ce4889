/** The texts of the study in three languages. */

import { translator, type Phrase } from '../../i18n';

export const strings = {
  variation: { en: 'Variation', fr: 'Variante', ja: '変化' },
  start: { en: 'Start', fr: 'Début', ja: '開始局面' },
  undo: {
    en: 'Undo the last change',
    fr: 'Annuler la dernière modification',
    ja: '直前の変更を取り消す',
  },
  promote: {
    en: 'Make this the main line',
    fr: 'En faire la ligne principale',
    ja: 'この変化を本筋にする',
  },
  remove: {
    en: 'Remove from here on',
    fr: 'Supprimer à partir d’ici',
    ja: 'ここから先を削除',
  },
  marks: { en: 'Mark this action', fr: 'Annoter cette action', ja: 'この手に印をつける' },
  mark1: { en: 'Good', fr: 'Bon', ja: '好手' },
  mark2: { en: 'Mistake', fr: 'Erreur', ja: '疑問手' },
  mark3: { en: 'Very good', fr: 'Très bon', ja: '妙手' },
  mark4: { en: 'Blunder', fr: 'Gaffe', ja: '悪手' },
  mark5: { en: 'Interesting', fr: 'Intéressant', ja: '勝負手' },
  mark6: { en: 'Doubtful', fr: 'Douteux', ja: 'やや疑問の手' },
  comment: { en: 'Comment', fr: 'Commentaire', ja: 'コメント' },
  comment_on: {
    en: 'Comment on {action}',
    fr: 'Commentaire sur {action}',
    ja: '「{action}」へのコメント',
  },
  by: { en: '{name} · {action}', fr: '{name} · {action}', ja: '{name} · {action}' },
  judging: { en: 'Judged: {percent}', fr: 'Analysé : {percent}', ja: '解析済み: {percent}' },
  judge_line: {
    en: 'Judge this line',
    fr: 'Juger cette variante',
    ja: 'この変化を評価する',
  },
  resume: {
    en: 'Go on judging ({percent} done)',
    fr: 'Reprendre l’analyse (faite à {percent})',
    ja: '解析を続ける（{percent} 完了）',
  },
  mistakes: { en: 'Mistakes', fr: 'Erreurs', ja: '悪手一覧' },
  none: {
    en: 'No mistakes were found.',
    fr: 'Aucune erreur trouvée.',
    ja: '悪手は見つかりませんでした。',
  },
  cost: { en: 'cost {drop}', fr: 'a coûté {drop}', ja: '{drop} の損' },
  better: { en: 'Better: {action}', fr: 'Mieux : {action}', ja: '最善: {action}' },
  better_show: {
    en: 'Show {action} as a variation',
    fr: 'Montrer {action} en variante',
    ja: '「{action}」を変化として表示',
  },
  cost_proven: {
    en: 'cost {drop} (proven)',
    fr: 'a coûté {drop} (prouvé)',
    ja: '{drop} の損（証明済み）',
  },
  account: {
    en: 'What changed the winning chances of {name}',
    fr: 'Ce qui a changé les chances de gagner de {name}',
    ja: '{name} の勝率を変えたもの',
  },
  account_start: { en: 'At the start', fr: 'Au début', ja: '開始時' },
  account_luck: { en: 'Luck', fr: 'La chance', ja: '運' },
  account_decisions: {
    en: 'Decisions: {name}',
    fr: 'Décisions : {name}',
    ja: '判断: {name}',
  },
  account_rest: {
    en: 'What the computer saw only later',
    fr: 'Ce que l’ordinateur n’a vu qu’ensuite',
    ja: 'コンピューターが後から気づいた分',
  },
  account_end: { en: 'At the end', fr: 'À la fin', ja: '終了時' },
  account_more: {
    en: 'More than 100 % is possible: what is lost can be won back and lost again.',
    fr: 'Plus de 100 % est possible : ce qui est perdu peut être regagné, puis reperdu.',
    ja: '失った勝率を取り戻してまた失うことがあるため、合計は100%を超えることがあります。',
  },
  over: { en: 'The game is over here.', fr: 'La partie est finie ici.', ja: 'ここで終局です。' },
  save: { en: 'Save this study', fr: 'Enregistrer cette étude', ja: 'この検討を保存' },
  save_copy: {
    en: 'Save a copy of my own',
    fr: 'Enregistrer ma propre copie',
    ja: '自分用のコピーを保存',
  },
  saved: { en: 'Saved', fr: 'Enregistré', ja: '保存しました' },
  saving: { en: 'Saving …', fr: 'Enregistrement …', ja: '保存中…' },
  unsaved: {
    en: 'Not saved yet: it will be tried again.',
    fr: 'Pas encore enregistré : un nouvel essai va suivre.',
    ja: 'まだ保存できていません。自動的にもう一度試します。',
  },
  refused: { en: 'Not saved.', fr: 'Non enregistré.', ja: '保存できませんでした。' },
  stale: {
    en: 'This study was changed elsewhere. Reload it, or save a copy of your own.',
    fr: 'Cette étude a été modifiée ailleurs. Rechargez-la ou enregistrez votre propre copie.',
    ja: 'この検討は別の場所で変更されました。再読み込みするか、自分用のコピーを保存してください。',
  },
  reading: {
    en: 'You are reading a saved study. What you change stays on this page.',
    fr: 'Vous lisez une étude enregistrée. Vos modifications restent sur cette page.',
    ja: '保存された検討を閲覧しています。変更はこのページにだけ残ります。',
  },
  read_link: { en: 'Link for readers', fr: 'Lien de lecture', ja: '閲覧用リンク' },
  edit_link: {
    en: 'Link for editing (keep it to yourself)',
    fr: 'Lien de modification (à garder pour vous)',
    ja: '編集用リンク（他の人に教えないでください）',
  },
  forget: { en: 'Delete from the server', fr: 'Supprimer du serveur', ja: 'サーバーから削除' },
  forget_sure: {
    en: 'Delete this study from the server? Its links will stop working.',
    fr: 'Supprimer cette étude du serveur ? Ses liens ne fonctionneront plus.',
    ja: 'この検討をサーバーから削除しますか？リンクは使えなくなります。',
  },
  download: { en: 'Download the record', fr: 'Télécharger la partie', ja: '棋譜をダウンロード' },
  several: { en: 'Which game?', fr: 'Quelle partie ?', ja: 'どの対局を開きますか？' },
  mine: { en: 'Saved studies', fr: 'Études enregistrées', ja: '保存した検討' },
} satisfies Record<string, Phrase>;

export const st = translator(strings);
