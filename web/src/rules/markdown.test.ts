import { describe, expect, it } from 'vitest';
import { parseRules } from './markdown';

describe('rules text', () => {
  it('is headings, rules with their ids, and lists', () => {
    const blocks = parseRules(
      '# Game\n\nSome\nwords.\n\n## Play\n\n**K1** You *own* `nine`.\n\n- one\n- **two**\n  more\n',
    );
    expect(blocks.map((block) => block.kind)).toEqual([
      'title',
      'paragraph',
      'heading',
      'paragraph',
      'list',
    ]);
    expect(blocks[1]?.content).toEqual([{ kind: 'text', text: 'Some words.' }]);
    expect(blocks[3]?.rule).toBe('K1');
    expect(blocks[3]?.content.map((part) => part.kind)).toEqual([
      'text',
      'em',
      'text',
      'code',
      'text',
    ]);
    expect(blocks[4]?.items).toHaveLength(2);
  });

  it('has tables, with a head and inline marks in their cells', () => {
    const [block] = parseRules('| throw | *1* | 2 |\n|---|:-:|--:|\n| odds | 1/4 | 3/8 |');
    expect(block?.kind).toBe('table');
    expect(
      block?.rows.map((row) => row.map((cell) => cell.map(({ text }) => text).join(''))),
    ).toEqual([
      ['throw', '1', '2'],
      ['odds', '1/4', '3/8'],
    ]);
    expect(block?.rows[0]?.[1]?.[0]?.kind).toBe('em');
  });

  it('keeps a line with a bar that is no table', () => {
    expect(parseRules('one | two')[0]?.kind).toBe('paragraph');
  });
});
