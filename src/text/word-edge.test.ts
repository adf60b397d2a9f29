import { assert, constantFrom, integer, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutsGrapheme } from '../../test/support/cuts-grapheme.ts';
import { wordEdge } from './word-edge.ts';

describe('wordEdge', () => {
  it.each([
    ['CityCenter, net', 3, 0, 10],
    ['of 1,234.56 euros', 6, 3, 11],
    ['at 10:30 today', 5, 3, 8],
    ['a café\u0301s b', 6, 2, 8],
    ['up 👨‍👩‍👧 then', 5, 3, 11],
    ['plain words', 5, 5, 5],
  ])('cuts no word, number or grapheme of %j at %i', (text, offset, before, after) => {
    expect([wordEdge(text, offset, -1), wordEdge(text, offset, 1)]).toEqual([before, after]);
  });

  it('cuts between graphemes where a word does not end', () => {
    expect(wordEdge('7'.repeat(1000), 500, -1)).toBe(500);
  });

  it('holds for any text: words are whole, and no grapheme is cut', () => {
    const part = constantFrom(
      'a',
      'Z',
      '7',
      ',',
      '.',
      ' ',
      '\n',
      'é',
      'e\u0301',
      '👨‍👩‍👧',
      '河',
      'ไทย',
      '-',
      '%',
      'שלום',
    );
    assert(
      property(
        string({ unit: part, maxLength: 60 }),
        integer({ min: 0, max: 120 }),
        integer({ min: 0, max: 120 }),
        (text, one, other) => {
          const span = {
            start: Math.min(one, other, text.length),
            end: Math.min(Math.max(one, other), text.length),
          };
          const start = wordEdge(text, span.start, -1);
          const end = wordEdge(text, span.end, 1);
          expect(start).toBeLessThanOrEqual(span.start);
          expect(end).toBeGreaterThanOrEqual(span.end);
          for (const edge of [start, end]) {
            expect(cutsGrapheme(text, edge)).toBe(false);
            const around = text.slice(Math.max(0, edge - 1), edge + 1);
            expect(around).not.toMatch(/^[a-zA-Z7]{2}$/);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
