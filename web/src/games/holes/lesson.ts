import type { Step } from '../../lessons/types';

export const lesson: readonly Step[] = [
  {
    actions: '*5 *2',
    task: {
      en: 'The lower throw begins. Your sticks show 2: move your jackal from hole 1.',
      fr: 'Le plus petit jet commence. Vos bâtonnets montrent 2 : avancez votre chacal du trou 1.',
      ja: '小さい目を出した側から始めます。賽棒の目は2。1番ホールのジャッカルを進めましょう。',
    },
    done: {
      en: 'Each turn is one throw, and one piece moves by exactly that number.',
      fr: 'Un tour, c’est un jet, et un pion avance d’exactement ce nombre.',
      ja: '手番ごとに賽棒を1回振り、駒1つをちょうどその数だけ進めます。',
    },
    names: ['1'],
    goal: { event: 'moved' },
  },
  {
    actions: '*5 *2 1 *3 1 *1 3 *2',
    task: {
      en: 'A line joins holes 6 and 20. Move your hound 2 holes from hole 4, and see where it goes.',
      fr: 'Une ligne relie les trous 6 et 20. Avancez votre chien de 2 depuis le trou 4, et voyez où il va.',
      ja: '6番と20番は線で結ばれています。4番の猟犬を2つ進めてみましょう。',
    },
    done: {
      en: 'Stopping on the end of a line carries a piece to its other end, forward or back.',
      fr: 'S’arrêter au bout d’une ligne porte le pion à l’autre bout, en avant ou en arrière.',
      ja: '線の端に止まると、前でも後ろでも反対の端へ運ばれます。',
    },
    names: ['4', '6', '20'],
    goal: { event: 'warped' },
  },
  {
    actions: '*5 *2 1 *3 1 *1 3 *2 4 *5 4 *2 20 *3 9 *3',
    task: {
      en: 'Stars mark the nefer holes 15 and 25. Stop exactly on one.',
      fr: 'Les étoiles marquent les trous Nefer 15 et 25. Arrêtez-vous exactement sur l’un d’eux.',
      ja: '星はネファーホール（15番と25番）です。ちょうど止まりましょう。',
    },
    done: {
      en: 'A new piece enters if the start hole is free, and you throw again.',
      fr: 'Un nouveau pion entre si le trou de départ est libre, et vous rejouez.',
      ja: 'スタートが空いていれば新しい駒が入り、もう一度振れます。',
    },
    names: ['15', '25'],
    goal: { event: 'hit_nefer' },
  },
  {
    actions: '*2 *2 *1 *3 1 *2 1 *4 2 *1 3 *3 20 *2 4 *3',
    task: {
      en: 'Passing a nefer hole also brings a piece, but no second throw. Pass hole 25.',
      fr: 'Dépasser un trou Nefer amène aussi un pion, mais pas de second jet. Dépassez le trou 25.',
      ja: 'ネファーホールを通り過ぎても駒が入りますが、もう一度は振れません。25番を越えましょう。',
    },
    done: {
      en: 'More pieces mean more choices for each throw.',
      fr: 'Plus de pions, c’est plus de choix à chaque jet.',
      ja: '駒が多いほど、振るたびの選択肢が増えます。',
    },
    names: ['25'],
    goal: { event: 'passed_nefer' },
  },
  {
    actions: '*2 *2 *1 *3 1 *2 1 *4 2 *1 3 *3 20 *2 4 *3 23 *3 20 *2 1 *3 23 *1 26 *1 26 *3',
    task: {
      en: 'Reach the goal with the exact throw: 3 holes from hole 27.',
      fr: 'Atteignez le but avec le jet exact : avancez de 3 depuis le trou 27.',
      ja: 'ちょうどの目でゴールへ。27番から3つです。',
    },
    done: {
      en: 'An arrival removes your opponent’s rearmost piece for good.',
      fr: 'Une arrivée enlève pour toujours le pion le plus en arrière de l’adversaire.',
      ja: '到着すると、相手の最後尾の駒が永久に取り除かれます。',
    },
    names: ['27'],
    goal: { event: 'arrived' },
  },
  {
    actions:
      '*2 *2 *1 *3 1 *2 1 *4 2 *1 3 *3 20 *2 4 *3 23 *3 20 *2 1 *3 23 *1 26 *1 26 *3 27 *3 27 *3 3 *1',
    task: {
      en: 'A throw of 1 can take your pieces from the goal back to your hand. Do it.',
      fr: 'Un jet de 1 peut ramener en main vos pions arrivés. Faites-le.',
      ja: '1が出たら、ゴールの駒を手元に戻せます。やってみましょう。',
    },
    done: {
      en: 'They can run again. Whoever loses all pieces has lost the game.',
      fr: 'Ils peuvent repartir. Qui perd tous ses pions a perdu.',
      ja: 'また走れます。すべての駒を失った側の負けです。',
    },
    goal: { event: 'recovered' },
  },
];
