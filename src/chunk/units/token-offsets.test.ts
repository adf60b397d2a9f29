import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadTokenizer, type Tokenizer } from '../../text/tokens/tokens.ts';
import { tokenOffsets } from './token-offsets.ts';

const tokenizer = await loadTokenizer('cl100k_base');
const line = fc.constantFrom(
  'Sales rose by 12.5 % in 2023.',
  '  - item\n\n',
  '',
  '価格は上がった。',
  'a\r\n',
  '\t👩‍👩‍👧',
);

it('gives the offsets of the whole text, in however many parts it was tokenised', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 5, maxLength: 30 }), async (lines) => {
      const text = `${lines.join('\n')}\n`.repeat(Math.ceil(100_000 / (lines.join('\n').length + 1)));
      expect(await tokenOffsets(text, tokenizer)).toEqual(tokenizer.offsets(text));
    }),
    { numRuns: 8 },
  );
});

it('lets the event loop turn, and ends when it is told to', async () => {
  const slow: Tokenizer = {
    ...tokenizer,
    offsets(part) {
      const end = performance.now() + 25;
      while (performance.now() < end);
      return tokenizer.offsets(part);
    },
  };
  const controller = new AbortController();
  setImmediate(() => controller.abort(new Error('enough')));
  const text = 'Sales rose in every region and every quarter. '.repeat(4000);
  await expect(tokenOffsets(text, slow, controller.signal)).rejects.toThrow('enough');
});

it('cuts a text without lines between characters', async () => {
  const text = `x${'👍'.repeat(40_000)}`;
  const offsets = await tokenOffsets(text, tokenizer);
  expect(offsets.every((offset) => offset === 0 || offset % 2 === 1)).toBe(true);
});
