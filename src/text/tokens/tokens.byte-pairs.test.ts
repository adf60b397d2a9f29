import * as fc from 'fast-check';
import * as cl100k from 'gpt-tokenizer/encoding/cl100k_base';
import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import { CL100K_TOKEN_SPLIT_REGEX, O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { describe, expect, it } from 'vitest';
import { BytePairs } from './tokens.ts';

const plain = { disallowedSpecial: new Set<string>() };
const unit = fc.oneof(
  fc.constantFrom(
    ...Array.from("aBbzZ1.,'’:- \n\r/é中"),
    'word',
    'Word',
    "'s",
    "'LL",
    '\u0301',
    'ǅ',
    '\ud800',
  ),
  fc.string({ unit: 'grapheme', maxLength: 2 }),
);

describe('BytePairs', () => {
  it.each([
    ['cl100k_base', cl100k, CL100K_TOKEN_SPLIT_REGEX],
    ['o200k_base', o200k, O200K_TOKEN_SPLIT_REGEX],
  ] as const)('gives the tokens of %s, whatever it remembers', (_, { encode }, pattern) => {
    const bytePairs = new BytePairs({ pattern, encode: (piece) => encode(piece, plain) });
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), (units) => {
        const text = units.join('');
        expect(bytePairs.encode(text)).toEqual(encode(text, plain));
        expect(bytePairs.count(text)).toBe(encode(text, plain).length);
      }),
      { numRuns: 200 },
    );
  });
});
