import type { Diagram } from '../../rules/types';

const LONE_PIECE =
  'PP0@e2 IN0@c7 AC2@h6 BR1@a7 TO2@g5 MA0@c4 MA2@h2 IN0@i3 CA3@a3 TA0@c4 TA0@f8 TA0@d9 BR0@e1 ST0@b7 ST1@j8 ST0@b6 TA0@h8 AB0@a1 ST0@e9';

export const diagrams: readonly Diagram[] = [
  {
    rule: 'C7',
    from: 'PP1@c2 AB1@a7 ST0@g9 TA0@j9 MA2@f5',
    plays: ['AC1@c8'],
    says: {
      en: 'The academy closes the corner between the abbey and the city wall. The space inside is claimed.',
      fr: 'L’académie ferme le coin entre l’abbaye et le rempart. L’espace intérieur est conquis.',
      ja: '学院が修道院と城壁の間の隅を閉じ、内側が領地になります。',
    },
  },
  {
    rule: 'C8',
    from: LONE_PIECE,
    plays: ['CA2@c2'],
    says: {
      en: 'The castle walls in a single foreign piece: it is lifted out, and its ground is claimed.',
      fr: 'Le château enferme une seule pièce étrangère : elle est retirée et son terrain conquis.',
      ja: '城が相手の駒を一つだけ囲いました。駒は取り除かれ、そこは領地になります。',
    },
  },
];
