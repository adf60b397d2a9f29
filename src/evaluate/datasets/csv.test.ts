import { describe, expect, it } from 'vitest';
import { parseCsv } from './csv.ts';

describe('parseCsv', () => {
  it('reads quotes, commas and line breaks inside quotes, and empty cells', () => {
    const text = 'a,b,c\r\n1,"two, ""2""\nlines",\r\n,x,y';
    expect(parseCsv(text, 'a.csv')).toEqual([
      { a: '1', b: 'two, "2"\nlines', c: '' },
      { a: '', b: 'x', c: 'y' },
    ]);
  });

  it('gives no rows for a header alone', () => {
    expect(parseCsv('a,b\n', 'a.csv')).toEqual([]);
  });

  it.each([
    ['a quote that is not closed', 'a,b\n1,2\n3,"four\n5,6\n'],
    ['a quote inside a bare cell', 'a,b\n1,2\n3,fo"ur\n'],
  ])('names the line of %s', (_what, text) => {
    expect(() => parseCsv(text, 'a.csv')).toThrow(/^a\.csv:3: a quote/);
  });
});
