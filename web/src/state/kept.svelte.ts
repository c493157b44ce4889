/** A study that is kept on the server: under a link that everybody may read, with a key that lets one change it. */

import { api, Refused } from '../net/api';
import type { Phrase } from '../protocol';

/** A study of this browser's: its key lets one change it. */
export interface OwnStudy {
  id: string;
  key: string;
  game: string;
  changed: number;
}

const STORED = 'sarsen.studies';
/** The most studies that are remembered; the oldest are forgotten here, not on the server. */
const MOST = 100;
/** How long to wait after a change for the next one before saving, in milliseconds. */
const PAUSE = 900;
/** The time before saving is tried again after a failure, in milliseconds. */
const AGAIN = 5_000;

export function ownStudies(): OwnStudy[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return Array.isArray(found) ? found.filter(isOwn) : [];
  } catch {
    return [];
  }
}

function isOwn(value: unknown): value is OwnStudy {
  const { id, key, game, changed } = (value ?? {}) as Partial<OwnStudy>;
  const texts = [id, key, game].every((text) => typeof text === 'string');
  return texts && typeof changed === 'number';
}

function remember(study: OwnStudy): void {
  const others = ownStudies().filter(({ id }) => id !== study.id);
  localStorage.setItem(STORED, JSON.stringify([study, ...others].slice(0, MOST)));
}

function forget(id: string): void {
  localStorage.setItem(STORED, JSON.stringify(ownStudies().filter((own) => own.id !== id)));
}

type Keeping = 'no' | 'saving' | 'saved' | 'failed' | 'refused' | 'stale';

export class KeptStudy {
  id = $state<string | null>(null);
  /** What lets one change it; nothing for a reader. */
  key = $state<string | null>(null);
  keeping = $state<Keeping>('no');
  /** Why the server does not take it. */
  refusal = $state.raw<Phrase | null>(null);
  #revision = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #latest: { record: string; game: string } | null = null;

  /** Reads a study; a key of the address or of this browser's makes it one's own. */
  async open(id: string, key: string | null): Promise<string> {
    const known = key ?? ownStudies().find((own) => own.id === id)?.key ?? null;
    const found = await api.savedStudy(id, known ?? undefined);
    this.id = id;
    this.key = found.editable ? known : null;
    this.#revision = found.revision;
    this.keeping = found.editable ? 'saved' : 'no';
    const game = /^\[Game "([^"]*)"\]/m.exec(found.record)?.[1] ?? '';
    if (this.key !== null) remember({ id, key: this.key, game, changed: found.changed });
    return found.record;
  }

  /** Keeps a study for the first time, or a copy of one that is somebody else's. */
  async create(record: string, game: string): Promise<void> {
    clearTimeout(this.#timer);
    this.keeping = 'saving';
    try {
      const made = await api.saveStudy(record);
      this.id = made.study;
      this.key = made.key ?? null;
      this.#revision = made.revision;
      this.keeping = 'saved';
      if (this.key) remember({ id: made.study, key: this.key, game, changed: Date.now() });
    } catch (error) {
      this.keeping = 'failed';
      throw error;
    }
  }

  /** Keeps a change a moment later: several at once are one. */
  changed(record: string, game: string): void {
    if (this.id === null || this.key === null || this.keeping === 'stale') return;
    this.#latest = { record, game };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(), PAUSE);
  }

  async #save(): Promise<void> {
    const [id, key, latest] = [this.id, this.key, this.#latest];
    if (id === null || key === null || latest === null) return;
    // A save under way is followed by another, with what changed meanwhile.
    if (this.keeping === 'saving') {
      this.#timer = setTimeout(() => void this.#save(), PAUSE);
      return;
    }
    this.#latest = null;
    this.keeping = 'saving';
    try {
      const saved = await api.updateStudy(id, key, latest.record, this.#revision);
      this.#revision = saved.revision;
      this.keeping = 'saved';
      remember({ id, key, game: latest.game, changed: Date.now() });
    } catch (error) {
      const refusal = error instanceof Refused ? error.refusal : null;
      if (refusal?.code === 'stale') this.keeping = 'stale';
      else if (refusal !== null && refusal.code !== 'too_fast') {
        // Only another change can mend it.
        this.keeping = 'refused';
        this.refusal = refusal.says;
      } else {
        this.keeping = 'failed';
        this.#latest ??= latest;
        this.#timer = setTimeout(() => void this.#save(), AGAIN);
      }
    }
  }

  /** Removes it from the server. What is on the page stays there. */
  async remove(): Promise<void> {
    if (this.id === null || this.key === null) return;
    await api.removeStudy(this.id, this.key);
    forget(this.id);
    this.id = null;
    this.key = null;
    this.keeping = 'no';
  }

  /** Saves at once what waits: nobody may come back to this page. */
  close(): void {
    clearTimeout(this.#timer);
    if (this.#latest !== null) void this.#save();
  }
}
