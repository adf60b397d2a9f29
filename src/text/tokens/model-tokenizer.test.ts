import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { tinyTokenizer, writeModelFolder } from '../../../test/support/onnx/model-folder.ts';
import { ConfigError } from '../../errors.ts';
import { openTokenizer } from './open-tokenizer.ts';
import { expectOffsets } from './offsets.testing.ts';

const folder = await writeModelFolder('small', { 'tokenizer.json': tinyTokenizer });
const file = path.join(folder, 'tokenizer.json');
afterAll(() => rm(path.dirname(folder), { recursive: true }));
const tokenizer = await openTokenizer(folder);

const miniLm = path.join(import.meta.dirname, '../../../../shared/data/tokenizers/all-MiniLM-L6-v2');

describe('openTokenizer', () => {
  it('takes the name of a vocabulary, a file, or the folder of a model', async () => {
    expect((await openTokenizer('o200k_base')).name).toBe('o200k_base');
    expect((await openTokenizer(file)).count('The turbine blades.')).toBe(5);
    expect(tokenizer.count('The turbine blades.')).toBe(5);
  });

  it('counts no special tokens around the text', () => {
    expect(tokenizer.count('')).toBe(0);
    expect(tokenizer.count(' \n')).toBe(0);
  });

  it('gives the first character of every token where a word has one', () => {
    expect([...tokenizer.offsets('the  turbine\nboard')]).toEqual([0, 5, 13]);
  });

  it('gives one offset a token, ascending, inside the text and between code points', () => {
    const part = fc.constantFrom(
      'turbine',
      'blades',
      'xyz',
      '. ',
      ' ',
      '\n',
      '👩‍👧',
      '\ud800',
      '中文',
      '[SEP]',
    );
    const anyText = fc.oneof(
      fc.array(part, { maxLength: 40 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength: 100 }),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        expectOffsets(tokenizer, text);
      }),
    );
  });

  it('gets through one giant word', () => {
    expect(tokenizer.offsets('x'.repeat(1_000_000))).toHaveLength(1);
  });

  // Counted with the reference, the library `tokenizers` 0.23.2.
  it.skipIf(!existsSync(miniLm)).each([
    ['The Borrower shall repay EUR 1,234,567.89 by Dec. 31, 2024.', 23],
    ['Überprüfung der Geschäftsführerhaftung gemäß § 43 GmbHG', 20],
    ['機械学習は、データから学ぶ。', 14],
    ["don't re-enter: e.g. α-helix (p < 0.05) 👩‍👩‍👧", 22],
    ['x'.repeat(101), 1],
  ])('counts as the reference does: %s (needs ../shared/data)', async (text, count) => {
    expect((await openTokenizer(miniLm)).count(text)).toBe(count);
  });

  it('says which file is missing or damaged, and what to give', async () => {
    const missing = path.join(folder, 'nothing-here');
    await expect(openTokenizer(missing)).rejects.toThrow(ConfigError);
    await expect(openTokenizer(missing)).rejects.toThrow(/nothing-here.*ENOENT/);
    const damaged = path.join(folder, 'damaged.json');
    await writeFile(damaged, '{"model": {}}');
    await expect(openTokenizer(damaged)).rejects.toMatchObject({
      code: 'CONFIG',
      hint: expect.stringContaining('tokenizer.json'),
    });
  });
});
