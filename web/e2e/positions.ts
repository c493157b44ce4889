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

/** An island as wide as islands get, with stones still to be added. */
export const WIDE_ISLAND =
  '[Game "logan"]\n\ndeal=SR,PS|RS,RS,SP,PS,PR,PR,SR,PS|SR,PR,PS,RP,PR,RP,PS,SR +PR@0,1 +PR@1,1 +PR@2,0 +PR@2,1 +PS@3,0 +PS~@3,1 +PS@4,0 +PS@4,1 +RS@5,0 +RP@5,1 +RS@6,0 +RP@6,1 +SP@7,0 +SR@7,1\n';

/** A throw of the sticks that five pegs can use. */
export const MANY_PEGS =
  '[Game "holes"]\n\n*5 *2 1 *3 1 *4 3 *5 4 *1 7 *5 9 *3 10 *5 14 *5 13 *3 19 *1 18 *5 22 *3 19 *4 1 *2 22 *1 27 *1 1 *4 5 *5 24 *3 9 *2 2 *2 12 *1 1 *2 14 *4 4 *5 16 *5 10 *2 15 *4 1 *1 2 *4 21 *5 5 *3 3 *4 8 *1 20 *5 1 *3 17 *2 20 *3 1 *4 12 *3 6 *3 16 *5 21 *1\n';

export function middle(game: string): string {
  return `[Game "${game}"]\n\n${MIDDLE[game] ?? ''}\n`;
}
