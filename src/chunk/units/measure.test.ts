import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadTokenizer } from '../../text/tokens/tokens.ts';
import { codePointStart } from '../../text/tokens/uninterrupted.ts';
import { Measure } from './measure.ts';

const words = fc.constantFrom(
  'word',
  'Words',
  ' ',
  '  ',
  '\t',
  '\n',
  '\n\n',
  '\r\n',
  '.',
  ', ',
  "'s ",
  '("',
  '12345',
  '0.5 ',
  ' – ',
  '…',
  'für ',
  '漢字',
  '。',
  ' 👩‍👩‍👧 ',
  'e\u0301 ',
  '-'.repeat(140),
  'x'.repeat(150),
  '漢'.repeat(70),
  ' '.repeat(130),
);
const texts = fc.array(words, { minLength: 1, maxLength: 60 }).map((parts) => parts.join(''));

describe.each(['cl100k_base', 'o200k_base'] as const)('Measure of %s', async (name) => {
  const tokenizer = await loadTokenizer(name);

  it('counts any span as the tokenizer counts its text', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.nat(), fc.nat(), async (text, one, other) => {
        const measure = await Measure.open(text, tokenizer);
        const [start, end] = [one, other]
          .map((offset) => codePointStart(text, offset % (text.length + 1)))
          .sort((a, b) => a - b) as [number, number];
        expect(measure.countOf({ start, end })).toBe(tokenizer.count(text.slice(start, end)));
      }),
      { numRuns: 250 },
    );
  });

  it('does so in a text that is tokenised in parts', async () => {
    const text = 'A sentence of some words, and their end. '.repeat(2000);
    const measure = await Measure.open(text, tokenizer);
    for (const start of [0, 2, 30_000, 32_700]) {
      const end = start + 4001;
      expect(measure.countOf({ start, end })).toBe(tokenizer.count(text.slice(start, end)));
    }
  });
});
