/** The key of this browser's player goes to another browser, or one comes from there. */

import { call } from '../net/api';
import type { NewPlayer, Transfer, TransferState } from '../protocol';
import { changeKey, knownKey } from '../state/player.svelte';
import { settings } from '../state/settings.svelte';

/** The key that was here before another one came. */
const BEFORE = 'sarsen.key.before';
const MINE = '/players/me/transfer';

export const transfers = {
  make: (key: string): Promise<Transfer> => call('POST', MINE, undefined, key),
  state: (key: string): Promise<TransferState> => call('GET', MINE, undefined, key),
  withdraw: (key: string): Promise<unknown> => call('DELETE', MINE, undefined, key),
  replaceKey: (key: string): Promise<NewPlayer> => call('POST', '/players/me/key', undefined, key),
  take: (code: string): Promise<NewPlayer> => call('POST', '/players/transfer', { code }),
};

/** Becomes the player of a link. The key that was here stays for the way back. */
export async function arrive(code: string): Promise<string> {
  const { key, player } = await transfers.take(code);
  const before = knownKey();
  if (before !== undefined && before !== key) localStorage.setItem(BEFORE, before);
  changeKey(key);
  settings.name = player.name;
  return player.name;
}

/** Gets a new key for this browser's player; the one before it is worth nothing any more. */
export async function replaceKey(): Promise<void> {
  const key = knownKey();
  if (key === undefined) return;
  changeKey((await transfers.replaceKey(key)).key);
}

/** Whether this browser has the key of an earlier player. */
export function hasBefore(): boolean {
  return localStorage.getItem(BEFORE) !== null;
}

/** Exchanges the key with the earlier one. */
export function goBack(): void {
  const before = localStorage.getItem(BEFORE);
  if (before === null) return;
  const present = knownKey();
  if (present === undefined) localStorage.removeItem(BEFORE);
  else localStorage.setItem(BEFORE, present);
  changeKey(before);
}

/** Minutes and seconds that are left. */
export function timeLeft(expires: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((expires - now) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
