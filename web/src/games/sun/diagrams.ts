import type { Diagram } from '../../rules/types';
import { SEVEN_TURNS } from './lesson';

export const diagrams: readonly Diagram[] = [
  {
    rule: 'S5',
    from: SEVEN_TURNS,
    plays: ['g2=11,21'],
    says: {
      en: 'Stone 2 leaves its second storey and lies across 11 and 21: a gate.',
      fr: 'La pierre 2 quitte son étage et se pose en travers de 11 et 21 : une porte.',
      ja: '石2が2段目を離れ、石11と石21の上に渡されてゲートになります。',
    },
  },
  {
    rule: 'S13',
    from: 'b16@1800',
    plays: ['t-3300,0,0,130'],
    says: {
      en: 'A push to the side leads the ball past the stone, beside the centre and out on the other side.',
      fr: 'Un élan de côté fait passer la bille à côté de la pierre et du centre, puis ressortir en face.',
      ja: '横への勢いをつけると、太陽（鉄球）は石と中心の脇を通って反対側へ抜けます。',
    },
  },
  {
    rule: 'S16',
    from: 'b16@1800',
    plays: ['t-4300,0,0,0'],
    says: {
      en: 'The ball is let go straight through a stone: it falls and is taken.',
      fr: 'La bille est lâchée droit sur une pierre : elle tombe et est prise.',
      ja: '太陽（鉄球）をまっすぐ石へ放すと、石は倒れて引き取られます。',
    },
  },
];
