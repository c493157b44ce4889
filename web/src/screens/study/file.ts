/** A file of records: several games, one after the other. */

export interface FiledGame {
  /** Its record. */
  text: string;
  tags: Readonly<Record<string, string>>;
}

/** The games of a file, as far as their tags name one; whether they are right is for the server to say. */
export function gamesIn(text: string): FiledGame[] {
  const parts = text.replaceAll('\r\n', '\n').split(/^---$/m);
  return parts
    .filter((part) => part.trim() !== '')
    .map((part) => ({ text: part.replace(/^\n+/, ''), tags: tagsOf(part) }));
}

function tagsOf(record: string): Record<string, string> {
  const found = record.matchAll(/^\[([\w.-]+) "((?:[^"\\]|\\.)*)"\]$/gm);
  return Object.fromEntries(
    [...found].map(([, name = '', value = '']) => [name, value.replace(/\\(.)/g, '$1')]),
  );
}
