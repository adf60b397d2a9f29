import { describe, expect, it } from 'vitest';
import { locateExcerpt } from './observe.ts';

const excerpt = (charStart: number, text: string) => ({
  documentId: 'd',
  charStart,
  charEnd: charStart + text.length,
  text,
});

describe('locateExcerpt', () => {
  it('keeps offsets where the words stand', () => {
    expect(locateExcerpt(excerpt(4, 'two'), 'one two two')).toEqual({
      documentId: 'd',
      charStart: 4,
      charEnd: 7,
    });
  });

  it('takes the nearest place where the text was shifted, white space aside', () => {
    expect(locateExcerpt(excerpt(9, 'a (b)'), 'a (b) xx a\n(b)')).toEqual({
      documentId: 'd',
      charStart: 9,
      charEnd: 14,
    });
    expect(locateExcerpt(excerpt(2, 'a (b)'), 'a (b) xx a\n(b)')).toMatchObject({ charStart: 0 });
  });

  it('is undefined for words that are not there', () => {
    expect(locateExcerpt(excerpt(0, 'six'), 'one two')).toBeUndefined();
  });
});
