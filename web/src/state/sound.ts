/** Sounds of stone, wood and light, synthesised: nothing is loaded. */

import { settings } from './settings.svelte';

let context: AudioContext | null = null;

/** A stroke: its pitch, noise, duration and start, in seconds. */
export interface Stroke {
  pitch: number;
  noise: number;
  tone: number;
  length: number;
  delay?: number;
}

/** Sounds shared by several games: stone or wood set down, and a line won. */
export const KNOCK: Stroke = { pitch: 190, noise: 0.5, tone: 0.5, length: 0.12 };
export const CHIME: Stroke = { pitch: 660, noise: 0, tone: 0.22, length: 0.7, delay: 0.1 };

/** The sounds of the table itself. */
export const REFUSED: readonly Stroke[] = [{ pitch: 130, noise: 0.1, tone: 0.35, length: 0.18 }];
export const ENDED: readonly Stroke[] = [
  { pitch: 392, noise: 0, tone: 0.25, length: 0.9 },
  { pitch: 494, noise: 0, tone: 0.22, length: 0.9, delay: 0.12 },
  { pitch: 587, noise: 0, tone: 0.22, length: 1.2, delay: 0.24 },
];

/** Plays a sound, unless sound is off. */
export function play(strokes: readonly Stroke[]): void {
  if (strokes.length === 0 || !settings.sound) return;
  // Browsers allow sound only after a first interaction; before it there is nothing to hear anyway.
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  for (const stroke of strokes) strike(context, stroke);
}

function strike(audio: AudioContext, stroke: Stroke): void {
  const start = audio.currentTime + (stroke.delay ?? 0);
  const end = start + stroke.length;
  if (stroke.tone > 0) {
    const tone = audio.createOscillator();
    tone.type = 'sine';
    tone.frequency.setValueAtTime(stroke.pitch, start);
    tone.frequency.exponentialRampToValueAtTime(stroke.pitch * 0.86, end);
    tone.connect(fade(audio, stroke.tone * 0.4, start, end));
    tone.start(start);
    tone.stop(end);
  }
  if (stroke.noise > 0) {
    const noise = audio.createBufferSource();
    noise.buffer = hiss(audio, stroke.length);
    const filter = audio.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.value = stroke.pitch * 5;
    noise.connect(filter).connect(fade(audio, stroke.noise * 0.5, start, end));
    noise.start(start);
  }
}

function fade(audio: AudioContext, volume: number, start: number, end: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.0008, end);
  gain.connect(audio.destination);
  return gain;
}

function hiss(audio: AudioContext, length: number): AudioBuffer {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let k = 0; k < samples.length; k += 1) samples[k] = Math.random() * 2 - 1;
  return buffer;
}
