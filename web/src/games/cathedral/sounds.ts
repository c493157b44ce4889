import { CHIME, KNOCK, type Stroke } from '../../state/sound';
import type { GameEvent } from './view';

export const sounds: Partial<Record<GameEvent['event'], readonly Stroke[]>> = {
  placed: [KNOCK],
  claimed: [CHIME],
  removed: [{ pitch: 140, noise: 0.6, tone: 0.4, length: 0.25 }],
};
