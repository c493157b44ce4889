/** The settings stored in this browser: language, theme, sound, speed, the last level. */

import { parseObject } from '../net/json';

export const LANGS = ['en', 'fr', 'ja'] as const;
export type Lang = (typeof LANGS)[number];
export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
/** The speed of animations; `off` only shows the result. */
export const SPEEDS = ['slow', 'normal', 'fast', 'off'] as const;
export type Speed = (typeof SPEEDS)[number];

/** Contrast of text, edges and boards. */
export const CONTRASTS = ['normal', 'high'] as const;
export type Contrast = (typeof CONTRASTS)[number];
/** Boards with textures, or without. */
export const LOOKS = ['natural', 'plain'] as const;
export type LookOfBoards = (typeof LOOKS)[number];

/** Durations relative to `normal`. */
const PACES: Record<Speed, number> = { slow: 1.8, normal: 1, fast: 0.45, off: 0 };

interface Stored {
  lang: Lang;
  theme: Theme;
  sound: boolean;
  speed: Speed;
  /** Whether an action without an alternative plays itself. */
  forced: boolean;
  /** Whether boards show the names of their places. */
  coordinates: boolean;
  contrast: Contrast;
  look: LookOfBoards;
  /** Whether the next action can be chosen while the others think. */
  premoves: boolean;
  level: number;
  name: string;
}

const KEY = 'sarsen.settings';

/** The first of the browser's languages that is available. */
export function preferredLang(languages: readonly string[]): Lang {
  for (const tag of languages) {
    const code = tag.slice(0, 2).toLowerCase();
    const found = LANGS.find((lang) => lang === code);
    if (found) return found;
  }
  return 'en';
}

/** Reads the stored settings as far as they are valid; the rest has its default. */
export function readStored(text: string | null, languages: readonly string[]): Stored {
  const stored: Stored = {
    lang: preferredLang(languages),
    theme: 'auto',
    sound: true,
    speed: 'normal',
    forced: true,
    coordinates: true,
    contrast: 'normal',
    look: 'natural',
    premoves: true,
    level: 2,
    name: '',
  };
  const found = parseObject(text);
  if (found === null) return stored;
  const { lang, theme, speed, contrast, look, level, name, ...rest } = found;
  const choice = (key: 'sound' | 'forced' | 'coordinates' | 'premoves'): boolean => {
    const value = rest[key];
    return typeof value === 'boolean' ? value : stored[key];
  };
  return {
    lang: LANGS.find((known) => known === lang) ?? stored.lang,
    theme: THEMES.find((known) => known === theme) ?? stored.theme,
    sound: choice('sound'),
    speed: SPEEDS.find((known) => known === speed) ?? stored.speed,
    forced: choice('forced'),
    coordinates: choice('coordinates'),
    contrast: CONTRASTS.find((known) => known === contrast) ?? stored.contrast,
    look: LOOKS.find((known) => known === look) ?? stored.look,
    premoves: choice('premoves'),
    level: typeof level === 'number' ? level : stored.level,
    name: typeof name === 'string' ? name.slice(0, 40) : stored.name,
  };
}

class Settings {
  #stored = $state<Stored>(readStored(null, []));

  constructor() {
    if (typeof window === 'undefined') return;
    this.#stored = readStored(kept(), navigator.languages);
    // A change in another tab applies to this tab too.
    window.addEventListener('storage', (event) => {
      if (event.key === KEY) this.#stored = readStored(event.newValue, navigator.languages);
    });
  }

  get lang(): Lang {
    return this.#stored.lang;
  }
  set lang(lang: Lang) {
    this.#change({ lang });
  }
  get theme(): Theme {
    return this.#stored.theme;
  }
  set theme(theme: Theme) {
    this.#change({ theme });
  }
  get sound(): boolean {
    return this.#stored.sound;
  }
  set sound(sound: boolean) {
    this.#change({ sound });
  }
  get speed(): Speed {
    return this.#stored.speed;
  }
  set speed(speed: Speed) {
    this.#change({ speed });
  }
  get forced(): boolean {
    return this.#stored.forced;
  }
  set forced(forced: boolean) {
    this.#change({ forced });
  }
  get coordinates(): boolean {
    return this.#stored.coordinates;
  }
  set coordinates(coordinates: boolean) {
    this.#change({ coordinates });
  }
  get contrast(): Contrast {
    return this.#stored.contrast;
  }
  set contrast(contrast: Contrast) {
    this.#change({ contrast });
  }
  get look(): LookOfBoards {
    return this.#stored.look;
  }
  set look(look: LookOfBoards) {
    this.#change({ look });
  }
  get premoves(): boolean {
    return this.#stored.premoves;
  }
  set premoves(premoves: boolean) {
    this.#change({ premoves });
  }
  get level(): number {
    return this.#stored.level;
  }
  set level(level: number) {
    this.#change({ level });
  }
  get name(): string {
    return this.#stored.name;
  }
  set name(name: string) {
    this.#change({ name: name.slice(0, 40) });
  }

  #change(part: Partial<Stored>): void {
    this.#stored = { ...this.#stored, ...part };
    localStorage.setItem(KEY, JSON.stringify(this.#stored));
  }
}

/** The stored settings; none where the browser denies storage, as in a frame of another site. */
function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const settings = new Settings();

/** Sets the language and the attributes that the style sheets depend on. */
export function applyLook(root: HTMLElement): void {
  const { theme, speed, coordinates, contrast, look, lang } = settings;
  root.lang = lang;
  if (theme === 'auto') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  root.dataset['speed'] = speed;
  root.dataset['coordinates'] = coordinates ? 'on' : 'off';
  root.dataset['contrast'] = contrast;
  root.dataset['look'] = look;
}

/**
 * Whether animations are off: by the setting here, or because the system asks for reduced motion.
 */
export function calmMotion(): boolean {
  return settings.speed === 'off' || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** A duration of this many milliseconds at normal speed; 0 if animations are off. */
export function paced(millis: number): number {
  return calmMotion() ? 0 : millis * PACES[settings.speed];
}
