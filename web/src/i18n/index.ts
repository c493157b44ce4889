/** All interface text in the owner's language. What the games themselves say comes from the server. */

import { settings, type Lang } from '../state/settings.svelte';
import { en } from './en';
import { fr } from './fr';
import { ja } from './ja';

export type Key = keyof typeof en;
export type Messages = Record<Key, string>;
export const messages: Record<Lang, Messages> = { en, fr, ja };

/** A sentence that the server sends in all languages. */
export interface Phrase {
  en: string;
  fr: string;
  ja: string;
}

/** Fills a message's `{places}`; where it has two forms, `one|many`, the count chooses. */
export function fill(lang: Lang, message: string, values: Record<string, string | number>): string {
  const forms = message.split('|');
  const count = typeof values['count'] === 'number' ? values['count'] : 2;
  const single = lang === 'fr' ? count < 2 : count === 1;
  const form = (forms.length > 1 && !single ? forms[1] : forms[0]) ?? message;
  return form.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** A message of the interface. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  return fill(settings.lang, messages[settings.lang][key], values);
}

/** A sentence of the server. */
export function say(phrase: Phrase): string {
  return phrase[settings.lang];
}
