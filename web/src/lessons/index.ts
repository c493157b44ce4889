/** The lessons by game. */

import { cathedral } from './cathedral';
import { holes } from './holes';
import { logan } from './logan';
import { stonehenge } from './stonehenge';
import { sun } from './sun';
import type { Step } from './types';

export const lessons: Record<string, readonly Step[]> = {
  stonehenge,
  cathedral,
  logan,
  holes,
  sun,
};
