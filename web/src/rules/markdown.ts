/**
 * The subset of Markdown used in the rules: headings, paragraphs, lists, tables, bold, italics,
 * code, rule ids.
 */

export type Inline = { kind: 'text' | 'strong' | 'em' | 'code'; text: string };

export interface Block {
  kind: 'title' | 'heading' | 'paragraph' | 'list' | 'table';
  /** The id of the rule at the beginning of the block. */
  rule: string | null;
  content: Inline[];
  items: Inline[][];
  /** The rows of a table, its head first. */
  rows: Inline[][][];
}

/** The line between the head of a table and its rows. */
const DELIMITER = /^\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?$/;
const RULE = /^\*\*([A-Z]\d+)\*\*\s*/;

export function parseInline(text: string): Inline[] {
  const parts: Inline[] = [];
  const pattern = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`/g;
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    const [whole, strong, em, code] = match;
    if (strong !== undefined) parts.push({ kind: 'strong', text: strong });
    else if (em !== undefined) parts.push({ kind: 'em', text: em });
    else parts.push({ kind: 'code', text: code ?? '' });
    end = match.index + whole.length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

export function parseRules(markdown: string): Block[] {
  return markdown
    .replaceAll('\r', '')
    .split(/\n{2,}/)
    .map((chunk) => chunk.trim())
    .filter(Boolean)
    .map(block);
}

function block(chunk: string): Block {
  const lines = chunk.split('\n');
  const plain = { rule: null, items: [], rows: [] };
  if (chunk.startsWith('## ')) {
    return { ...plain, kind: 'heading', content: parseInline(chunk.slice(3)) };
  }
  if (chunk.startsWith('# ')) {
    return { ...plain, kind: 'title', content: parseInline(chunk.slice(2)) };
  }
  if (lines.every((line) => /^[-*] |^ {2,}/.test(line))) {
    const items = chunk.split(/\n(?=[-*] )/).map((item) => item.slice(2).replace(/\s*\n\s*/g, ' '));
    return { ...plain, kind: 'list', content: [], items: items.map(parseInline) };
  }
  const [head = '', delimiter = '', ...body] = lines;
  if (head.includes('|') && delimiter.includes('|') && DELIMITER.test(delimiter)) {
    return { ...plain, kind: 'table', content: [], rows: [head, ...body].map(cells) };
  }
  const text = lines.join(' ');
  const rule = RULE.exec(text);
  const content = parseInline(rule ? text.slice(rule[0].length) : text);
  return { kind: 'paragraph', rule: rule?.[1] ?? null, content, items: [], rows: [] };
}

/** The cells of a row of a table. */
function cells(line: string): Inline[][] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => parseInline(cell.trim()));
}
