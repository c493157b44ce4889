import type { Step } from './types';

export const sun: Step[] = [];
