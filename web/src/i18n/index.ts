/**
 * The texts of the interface in the reader's language. Each game keeps its own in its folder; names, options and
 * everything else that a game says of itself come from the server.
 */

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
export function fill(lang: Lang, message: string, values: Values): string {
  const forms = message.split('|');
  const count = typeof values['count'] === 'number' ? values['count'] : 2;
  const single = lang === 'fr' ? count < 2 : count === 1;
  const form = (forms.length > 1 && !single ? forms[1] : forms[0]) ?? message;
  const elided = lang === 'fr' ? elide(form, values) : form;
  return elided.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** French: `de {name}` becomes `d’{name}` before a vowel. */
function elide(message: string, values: Values): string {
  return message.replace(/\bde \{(\w+)\}/g, (all, name: string) =>
    /^[aeiouyàâéèêëîïôû]/i.test(String(values[name] ?? '')) ? `d’{${name}}` : all,
  );
}

export type Values = Record<string, string | number>;

/** A message of the interface. */
export function t(key: Key, values: Values = {}): string {
  return fill(settings.lang, messages[settings.lang][key], values);
}

/** The `t` of a game: it knows the game's own messages besides those of the interface. */
export function translator<Own extends string>(
  own: Record<Own, Phrase>,
): (key: Own | Key, values?: Values) => string {
  const known = new Map<string, Phrase>(Object.entries(own));
  return (key, values = {}) => {
    const phrase = known.get(key);
    return phrase ? fill(settings.lang, phrase[settings.lang], values) : t(key as Key, values);
  };
}

/** A message without places in all languages, for where the server's sentences go. */
export function inAll(key: Key): Phrase {
  return { en: messages.en[key], fr: messages.fr[key], ja: messages.ja[key] };
}

/** A sentence of the server; with a count, the form that fits it. */
export function say(phrase: Phrase, count?: number): string {
  const text = phrase[settings.lang];
  return count === undefined ? text : fill(settings.lang, text, { count });
}
