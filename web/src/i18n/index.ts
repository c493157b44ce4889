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

/**
 * A noun with its article within a message, such as "the computer": it is capitalised where it begins a sentence, and
 * French contracts prepositions with its article. A person's name is a plain string, and stays as it is.
 */
export interface Noun {
  noun: string;
}

export type Values = Record<string, string | number | Noun>;

/** A place of a message, with a French preposition before it: `{name}`, or two forms by a count, `{count:stone|stones}`. */
const PLACE = /((?<![\p{L}\p{N}])(?:[Dd]e|[Àà]) )?\{(\w+)(?::([^|}]*)\|([^}]*))?\}/gu;

/** Fills a message's places. */
export function fill(lang: Lang, message: string, values: Values): string {
  const text = message.replace(
    PLACE,
    (
      place: string,
      before: string | undefined,
      name: string,
      one: string | undefined,
      many: string | undefined,
      at: number,
    ) => {
      const value = values[name];
      const preposition = before ?? '';
      if (value === undefined) return place;
      if (one !== undefined) return preposition + (isSingular(lang, value) ? one : (many ?? ''));
      if (typeof value === 'number') return preposition + decimal(value, 0, 3, lang);
      if (typeof value === 'string') return preceded(lang, preposition, value, false);
      const opens = preposition === '' && /(^|[.!?]\s*)$/.test(message.slice(0, at));
      return opens ? capital(value.noun) : preceded(lang, preposition, value.noun, true);
    },
  );
  return typeset(text, lang);
}

/** Whether a noun counted by this number is singular: 1 in English, and also 0 in French. */
function isSingular(lang: Lang, count: unknown): boolean {
  return new Intl.PluralRules(lang).select(Number(count)) === 'one';
}

/** A name after `de` or `à`: du joueur 1, d’Ada. */
function preceded(lang: Lang, preposition: string, name: string, noun: boolean): string {
  const word = preposition.trim();
  if (lang !== 'fr' || word === '') return preposition + name;
  if (noun && name.startsWith('le ')) {
    const contracted = { de: 'du ', De: 'Du ', à: 'au ', À: 'Au ' }[word];
    if (contracted) return contracted + name.slice(3);
  }
  const vowel = /^[aeiouyàâéèêëîïôû]/iu.test(name);
  if (!noun && vowel && /^de$/i.test(word)) return `${word.charAt(0)}’${name}`;
  return preposition + name;
}

/** Capitalises the first letter of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** French nouns before a number that must not stand alone on the next line. */
const NUMBERED = /(?<!\p{L})(niveau|joueur|partie|coup|étape|règle|problème|trou|pierre) (\d)/giu;
/** The hyphen of a French imperative or question: `faites-y`, `est-ce`. */
const INVERTED =
  /(?<=\p{L})-(?=(?:t-)?(?:y|en|l[ea]s?|lui|leur|moi|toi|nous|vous|ce|ils?|elles?|on)(?!\p{L}))/giu;

/**
 * A text as its language sets it: in French a space that does not break stands before `: ; ! ?` and within guillemets, so
 * that no line begins with a punctuation mark, before a unit, and before the number of a level or a player. A minus before a number is
 * a minus sign everywhere.
 */
export function typeset(text: string, lang: Lang = settings.lang): string {
  const signed = text.replace(/(?<![\p{L}\p{N}\p{P}])-(?=\d)|(?<=\d,)-(?=\d)/gu, '\u2212');
  if (lang !== 'fr') return signed;
  return signed
    .replace(/ ([;!?])/g, '\u202f$1')
    .replace(/ ([:»…])/g, '\u00a0$1')
    .replace(/« /g, '«\u00a0')
    .replace(/(\d) (?=(?:%|s|min|cm|mm|m)(?![\p{L}\p{N}]))/gu, '$1\u00a0')
    .replace(NUMBERED, '$1\u00a0$2')
    .replace(INVERTED, '\u2011');
}

/** A number as the reader's language writes it, with this many decimal places. */
export function decimal(
  value: number,
  least = 0,
  most = least,
  lang: Lang = settings.lang,
): string {
  return new Intl.NumberFormat(lang, {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
  }).format(value);
}

/** The reader's language as the browser wants it: a British reader's dates are not American. */
export function locale(
  lang: Lang = settings.lang,
  wanted: readonly string[] = typeof navigator === 'undefined' ? [] : (navigator.languages ?? []),
): string {
  return wanted.find((tag) => tag.toLowerCase().split('-')[0] === lang) ?? lang;
}

/** A date with its time of day. */
export function timeText(moment: number): string {
  const format = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' });
  return format.format(new Date(moment));
}

/** A share from 0 to 1 as the reader's language writes percentages. */
export function percentage(share: number): string {
  return new Intl.NumberFormat(settings.lang, { style: 'percent' }).format(share);
}

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

/** A sentence of the server. */
export function say(phrase: Phrase): string {
  return typeset(phrase[settings.lang]);
}

/** A noun that is counted, in the form for a count. */
export function counted(one: Phrase, many: Phrase, count: number): string {
  return say(isSingular(settings.lang, count) ? one : many);
}
