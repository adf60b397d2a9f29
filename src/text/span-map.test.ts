import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SpanMap } from './span-map.ts';

describe('SpanMap', () => {
  it('finds what was set last under the same characters, wherever they stand', () => {
    const key = fc.string({ unit: fc.constantFrom('a', 'b', '\0', 'é', '中'), maxLength: 4 });
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.nat())), fc.array(key), (entries, others) => {
        const map = new SpanMap<number>();
        for (const [text, value] of entries) map.set(`(${text})`, 1, text.length + 1, value);
        const expected = new Map(entries);
        for (const text of [...expected.keys(), ...others]) {
          expect(map.get(`${text}!`, 0, text.length)).toBe(expected.get(text));
        }
      }),
    );
  });

  it.each([
    ['k32728', 'k261234'],
    ['217mpb8fc1', '4ajpz146vw'],
  ])('tells %s and %s apart, which have one hash', (first, second) => {
    const map = new SpanMap<string>();
    for (const key of [first, second]) map.set(key, 0, key.length, key);
    for (const key of [first, second]) expect(map.get(key, 0, key.length)).toBe(key);
  });

  it('forgets all rather than keep more than it may', () => {
    const map = new SpanMap<string>({ most: 2 });
    for (const key of ['a', 'b', 'b', 'c']) map.set(key, 0, 1, key);
    expect(['a', 'b', 'c'].map((key) => map.get(key, 0, 1))).toEqual([undefined, undefined, 'c']);
  });
});
