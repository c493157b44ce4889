import { KNOCK, type Stroke } from '../../state/sound';
import type { GameEvent } from './view';

const TURN: Stroke = { pitch: 380, noise: 0.4, tone: 0.2, length: 0.09, delay: 0.15 };

export const sounds: Partial<Record<GameEvent['event'], readonly Stroke[]>> = {
  added: [KNOCK],
  put: [KNOCK],
  lifted: [{ pitch: 320, noise: 0.3, tone: 0.1, length: 0.08 }],
  turned_over: [TURN],
  flipped: [TURN],
};
