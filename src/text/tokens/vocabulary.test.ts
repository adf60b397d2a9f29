import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import * as cl100k from 'gpt-tokenizer/encoding/cl100k_base';
import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { Vocabulary } from './vocabulary.ts';

const plain = { disallowedSpecial: new Set<string>() };
/** Of one kind each, so that a vocabulary's pattern leaves them whole. */
const letters = fc.string({ unit: fc.constantFrom(...'aeinstrlEßéщ中ぬ가'), minLength: 1, maxLength: 40 });
const signs = fc.string({ unit: fc.constantFrom(...'.,!=-*#/"→'), minLength: 1, maxLength: 40 });

describe.each([
  ['cl100k_base', cl100k],
  ['o200k_base', o200k],
] as const)('the vocabulary %s', (name, reference) => {
  const file = readFileSync(new URL(`../../../assets/vocabularies/${name}.bin`, import.meta.url));
  const vocabulary = new Vocabulary(file);

  it('gives the tokens of a piece', () => {
    fc.assert(
      fc.property(fc.oneof(letters, signs), (piece) => {
        const expected = reference.encode(piece, plain);
        fc.pre(name === 'cl100k_base' || piece === piece.toLowerCase()); // o200k cuts before capitals
        expect(vocabulary.encode(piece)).toEqual(expected);
      }),
    );
  });

  it('knows how long tokens are, and which are parts of a character', () => {
    for (const text of [' tokens', '中', 'naïve', '🦆']) {
      const ids = reference.encode(text, plain);
      const sum = ids.reduce((total, id) => total + Math.max(0, vocabulary.lengthOf(id)), 0);
      const bytes = ids.reduce((total, id) => total - Math.min(0, vocabulary.lengthOf(id)), 0);
      expect(text === '🦆' ? bytes : sum).toBe(text === '🦆' ? 4 : text.length);
    }
  });
});
