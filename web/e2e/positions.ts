/** Positions in the middle of each game, as records: for pictures, and for checks that need something on the board. */

import { SEVEN_TURNS } from '../src/lessons/sun';

const MIDDLE: Record<string, string> = {
  stonehenge: 'B3 N2 R3 I3 P2 A4 M6 E3 C2 D1',
  cathedral:
    'PP0@b3 AC3@d6 TO2@f8 CA3@i5 SQ0@i8 TO0@a1 AC3@c8 IF0@h2 AB0@a6 MA0@d1 CA3@g2 AB1@d3 MA0@f5',
  logan:
    'deal=SR,PS|RS,RS,SP,PS,PR,PR,SR,PS|SR,PR,PS,RP,PR,RP,PS,SR +SP~@1,-1 +PS@2,-1 +PS@2,0 +SR~@3,-1 +SR~@2,-2 +RP~@0,-1',
  holes:
    '*2 *2 *1 *3 1 *2 1 *4 2 *1 3 *3 20 *2 4 *3 23 *3 20 *2 1 *3 23 *1 26 *1 26 *3 27 *3 27 *3 3 *1',
  sun: SEVEN_TURNS,
};

export function middle(game: string): string {
  return `[Game "${game}"]\n\n${MIDDLE[game] ?? ''}\n`;
}
