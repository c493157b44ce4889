/** Addresses of boards in frames, and of positions that can be shared. */

/** What a frame shows: a table that is watched, or a record. */
export type Shown =
  | { kind: 'table'; id: string }
  | { kind: 'record'; record: string; at: number | null }
  | { kind: 'nothing' };

/** Longer addresses are cut off or refused by many programs that people send links with. */
const LONGEST = 2000;

/** What an address of a frame means. */
export function parseEmbed(path: string, search: string): Shown {
  const [, kind, id] = path.split('/').filter(Boolean);
  if (kind === 't' && id !== undefined) return { kind: 'table', id };
  const query = new URLSearchParams(search);
  const record = query.get('record');
  if (kind !== 'study' || record === null) return { kind: 'nothing' };
  return { kind: 'record', record, at: count(query.get('at')) };
}

/** A number of actions in an address. */
export function count(text: string | null): number | null {
  return text !== null && /^\d{1,5}$/.test(text) ? Number(text) : null;
}

/**
 * The address of a position. Where it is short enough the record is in the part that the server reads, so that it can show a
 * picture of the position in a preview; a longer one rides in the fragment, which browsers keep to themselves.
 */
export function positionLink(origin: string, record: string, at: number): string {
  const query = new URLSearchParams({ record, at: String(at) }).toString();
  const address = `${origin}/study?${query}`;
  return address.length <= LONGEST ? address : `${origin}/study#${query}`;
}

/** The address of a frame; `null` for a record that does not fit into one. */
export function embedLink(
  origin: string,
  table: string | null,
  record: string,
  at: number,
): string | null {
  if (table !== null) return `${origin}/embed/t/${encodeURIComponent(table)}`;
  const query = new URLSearchParams({ record, at: String(at) }).toString();
  const address = `${origin}/embed/study?${query}`;
  return address.length <= LONGEST ? address : null;
}

/** What somebody pastes into a page to show a board there. */
export function embedCode(address: string, title: string): string {
  const safe = (text: string): string =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('"', '&quot;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;');
  return `<iframe src="${safe(address)}" title="${safe(title)}" width="480" height="680" style="border:0" loading="lazy"></iframe>`;
}
