/**
 * Positions in the middle of each game, as records: for pictures, and for tests that need something
 * on the board. Except in the sun and 58 Holes, seat 1 is to act with several choices, so that a
 * test depends neither on the computer's reply nor on chance.
 */

import { SEVEN_TURNS } from '../src/games/sun/lesson';

const MIDDLE: Record<string, string> = {
  stonehenge: 'B3 N2 R3 I3 P2 A4 M6 E3 C2 D1',
  cathedral: 'PP0@b3 AC3@d6 TO2@f8 CA3@i5 SQ0@i8 TO0@a1 AC3@c8 IF0@h2 AB0@a6 MA0@d1 CA3@g2 AB1@d3',
  logan:
    'deal=SR,PS|RS,RS,SP,PS,PR,PR,SR,PS|SR,PR,PS,RP,PR,RP,PS,SR +SP~@1,-1 +PS@2,-1 +PS@2,0 +SR~@3,-1 +SR~@2,-2 +RP~@0,-1',
  holes:
    '*2 *2 *1 *3 1 *2 1 *4 2 *1 3 *3 20 *2 4 *3 23 *3 20 *2 1 *3 23 *1 26 *1 26 *3 27 *3 27 *3 3 *1',
  sun: SEVEN_TURNS,
};

/** An island as wide as possible, with stones still to be added. */
export const WIDE_ISLAND =
  '[Game "logan"]\n\ndeal=SR,PS|RS,RS,SP,PS,PR,PR,SR,PS|SR,PR,PS,RP,PR,RP,PS,SR +PR@0,1 +PR@1,1 +PR@2,0 +PR@2,1 +PS@3,0 +PS~@3,1 +PS@4,0 +PS@4,1 +RS@5,0 +RP@5,1 +RS@6,0 +RP@6,1 +SP@7,0 +SR@7,1\n';

/** 58 Holes with a throw of seat 1 that two pieces can use. */
export const OWN_THROW =
  '[Game "holes"]\n\n*2 *2 *1 *3 1 *2 1 *4 2 *1 3 *3 20 *2 4 *3 23 *3 20 *2 1 *3 23 *1 26 *1 26 *3\n';

/** A throw of the sticks that five pegs can use. */
export const MANY_PEGS =
  '[Game "holes"]\n\n*5 *2 1 *3 1 *4 3 *5 4 *1 7 *5 9 *3 10 *5 14 *5 13 *3 19 *1 18 *5 22 *3 19 *4 1 *2 22 *1 27 *1 1 *4 5 *5 24 *3 9 *2 2 *2 12 *1 1 *2 14 *4 4 *5 16 *5 10 *2 15 *4 1 *1 2 *4 21 *5 5 *3 3 *4 8 *1 20 *5 1 *3 17 *2 20 *3 1 *4 12 *3 6 *3 16 *5 21 *1\n';

export function middle(game: string): string {
  return `[Game "${game}"]\n\n${MIDDLE[game] ?? ''}\n`;
}

/**
 * Whole games without their last action, that action, and the reason and the deciding figure on the
 * end card.
 */
export const ALMOST_OVER: Record<string, [string, string, string, string]> = {
  stonehenge: [
    'A6 M1 P5 O5 J4 C3 E1 K6 I2 B1 L2 F3 H1 N2 D3 Q2',
    'G3',
    'all 8 megaliths',
    'megaliths placed',
  ],
  cathedral: [
    'PP0@d2 AC0@f8 CA3@g2 CA2@c7 MA1@i2 ST0@b1 ST0@h8 BR1@a8 BR0@d1 TA0@a3 IN3@a4 ST0@c5 ST1@i5 IN2@c2 TA0@b3 IN2@g5 TA0@e6 MA1@c8 IN3@e9 TA0@g7 SQ0@i9',
    'SQ0@a6',
    'No more monuments can be placed',
    'squares left',
  ],
  logan: [
    'deal=PS,RP|SP,RP,RP,PS,SR,SP,SR,SR|RP,RS,PS,RS,RP,PS,SR,RP +RP~@1,-1 +PS~@0,-1 +SP@0,1 +PS@1,1 +SR~@2,0 +SR@-1,0 +RP@-1,-1 +RP@0,-2 +SR~@2,-1 +RS@2,-2',
    '+SR~@2,1',
    'in a row',
    'winning row',
  ],
  holes: [
    '*2 *3 1 *3 1 *2 3 *1 4 *1 5 *2 5 *2 20 *1 7 *3 22 *2 1 *2 10 *2 3 *2 12 *4 25 *3 14 *2 5 *2 17 *2 7 *3 19 *3 9 *3 1 *2 12 *2 22 *2 14 *5 24 *2 1 *1 4 *3 3 *1 5 *1 16 *3 20 *2 20 *3 23 *2 17 *1 1 *2 22 *1 26 *2 19 *1 29 *1 24 *2 1 *2 27 *1 25 *1 29 *2 26 *2 2 *2 pass *3 4 *2 pass *1 7 *2 pass *3 1 *3 pass *2 4 *1 29 *3 20 *2 1 *3 23 *2 28 *2 26 *1 recover *2 28 *4 1 *1 recover *3 5 *4 1 *1 10 *3 5 *4 11 *1 15 *2 10 *1 16 *5 12 *2 1 *5 1 *1 17 *1 20 *3 3 *1 17 *2 20 *2 21 *1 18 *5 23 *1 19 *5 1 *2 6 *3 20 *3 10 *2 28 *3 22 *3 25 *1 23 *1 28 *2 24 *2 pass *3 18 *1 29 *1 26 *2 pass *3',
    '27',
    'last piece|stranded',
    'pieces left',
  ],
};

/** A short game of the sun before its last throw. */
export const LAST_THROW =
  '[Game "sun"]\n[Option.stones "12"]\n\nb2@648 t3961,1400,0,0 ~0,0,0,0 =dca56295c8be2ee5 b12@2432 t2985,1712,0,0 ~0,0,0,0 =af6af73fc5f1d255 b8@2727 m@112 t2337,2730,0,0 ~0,0,0,0 =bd2391e19eca663b b11@1401 m@2123 t-1849,-2727,0,0 ~0,0,0,0 =5cb149508b161e73 b7@2927 m@363 t3754,-827,0,0 ~0,0,0,0 =e71465929cf33f58 b4@1623 m@1747 t-3579,-1207,0,0 ~0,0,0,0 =8f826bab73edd41b b5@1197 m@493 t-3833,-83,0,0 ~0,0,0,0 =911296e0c09931ae b9@328/650 m@3051 t3648,2223,0,0 ~0,0,0,0 =c8e71a61bfedc2c8 b3@3263 m@1070 t3482,892,0,0 ~0,0,0,0 =dba2d78f54c8df75 b6@2391 m@1881 t-3305,-107,0,0 ~0,0,0,0 =06125d69b44bdc98 b10@1054 m@977 t3273,1271,0,0 ~0,0,0,0 =d338ef34e407ad52 b1@442 m@79\n';
