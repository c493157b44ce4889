import { KNOCK, type Stroke } from '../../state/sound';
import type { GameEvent } from './view';

export const sounds: Partial<Record<GameEvent['event'], readonly Stroke[]>> = {
  thrown: [
    { pitch: 900, noise: 0.5, tone: 0.15, length: 0.05 },
    { pitch: 760, noise: 0.5, tone: 0.15, length: 0.05, delay: 0.09 },
    { pitch: 980, noise: 0.4, tone: 0.15, length: 0.05, delay: 0.16 },
  ],
  moved: [KNOCK],
  warped: [{ pitch: 520, noise: 0, tone: 0.25, length: 0.4 }],
  removed_rearmost: [{ pitch: 140, noise: 0.6, tone: 0.4, length: 0.25 }],
};
