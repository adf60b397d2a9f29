import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { segmentSpans } from './graphemes-and-words.ts';

describe('segmentSpans', () => {
  it.each(['word', 'grapheme'] as const)('finds every %s that the platform finds', (granularity) => {
    const unit = fc.constantFrom(
      'a',
      ' ',
      '3',
      '.',
      '’',
      '👩‍👩‍👧',
      '🇩🇪',
      'e\u0301',
      '字',
      '𠀀',
      '\r\n',
      '\ud800',
    );
    const segmenter = new Intl.Segmenter('en', { granularity });
    fc.assert(
      fc.property(fc.array(unit, { minLength: 300, maxLength: 1500, size: 'max' }), (units) => {
        const text = units.join('');
        const expected = Array.from(segmenter.segment(text), ({ index, segment }) => ({
          start: index,
          end: index + segment.length,
        }));
        expect(segmentSpans(text, granularity)).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  });

  it('keeps a segment whole that is longer than a window', () => {
    expect(segmentSpans('a'.repeat(5000), 'word')).toEqual([{ start: 0, end: 5000 }]);
    expect(segmentSpans(`e${'\u0301'.repeat(3000)}x`, 'grapheme')).toEqual([
      { start: 0, end: 3001 },
      { start: 3001, end: 3002 },
    ]);
  });

  it('gets through a long text', () => {
    expect(segmentSpans('字'.repeat(200_000), 'grapheme')).toHaveLength(200_000);
  });
});
