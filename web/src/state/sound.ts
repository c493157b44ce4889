/** Sounds of stone, wood and light, made on the spot: nothing is loaded. */

import { settings } from './settings.svelte';

let context: AudioContext | null = null;

/** A stroke on something: how it rings, how dull it is, how long it lasts. */
interface Stroke {
  pitch: number;
  noise: number;
  tone: number;
  length: number;
  delay?: number;
}

const KNOCK: Stroke = { pitch: 190, noise: 0.5, tone: 0.5, length: 0.12 };
const CHIME: Stroke = { pitch: 660, noise: 0, tone: 0.22, length: 0.7, delay: 0.1 };

/** Sounds by the names of events; an event without one is silent. */
const SOUNDS: Record<string, readonly Stroke[]> = {
  placed: [KNOCK],
  turned_up: [{ pitch: 420, noise: 0.35, tone: 0.1, length: 0.07 }],
  dominated: [CHIME],
  marked: [{ pitch: 92, noise: 0.35, tone: 0.7, length: 0.3, delay: 0.16 }],
  claimed: [CHIME],
  removed: [{ pitch: 140, noise: 0.6, tone: 0.4, length: 0.25 }],
  added: [KNOCK],
  moved: [KNOCK],
  put_down: [KNOCK],
  lifted: [{ pitch: 320, noise: 0.3, tone: 0.1, length: 0.08 }],
  flipped: [{ pitch: 380, noise: 0.4, tone: 0.2, length: 0.09, delay: 0.15 }],
  thrown: [
    { pitch: 900, noise: 0.5, tone: 0.15, length: 0.05 },
    { pitch: 760, noise: 0.5, tone: 0.15, length: 0.05, delay: 0.09 },
    { pitch: 980, noise: 0.4, tone: 0.15, length: 0.05, delay: 0.16 },
  ],
  warped: [{ pitch: 520, noise: 0, tone: 0.25, length: 0.4 }],
  built: [KNOCK],
  fell: [{ pitch: 240, noise: 0.7, tone: 0.3, length: 0.16 }],
  refused: [{ pitch: 130, noise: 0.1, tone: 0.35, length: 0.18 }],
  ended: [
    { pitch: 392, noise: 0, tone: 0.25, length: 0.9 },
    { pitch: 494, noise: 0, tone: 0.22, length: 0.9, delay: 0.12 },
    { pitch: 587, noise: 0, tone: 0.22, length: 1.2, delay: 0.24 },
  ],
};

/** Plays the sound of an event, unless the owner wants silence. */
export function sound(name: string): void {
  const strokes = SOUNDS[name];
  if (!strokes || !settings.sound) return;
  // Browsers allow sound only after a first touch; before it there is nothing to be heard anyway.
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
