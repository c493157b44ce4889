/** The settings stored in this browser: language, theme, sound, speed, the last level. */

export const LANGS = ['en', 'fr', 'ja'] as const;
export type Lang = (typeof LANGS)[number];
export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
/** The speed of animations; `off` only shows the result. */
export const SPEEDS = ['slow', 'normal', 'fast', 'off'] as const;
export type Speed = (typeof SPEEDS)[number];

/** Durations relative to `normal`. */
const PACES: Record<Speed, number> = { slow: 1.8, normal: 1, fast: 0.45, off: 0 };

interface Stored {
  lang: Lang;
  theme: Theme;
  sound: boolean;
  speed: Speed;
  /** Whether an action without an alternative plays itself. */
  forced: boolean;
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
    level: 2,
    name: '',
  };
  let found: unknown;
  try {
    found = JSON.parse(text ?? 'null');
  } catch {
    return stored;
  }
  if (typeof found !== 'object' || found === null) return stored;
  const { lang, theme, sound, speed, forced, level, name } = found as Record<string, unknown>;
  return {
    lang: LANGS.find((known) => known === lang) ?? stored.lang,
    theme: THEMES.find((known) => known === theme) ?? stored.theme,
    sound: typeof sound === 'boolean' ? sound : stored.sound,
    speed: SPEEDS.find((known) => known === speed) ?? stored.speed,
    forced: typeof forced === 'boolean' ? forced : stored.forced,
    level: typeof level === 'number' ? level : stored.level,
    name: typeof name === 'string' ? name.slice(0, 40) : stored.name,
  };
}

class Settings {
  #stored = $state<Stored>(readStored(null, []));

  constructor() {
    if (typeof localStorage === 'undefined') return;
    this.#stored = readStored(localStorage.getItem(KEY), navigator.languages);
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

export const settings = new Settings();

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
