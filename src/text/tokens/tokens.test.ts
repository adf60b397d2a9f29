import * as fc from 'fast-check';
import { decodeGenerator, encode } from 'gpt-tokenizer/encoding/cl100k_base';
import { describe, expect, it } from 'vitest';
import { loadTokenizer } from './tokens.ts';
import { expectOffsets } from './offsets.testing.ts';

const plain = { disallowedSpecial: new Set<string>() };
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        '\n',
        ' ',
        '👩‍👩‍👧',
        '中文',
        'é',
        'e\u0301',
        '\ud800',
        '\ufeff',
        'word',
        '<|endoftext|>',
        '𠀀',
        '12345',
      ),
    )
    .map((parts) => parts.join('')),
);

describe('loadTokenizer', async () => {
  const tokenizers = [await loadTokenizer('cl100k_base'), await loadTokenizer('o200k_base')];
  const [cl100k, o200k] = tokenizers;

  it('counts as tiktoken does', () => {
    expect(cl100k!.count('tiktoken is great!')).toBe(6);
    expect(o200k!.count('tiktoken is great!')).toBe(6);
    expect(cl100k!.count('')).toBe(0);
  });

  it('gives the start of every token', () => {
    expect([...cl100k!.offsets('tiktoken is great!')]).toEqual([0, 1, 3, 8, 11, 17]);
  });

  it('takes special tokens as plain text', () => {
    expect(cl100k!.count('<|endoftext|>')).toBeGreaterThan(1);
  });

  it('finds the same starts as decoding token by token', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'B', ' ', '.', 'é', '1', '\n', 'ß', ','), maxLength: 100 }),
        (text) => {
          const starts: number[] = [];
          let length = 0;
          for (const token of encode(text, plain)) {
            const part = [...decodeGenerator([token])].join('');
            fc.pre(!part.includes('\ufffd'));
            starts.push(length);
            length += part.length;
          }
          expect([...cl100k!.offsets(text)]).toEqual(starts);
        },
      ),
    );
  });

  it('counts no further than it is asked to', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...tokenizers), fc.nat(40), (text, tokenizer, most) => {
        const count = tokenizer.count(text);
        if (count <= most) expect(tokenizer.count(text, most)).toBe(count);
        else expect(tokenizer.count(text, most)).toBeGreaterThan(most);
      }),
    );
    const long = 'word '.repeat(10_000);
    expect(cl100k!.count(long, 20)).toBeLessThan(30);
  });

  it('gives one offset a token, ascending, inside the text and between code points', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...tokenizers), (text, tokenizer) => {
        expectOffsets(tokenizer, text);
      }),
    );
  });

  it('lets several tokens of one code point start where it starts', () => {
    expect(new Set(cl100k!.offsets('a👩‍👩‍👧b'))).toEqual(new Set([0, 1, 3, 4, 6, 7, 9]));
  });

  it.each([
    ['letters', 'a'.repeat(50_000)],
    ['white space', ' '.repeat(1_000_000)],
    ['punctuation', '-'.repeat(1_000_000)],
    ['line breaks and slashes', '\n/'.repeat(200_000)],
    ['ideographs', '\u{20000}'.repeat(100_000)],
    ['capitals without white space', 'QX'.repeat(500_000)],
  ])('gets through a long run of %s', (_, text) => {
    for (const tokenizer of tokenizers)
      expect(tokenizer.offsets(text).at(-1)).toBeGreaterThan(text.length - 300);
  });
});
