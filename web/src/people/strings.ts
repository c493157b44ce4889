/** What the parts of the page around the tables say: other devices, open tables, games by the day, phrases. */

import { translator } from '../i18n';

export const strings = {
  'device.title': {
    en: 'Me on another device',
    fr: 'Jouer sur un autre appareil',
    ja: '別の端末でも自分として遊ぶ',
  },
  'device.about': {
    en: 'There are no accounts here. You are recognised by a key that this browser keeps. A link or a QR code takes the key to another browser, where you find the same tables.',
    fr: 'Il n’y a pas de comptes ici. On vous reconnaît à une clé que garde ce navigateur. Un lien ou un code QR porte cette clé dans un autre navigateur : vous y retrouvez les mêmes tables.',
    ja: 'ここにはアカウントがありません。このブラウザーが持つ鍵があなたの目印です。リンクかQRコードで鍵を別のブラウザーに渡すと、そこでも同じ対局が見つかります。',
  },
  'device.make': {
    en: 'Show link and QR code',
    fr: 'Afficher le lien et le code QR',
    ja: 'リンクとQRコードを表示',
  },
  'device.scan': {
    en: 'Scan this with the other device, or open the link there. It works once. Show it to nobody else: whoever opens it can play as you.',
    fr: 'Scannez ceci avec l’autre appareil, ou ouvrez-y le lien. Il ne sert qu’une fois. Ne le montrez à personne : qui l’ouvre peut jouer à votre place.',
    ja: '別の端末で読み取るか、リンクを開いてください。使えるのは1回だけです。開いた人はあなたとして対局できるので、ほかの人には見せないでください。',
  },
  'device.left': {
    en: 'Works for another {time}.',
    fr: 'Valable encore {time}.',
    ja: '残り {time}',
  },
  'device.qr': {
    en: 'QR code of the link',
    fr: 'Code QR du lien',
    ja: 'リンクのQRコード',
  },
  'device.link': {
    en: 'Link for the other device',
    fr: 'Lien pour l’autre appareil',
    ja: '別の端末で開くリンク',
  },
  'device.expired': {
    en: 'The link has expired.',
    fr: 'Le lien a expiré.',
    ja: 'リンクの期限が切れました。',
  },
  'device.arrived': {
    en: 'The other device has your key now.',
    fr: 'L’autre appareil a maintenant votre clé.',
    ja: '別の端末に鍵が渡りました。',
  },
  'device.keep': {
    en: 'Stay on both devices',
    fr: 'Rester sur les deux appareils',
    ja: '両方の端末で使う',
  },
  'device.forget': {
    en: 'Forget me on this device',
    fr: 'M’oublier sur cet appareil',
    ja: 'この端末から鍵を消す',
  },
  'device.lost': {
    en: 'If you lose a device',
    fr: 'Si vous perdez un appareil',
    ja: '端末をなくしたとき',
  },
  'device.lost_only': {
    en: 'If your key was on that device only, it is gone. Nobody can give it back, not even whoever runs the server, because only a hash of it is kept there. You can still watch your games over their links, but no longer play in them. So put your key on a second device while you have the first.',
    fr: 'Si votre clé n’était que sur cet appareil, elle est perdue. Personne ne peut vous la rendre, pas même l’exploitant du serveur, qui n’en garde qu’une empreinte. Vous pouvez encore suivre vos parties par leurs liens, mais plus y jouer. Mettez donc votre clé sur un second appareil tant que vous avez le premier.',
    ja: '鍵がその端末にしかなかった場合、鍵は失われます。サーバーには鍵のハッシュしかないため、運営者でも元に戻せません。対局はリンクから観戦できますが、もう指し手は入力できません。手元にあるうちに、鍵を2台目の端末にも入れておいてください。',
  },
  'device.lost_other': {
    en: 'If somebody else may have the device, replace your key here. You keep your name, your games and your history. The old key is worth nothing any more, wherever it is, so your other devices need a new link too. Do it soon: whoever has the key could do the same.',
    fr: 'Si quelqu’un d’autre peut avoir l’appareil, remplacez votre clé ici. Vous gardez votre nom, vos parties et votre historique. L’ancienne clé ne vaut plus rien, où qu’elle soit : vos autres appareils auront donc aussi besoin d’un nouveau lien. N’attendez pas : celui qui a la clé pourrait en faire autant.',
    ja: '端末がほかの人の手に渡ったかもしれないときは、ここで鍵を取り替えてください。名前も対局も履歴もそのまま残ります。古い鍵はどこにあっても使えなくなるため、ほかの端末にも新しいリンクが必要です。鍵を持つ人は同じことができるので、早めに取り替えてください。',
  },
  'device.replace': {
    en: 'Replace my key',
    fr: 'Remplacer ma clé',
    ja: '鍵を取り替える',
  },
  'device.replaced': {
    en: 'Your key is new. Only this browser has it; make a link for each of your other devices.',
    fr: 'Votre clé est nouvelle. Seul ce navigateur l’a ; créez un lien pour chacun de vos autres appareils.',
    ja: '鍵が新しくなりました。今はこのブラウザーだけが持っています。ほかの端末には、それぞれリンクを作って渡してください。',
  },
  'device.void': {
    en: 'The server no longer knows the key of this browser: it was replaced on another device, or nothing was played with it for a long time. You play as a new player here. If another device of yours has your key, make a link there.',
    fr: 'Le serveur ne connaît plus la clé de ce navigateur : elle a été remplacée sur un autre appareil, ou rien n’a été joué avec elle depuis longtemps. Vous jouez ici sous une nouvelle identité. Si un autre de vos appareils a votre clé, créez-y un lien.',
    ja: 'このブラウザーの鍵はサーバーで無効になりました。別の端末で取り替えられたか、長い間使われなかったためです。ここでは新しいプレイヤーになっています。鍵を持つ別の端末があれば、そこでリンクを作ってください。',
  },
  'device.before': {
    en: 'Before that, this browser played as another player.',
    fr: 'Auparavant, ce navigateur jouait sous une autre identité.',
    ja: 'このブラウザーは以前、別のプレイヤーとして使われていました。',
  },
  'device.go_back': {
    en: 'Play as that player again',
    fr: 'Reprendre cette identité',
    ja: '以前のプレイヤーに戻る',
  },
  'arrive.title': {
    en: 'Play on this device too',
    fr: 'Jouer aussi sur cet appareil',
    ja: 'この端末でも遊ぶ',
  },
  'arrive.about': {
    en: 'This link brings a player from another device. Use it only if you made it yourself: afterwards this browser plays as that player.',
    fr: 'Ce lien transfère ici votre identité depuis un autre appareil. Ne l’utilisez que si vous l’avez créé vous-même : ensuite, ce navigateur jouera sous cette identité.',
    ja: 'このリンクは別の端末のプレイヤーを引き継ぎます。自分で作ったリンクだけを使ってください。このブラウザーは以後そのプレイヤーになります。',
  },
  'arrive.replaces': {
    en: 'So far this browser plays as {name}. It keeps that key, so that you can go back.',
    fr: 'Pour l’instant, ce navigateur joue sous le nom de {name}. Il garde cette clé pour que vous puissiez y revenir.',
    ja: 'このブラウザーは今のところ「{name}」として使われています。その鍵は残るので、あとで戻せます。',
  },
  'arrive.take': {
    en: 'Play as this player here',
    fr: 'Jouer ici sous cette identité',
    ja: 'この端末で引き継ぐ',
  },
  'arrive.done': {
    en: 'Welcome, {name}. Your tables are here now.',
    fr: 'Bienvenue, {name}. Vos tables sont maintenant ici.',
    ja: 'ようこそ、{name}さん。対局を引き継ぎました。',
  },
  'arrive.none': {
    en: 'The link is incomplete. Make a new one on the other device.',
    fr: 'Le lien est incomplet. Créez-en un nouveau sur l’autre appareil.',
    ja: 'リンクが不完全です。もとの端末で新しく作ってください。',
  },
  'open.title': { en: 'Open tables', fr: 'Tables ouvertes', ja: '参加者募集中の対局' },
  'open.none': {
    en: 'Nobody is waiting right now. Make a table under “Level and options”, and let anyone sit down.',
    fr: 'Personne n’attend pour le moment. Créez une table sous « Niveau et options » et laissez n’importe qui s’y asseoir.',
    ja: '今は誰も待っていません。「強さと設定」で対局を作り、誰でも参加できるようにしてみてください。',
  },
  'open.sit': { en: 'Sit down', fr: 'S’asseoir', ja: '参加する' },
  'open.sit_with': {
    en: 'Sit down: {game} with {names}',
    fr: 'S’asseoir : {game} avec {names}',
    ja: '{names}さんの{game}に参加する',
  },
  'open.choice': {
    en: 'Anyone may sit down: list this table on the home screen',
    fr: 'Ouverte à tous : afficher cette table sur l’écran d’accueil',
    ja: '誰でも参加できる対局としてホーム画面に載せる',
  },
  'open.listed': {
    en: 'Anyone may sit down: this table is listed on the home screen.',
    fr: 'Ouverte à tous : cette table est affichée sur l’écran d’accueil.',
    ja: 'この対局は誰でも参加できる対局としてホーム画面に載っています。',
  },
  'open.away': { en: 'away', fr: 'absent', ja: '未接続' },
  'open.variant': { en: 'with options', fr: 'avec options', ja: '設定変更あり' },
  'open.own': { en: 'Your table', fr: 'Votre table', ja: '自分の対局' },
  'clock.days': {
    en: '{count} {count:day|days} per move',
    fr: '{count} {count:jour|jours} par coup',
    ja: '1手{count}日',
  },
  'turns.title': { en: 'Your turn', fr: 'À vous de jouer', ja: 'あなたの番' },
  'turns.body': {
    en: 'Your turn against {names}',
    fr: 'À vous de jouer contre {names}',
    ja: 'あなたの番です。相手: {names}',
  },
  'turns.tell': {
    en: 'Notify me when it is my turn',
    fr: 'Me prévenir quand c’est mon tour',
    ja: '自分の番になったら通知する',
  },
  'turns.on': {
    en: 'This browser notifies you when it is your turn, also when the page is closed.',
    fr: 'Ce navigateur vous prévient quand c’est à vous de jouer, même si la page est fermée.',
    ja: '自分の番になると、ページを閉じていてもこのブラウザーが通知します。',
  },
  'turns.on_here': {
    en: 'This browser notifies you when it is your turn, as long as the page is open somewhere.',
    fr: 'Ce navigateur vous prévient quand c’est à vous de jouer, tant que la page est ouverte quelque part.',
    ja: 'ページがどこかで開いている間、自分の番になるとこのブラウザーが通知します。',
  },
  'turns.off': { en: 'No more notifications', fr: 'Ne plus me prévenir', ja: '通知をやめる' },
  'turns.denied': {
    en: 'This browser does not allow notifications from this page. You can change that in its settings.',
    fr: 'Ce navigateur n’autorise pas les notifications de cette page. Vous pouvez changer cela dans ses réglages.',
    ja: 'このブラウザーはこのページの通知を許可していません。ブラウザーの設定で変更できます。',
  },
  'speech.open': { en: 'Say something', fr: 'Dire quelque chose', ja: 'ひとこと言う' },
  'speech.title': {
    en: 'Phrases and reactions',
    fr: 'Phrases et réactions',
    ja: '定型文とリアクション',
  },
  'speech.mute': {
    en: 'Mute the others',
    fr: 'Masquer les messages des autres',
    ja: 'ほかの人の発言を表示しない',
  },
  'speech.says': { en: '{name}: {words}', fr: '{name} : {words}', ja: '{name}「{words}」' },
  'speech.hello': { en: 'Hello!', fr: 'Bonjour !', ja: 'こんにちは！' },
  'speech.good_luck': { en: 'Good luck!', fr: 'Bonne chance !', ja: 'よろしくお願いします' },
  'speech.well_played': { en: 'Well played!', fr: 'Bien joué !', ja: 'お見事！' },
  'speech.thanks': { en: 'Thank you!', fr: 'Merci !', ja: 'ありがとうございます' },
  'speech.sorry': { en: 'Sorry!', fr: 'Pardon !', ja: 'すみません' },
  'speech.one_moment': {
    en: 'One moment, please.',
    fr: 'Un instant, s’il vous plaît.',
    ja: '少々お待ちください',
  },
  'speech.another_game': {
    en: 'Another game?',
    fr: 'Encore une partie ?',
    ja: 'もう一局いかがですか',
  },
  'speech.goodbye': { en: 'Goodbye!', fr: 'Au revoir !', ja: 'さようなら' },
  'speech.smile': { en: 'smiles', fr: 'sourit', ja: 'にっこり' },
  'speech.surprise': { en: 'is surprised', fr: 'est surpris', ja: 'びっくり' },
  'speech.applause': { en: 'applauds', fr: 'applaudit', ja: '拍手' },
  'speech.thinking': { en: 'is thinking hard', fr: 'réfléchit bien', ja: 'うーん' },
} as const;

/** The `t` of these parts. */
export const p = translator(strings);
