import type { Step } from '../../lessons/types';

export const lesson: readonly Step[] = [
  {
    actions: '',
    task: {
      en: 'Light begins by placing the neutral People Piece. Turn it with the button (or R), and put it anywhere.',
      fr: 'Clair commence en posant la pièce neutre du Peuple. Tournez-la avec le bouton (ou R), et posez-la où vous voulez.',
      ja: 'ライトがまず中立のピープルピースを置きます。ボタン（またはR）で回し、好きな所に置いてください。',
    },
    done: {
      en: 'It belongs to nobody. Now Dark builds first.',
      fr: 'Elle n’est à personne. Maintenant Sombre bâtit le premier.',
      ja: '誰のものでもありません。次はダークが先に建てます。',
    },
    names: ['PP'],
    goal: { notation: /^PP/ },
  },
  {
    actions: 'PP0@d4',
    task: {
      en: 'Build your first monument. Large ones are easy to place now and hard to place later.',
      fr: 'Bâtissez votre premier monument. Les grands se posent facilement maintenant, difficilement plus tard.',
      ja: '最初のモニュメントを建てましょう。大きいものは今は置きやすく、後では置きにくくなります。',
    },
    done: {
      en: 'A first monument claims nothing yet; from the second on, walls count.',
      fr: 'Un premier monument ne prend encore rien ; dès le deuxième, les murs comptent.',
      ja: '最初のモニュメントでは領地になりません。2つ目から壁が効きます。',
    },
    goal: { notation: /^(?!PP)\w\w\d@/ },
  },
  {
    actions: 'PP1@c2 AB1@a7 ST0@g9 TA0@j9 MA2@f5',
    task: {
      en: 'You are Dark. Close off a corner with your monuments and the city wall: the ghost tints what you gain.',
      fr: 'Vous êtes Sombre. Fermez un coin avec vos monuments et l’enceinte : le fantôme teinte ce que vous gagnez.',
      ja: 'あなたはダークです。モニュメントと城壁で隅を囲いましょう。得られる場所に色が付きます。',
    },
    done: {
      en: 'The space is yours: your opponent may not build there any more.',
      fr: 'L’espace est à vous : l’adversaire ne peut plus y bâtir.',
      ja: 'その場所はあなたの領地です。相手はもう建てられません。',
    },
    goal: { event: 'claimed' },
  },
  {
    actions:
      'PP0@e2 IN0@c7 AC2@h6 BR1@a7 TO2@g5 MA0@c4 MA2@h2 IN0@i3 CA3@a3 TA0@c4 TA0@f8 TA0@d9 BR0@e1 ST0@b7 ST1@j8 ST0@b6 TA0@h8 AB0@a1 ST0@e9',
    task: {
      en: 'Wall in a single piece of your opponent’s: a red cross shows what will be removed. Try the castle at c2.',
      fr: 'Enfermez une seule pièce de l’adversaire : une croix rouge montre ce qui sera enlevé. Essayez le château en c2.',
      ja: '相手のモニュメントを1つだけ囲いましょう。取り除かれるものに赤い印が出ます。城をc2で試してください。',
    },
    done: {
      en: 'The lone piece goes back and its ground is yours. Two pieces inside would have been safe.',
      fr: 'La pièce isolée repart et son sol est à vous. À deux, elles auraient été à l’abri.',
      ja: '1つだけなら取り除かれ、土地はあなたのものです。2つ入っていれば安全でした。',
    },
    names: ['CA', 'c2'],
    goal: { event: 'removed' },
  },
  {
    actions: 'PP1@c2 AB1@a7 ST0@g9 TA0@j9 MA2@f5 AC1@c8 BR0@g4',
    task: {
      en: 'You hold a corner already. Do not hurry to fill it: build outside, where your opponent could still come.',
      fr: 'Vous tenez déjà un coin. Rien ne presse de le remplir : bâtissez dehors, là où l’adversaire peut venir.',
      ja: 'すでに隅を持っています。急いで埋める必要はありません。相手が来られる外側に建てましょう。',
    },
    done: {
      en: 'Right. Claimed space waits for you; open space does not.',
      fr: 'Bien. L’espace conquis vous attend ; l’espace libre, non.',
      ja: 'その通りです。領地は待ってくれますが、空き地は待ちません。',
    },
    goal: { event: 'placed' },
  },
  {
    actions:
      'PP0@d2 AC0@f8 CA3@g2 CA2@c7 MA1@i2 ST0@b1 ST0@h8 BR1@a8 BR0@d1 TA0@a3 IN3@a4 ST0@c5 ST1@i5 IN2@c2 TA0@b3 IN2@g5 TA0@e6 MA1@c8 IN3@e9 TA0@g7 SQ0@i9',
    task: {
      en: 'Nearly nothing fits any more. Place the square at a6 and end the game.',
      fr: 'Presque plus rien ne tient. Posez la place en a6 et finissez la partie.',
      ja: 'もうほとんど置けません。広場をa6に置いて終わらせましょう。',
    },
    done: {
      en: 'Neither side can build: count the squares left in the trays. Fewer wins.',
      fr: 'Personne ne peut plus bâtir : comptez les cases restantes. Le moins gagne.',
      ja: 'どちらも建てられません。残ったモニュメントのマス数を数え、少ない方の勝ちです。',
    },
    names: ['SQ', 'a6'],
    goal: { event: 'game_over' },
  },
];
