import { CHIME, KNOCK, type Stroke } from '../../state/sound';
import type { GameEvent } from './view';

export const sounds: Partial<Record<GameEvent['event'], readonly Stroke[]>> = {
  placed: [KNOCK],
  turned_up: [{ pitch: 420, noise: 0.35, tone: 0.1, length: 0.07 }],
  dominated: [CHIME],
  marked: [{ pitch: 92, noise: 0.35, tone: 0.7, length: 0.3, delay: 0.16 }],
};
