/** Notifications by the browser: wanted or not, allowed or not, and sent by the server where it can. */

import { call } from '../net/api';
import type { PushSubscription as Subscription } from '../protocol';
import { asPlayer, knownKey } from '../state/player.svelte';
import { settings } from '../state/settings.svelte';
import { offers } from './about.svelte';

/** Whether the owner of this browser wants to be told, and how. */
const WANTED = 'sarsen.notify';
const MINE = '/players/me/push';

export type Notes = 'off' | 'here' | 'pushed' | 'denied';

/** Whether this browser can show notifications at all. */
export function canNotify(): boolean {
  return 'Notification' in window && 'serviceWorker' in navigator;
}

/** Whether a page that is open is to show notifications itself: where the server sends them it must not. */
export function wantsNotes(): boolean {
  return notes.state === 'here';
}

class Notifications {
  state = $state<Notes>('off');

  constructor() {
    if (typeof localStorage === 'undefined' || !canNotify()) return;
    const wanted = localStorage.getItem(WANTED);
    if (wanted === null) return;
    if (Notification.permission !== 'granted') return;
    this.state = wanted === 'pushed' ? 'pushed' : 'here';
  }

  async turnOn(): Promise<void> {
    if ((await Notification.requestPermission()) !== 'granted') {
      this.state = 'denied';
      return;
    }
    this.#keep((await this.#subscribe()) ? 'pushed' : 'here');
  }

  async turnOff(): Promise<void> {
    this.state = 'off';
    localStorage.removeItem(WANTED);
    const subscription = await this.#present();
    if (!subscription) return;
    const key = knownKey();
    const { endpoint } = subscription;
    if (key !== undefined) await call('DELETE', MINE, { endpoint }, key).catch(() => undefined);
    await subscription.unsubscribe();
  }

  /** Tells the server again, so that it goes on: what a visit does not renew ends after sixty days. */
  async renew(): Promise<void> {
    if (this.state === 'off' || this.state === 'denied') return;
    this.#keep((await this.#subscribe()) ? 'pushed' : 'here');
  }

  #keep(state: 'here' | 'pushed'): void {
    this.state = state;
    localStorage.setItem(WANTED, state);
  }

  async #present(): Promise<PushSubscription | null> {
    try {
      const worker = await navigator.serviceWorker.ready;
      return await worker.pushManager.getSubscription();
    } catch {
      return null;
    }
  }

  /** Has the server send; whether it does. Without its key, or a push service, the open page shows them itself. */
  async #subscribe(): Promise<boolean> {
    await offers.load();
    if (offers.pushKey === null) return false;
    try {
      const worker = await navigator.serviceWorker.ready;
      const made = await worker.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: offers.pushKey,
      });
      const { endpoint, keys } = made.toJSON();
      const [p256dh, auth] = [keys?.['p256dh'], keys?.['auth']];
      if (endpoint === undefined || p256dh === undefined || auth === undefined) return false;
      const sent: Subscription = { endpoint, p256dh, auth, lang: settings.lang };
      await asPlayer((key) => call('PUT', MINE, sent, key));
      return true;
    } catch {
      return false;
    }
  }
}

export const notes = new Notifications();
