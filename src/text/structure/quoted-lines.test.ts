import { describe, expect, it } from 'vitest';
import { quoteDepth, withoutQuoteMarks } from './quoted-lines.ts';

describe('quoted lines', () => {
  it('have a depth', () => {
    expect(['words', 'a > b', '> words', '>> words', '> > words', '>'].map(quoteDepth)).toEqual([
      0, 0, 1, 2, 2, 1,
    ]);
  });

  it('read without their marks', () => {
    expect(withoutQuoteMarks('> > one\n> two\n> 3 > 2\nfour')).toBe('one\ntwo\n3 > 2\nfour');
  });
});
