/** What somebody said, with who it was. */

import type { Speech } from '../protocol';
import { settings } from '../state/settings.svelte';
import { isReaction } from './speech.svelte';
import { p } from './strings';

export function heardText(name: string, speech: Speech): string {
  const words = p(`speech.${speech}`);
  // A reaction is the rest of a sentence that begins with the name.
  const sentence = isReaction(speech) && settings.lang !== 'ja';
  return sentence ? `${name} ${words}` : p('speech.says', { name, words });
}
