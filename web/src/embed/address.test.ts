import { describe, expect, it } from 'vitest';
import { embedCode, embedLink, parseEmbed, positionLink } from './address';

const RECORD = '[Game "stonehenge"]\n\nG6 H1 {50 % & more}\n';

describe('the address of a frame', () => {
  it('shows a table or a record, and nothing else', () => {
    expect(parseEmbed('/embed/t/abc', '')).toEqual({ kind: 'table', id: 'abc' });
    const address = new URL(embedLink('http://x', null, RECORD, 1) ?? '');
    expect(parseEmbed(address.pathname, address.search)).toEqual({
      kind: 'record',
      record: RECORD,
      at: 1,
    });
    for (const path of ['/embed', '/embed/study', '/embed/lesson/sun', '/embed/x'])
      expect(parseEmbed(path, '')).toEqual({ kind: 'nothing' });
  });

  it('is not offered for a record that is too long for one', () => {
    const long = RECORD + 'G6 '.repeat(2000);
    expect(embedLink('http://x', null, long, 1)).toBeNull();
    expect(embedLink('http://x', 'abc', long, 1)).toBe('http://x/embed/t/abc');
  });

  it('is written into a page without breaking it', () => {
    const code = embedCode('http://x/embed/study?a=1&b=2', '"<Stonehenge>"');
    expect(code).toContain('a=1&amp;b=2');
    expect(code).toContain('title="&quot;&lt;Stonehenge&gt;&quot;"');
  });
});

describe('the address of a position', () => {
  it('tells the server of it where it is short enough', () => {
    expect(positionLink('http://x', RECORD, 2)).toMatch(/^http:\/\/x\/study\?record=/);
    expect(positionLink('http://x', RECORD + 'G6 '.repeat(2000), 2)).toMatch(/study#record=/);
  });
});
