import type { Step } from '../../lessons/types';

export const lesson: readonly Step[] = [
  {
    actions: '',
    task: {
      en: 'You play blue. Choose a druid from your hand and place it on any crossing.',
      fr: 'Vous jouez les bleus. Choisissez un druide de votre main et posez-le sur une intersection.',
      ja: 'あなたは青です。手元のドルイドを選び、好きな交点に置いてください。',
    },
    done: {
      en: 'It stays there to the end. Every crossing lies on three lines.',
      fr: 'Il y reste jusqu’à la fin. Chaque intersection appartient à trois lignes.',
      ja: '最後までそこに残ります。どの交点も3本のラインに属します。',
    },
    names: ['hand'],
    goal: { notation: /^[A-R]\d$/ },
  },
  {
    actions: 'R1 A3',
    task: {
      en: 'The top line, r1, has only A and B. Your opponent has 3 on A. Fill B with more than 3.',
      fr: 'La ligne du haut, r1, n’a que A et B. L’adversaire a 3 en A. Mettez plus de 3 en B.',
      ja: '一番上のラインr1はAとBだけです。相手はAに3を置きました。Bに3より大きい数を置いてください。',
    },
    done: {
      en: 'The line is full and your sum is higher: it is yours, and a megalith rises.',
      fr: 'La ligne est pleine et votre somme est plus forte : elle est à vous, un mégalithe se dresse.',
      ja: 'ラインが埋まり、合計はあなたが上です。ラインはあなたのもので、メガリスが立ちます。',
    },
    names: ['A', 'B'],
    goal: { notation: /^B[456]$/ },
  },
  {
    actions: 'R1 A3',
    task: {
      en: 'Same line again, but now fill B with exactly 3 and watch.',
      fr: 'La même ligne, mais mettez cette fois exactement 3 en B et regardez.',
      ja: '同じラインで、今度はBにちょうど3を置いてみましょう。',
    },
    done: {
      en: 'Equal sums lose for whoever placed last. Your opponent took the line.',
      fr: 'À égalité, le dernier à poser perd. L’adversaire a pris la ligne.',
      ja: '同点なら最後に置いた側の負けです。相手がラインを取りました。',
    },
    names: ['A', 'B'],
    goal: { notation: /^B3$/ },
  },
  {
    actions: '',
    task: {
      en: 'A line can be won before it is full. Place your 6 on a line of two: A–B, J–O or N–R.',
      fr: 'Une ligne peut être gagnée avant d’être pleine. Posez votre 6 sur une ligne de deux : A–B, J–O ou N–R.',
      ja: '埋まる前に決まることもあります。交点が2つのライン（A–B、J–O、N–R）に6を置いてください。',
    },
    done: {
      en: 'Your opponent can only draw level there, and would then have placed last. The line is yours at once.',
      fr: 'L’adversaire peut au mieux égaliser, et il aurait posé le dernier. La ligne est déjà à vous.',
      ja: '相手は同点にしかできず、その場合は最後に置いたことになります。すぐにあなたのラインです。',
    },
    names: ['A', 'B', 'J', 'O', 'N', 'R'],
    goal: { event: 'dominated' },
  },
  {
    actions: 'R1 A3',
    task: {
      en: 'Strong druids are few. Take the top line with the smallest druid that suffices.',
      fr: 'Les druides forts sont rares. Prenez la ligne du haut avec le plus petit qui suffise.',
      ja: '強いドルイドは少数です。足りる中で一番小さいもので上のラインを取りましょう。',
    },
    done: {
      en: 'A 4 was enough. The 5 and the 6 are saved for longer lines.',
      fr: 'Un 4 suffisait. Le 5 et le 6 serviront aux lignes plus longues.',
      ja: '4で十分でした。5と6は長いラインのために取っておけます。',
    },
    names: ['A', 'B'],
    goal: { notation: /^B4$/ },
  },
  {
    actions: 'O4 M5 B5 N1 D3 J4 R6 H6 A3 E1 Q1 G2',
    task: {
      en: 'One megalith is left. Place a druid on C, see which line you win, and the game is yours.',
      fr: 'Il reste un mégalithe. Posez un druide en C, voyez quelle ligne vous gagnez : la partie est à vous.',
      ja: '残りのメガリスはあと1つ。ドルイドをCに置き、取れるラインを確かめて勝ちましょう。',
    },
    done: {
      en: 'Eight megaliths stand: you are the Master Druid.',
      fr: 'Huit mégalithes sont dressés : vous êtes Maître Druide.',
      ja: '8つのメガリスが立ちました。あなたがマスタードルイドです。',
    },
    names: ['C'],
    goal: { event: 'won' },
  },
];
