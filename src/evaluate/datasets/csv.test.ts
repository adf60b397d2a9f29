import { describe, expect, it } from 'vitest';
import { parseCsv } from './csv.ts';

describe('parseCsv', () => {
  it('reads quotes, commas and line breaks inside quotes, and empty cells', () => {
    const text = 'a,b,c\r\n1,"two, ""2""\nlines",\r\n,x,y';
    expect(parseCsv(text)).toEqual([
      { a: '1', b: 'two, "2"\nlines', c: '' },
      { a: '', b: 'x', c: 'y' },
    ]);
  });

  it('gives no rows for a header alone', () => {
    expect(parseCsv('a,b\n')).toEqual([]);
  });
});
