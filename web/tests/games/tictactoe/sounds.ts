import { KNOCK, type Stroke } from '../../../src/state/sound';
import type { GameEvent } from './view';

export const sounds: Partial<Record<GameEvent['event'], readonly Stroke[]>> = { marked: [KNOCK] };
