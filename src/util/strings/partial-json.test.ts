import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPartialJson } from './partial-json.ts';

describe('readPartialJson', () => {
  it.each([
    ['', undefined],
    ['{"a": 1', {}],
    ['{"a": 1,', { a: 1 }],
    ['{"a": "The re', { a: 'The re' }],
    ['{"a": "x\\u00', { a: 'x' }],
    ['{"a": "x\\', { a: 'x' }],
    ['{"a": [{"b": tru', { a: [{}] }],
    ['{"a": "one\ntwo', { a: 'one\ntwo' }],
    ['{"a", "b": 2}', {}],
    ['no JSON', undefined],
  ])('reads %j as far as it goes', (text, value) => {
    expect(readPartialJson(text)).toEqual({ value, complete: false });
  });

  it('reads whole values, and nothing behind them', () => {
    fc.assert(
      fc.property(fc.oneof(fc.object(), fc.array(fc.jsonValue())), (object) => {
        const text = JSON.stringify(object);
        const read = readPartialJson(`${text}\n\`\`\` and more`);
        expect(read.complete).toBe(true);
        expect(JSON.stringify(read.value)).toBe(text);
      }),
    );
  });

  it('never takes back what it has read of a string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (words) => {
        const text = JSON.stringify({ words });
        let before = '';
        for (let end = 0; end <= text.length; end++) {
          const { value } = readPartialJson(text.slice(0, end)) as { value?: { words?: string } };
          const now = value?.words ?? '';
          expect(now.startsWith(before)).toBe(true);
          before = now;
        }
        expect(before).toBe(words);
      }),
    );
  });
});
