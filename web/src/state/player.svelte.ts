/** The player at this browser. The key that proves it stays in the browser's storage. */

import { t } from '../i18n';
import { api, Refused } from '../net/api';
import { settings } from './settings.svelte';

const KEY = 'sarsen.key';
const LOST = 'sarsen.key.lost';

let making: Promise<string> | null = null;

/** Whether the server has stopped knowing the key of this browser, until its reader has read so. */
class LostKey {
  told = $state(typeof localStorage !== 'undefined' && localStorage.getItem(LOST) !== null);

  mark(): void {
    localStorage.setItem(LOST, '1');
    this.told = true;
  }

  dismiss(): void {
    localStorage.removeItem(LOST);
    this.told = false;
  }
}

export const lostKey = new LostKey();

/** The new name that is on its way to the server. */
let naming: Promise<unknown> = Promise.resolve();

/** The player's key, if there is one. */
export function knownKey(): string | undefined {
  return localStorage.getItem(KEY) ?? undefined;
}

/** The player's key; the first call creates the player. */
export function playerKey(): Promise<string> {
  const key = knownKey();
  if (key !== undefined) return Promise.resolve(key);
  making ??= make().finally(() => (making = null));
  return making;
}

async function make(): Promise<string> {
  const { key } = await api.newPlayer(settings.name.trim() || t('player.default'));
  localStorage.setItem(KEY, key);
  return key;
}

/**
 * Does something as this player, under the name that was chosen last; a key that the server does
 * not know is replaced once.
 */
export async function asPlayer<T>(work: (key: string) => Promise<T>): Promise<T> {
  await naming;
  const key = await playerKey();
  try {
    return await work(key);
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal.code !== 'unknown_player') throw error;
    localStorage.removeItem(KEY);
    lostKey.mark();
    return work(await playerKey());
  }
}

/** Makes this browser another player's, or nobody's. */
export function changeKey(key: string | undefined): void {
  lostKey.dismiss();
  if (key === undefined) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, key);
}

/** Changes the name shown to others. */
export async function rename(name: string): Promise<void> {
  settings.name = name;
  if (knownKey() === undefined || name.trim() === '') return;
  const renamed = asPlayer((key) => api.rename(key, name.trim()));
  // Who waits for the name goes on without it if it is refused.
  naming = renamed.catch(() => undefined);
  await renamed;
}
