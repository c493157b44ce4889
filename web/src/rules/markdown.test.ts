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
});
