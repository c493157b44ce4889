import { KNOCK, type Stroke } from '../../state/sound';
import type { GameEvent } from './view';

export const sounds: Partial<Record<GameEvent['event'], readonly Stroke[]>> = {
  stood: [KNOCK],
  stood_on: [KNOCK],
  gate_made: [KNOCK],
  taken: [{ pitch: 240, noise: 0.7, tone: 0.3, length: 0.16 }],
};
