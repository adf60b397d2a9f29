import { Tokenizer } from '@huggingface/tokenizers';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tinyTokenizer, tinyWords } from '../../../test/support/onnx/model-folder.ts';
import { PairTokenizer } from './pair-tokenizer.ts';

const tokenizer = new Tokenizer(tinyTokenizer, {});
const words = (ids: readonly number[]) => ids.map((id) => tinyWords[id]).join(' ');

describe('PairTokenizer', () => {
  it('puts the special tokens around and between, and says where the second text begins', () => {
    const [row, ...others] = new PairTokenizer(tokenizer, 64).encode('the board', 'dividend paid');
    expect(others).toEqual([]);
    expect(words(row!.ids)).toBe('[CLS] the board [SEP] dividend paid [SEP]');
    expect(row!.secondFrom).toBe(4);
  });

  it('encodes a pair as the tokenizer itself does', () => {
    const text = fc.array(fc.constantFrom(...tinyWords.slice(4), 'unheard'), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(text, text, (first, second) => {
        const [query, passage] = [first.join(' '), second.join(' ')];
        const expected = tokenizer.encode(query, { text_pair: passage, return_token_type_ids: true });
        const [row] = new PairTokenizer(tokenizer, 512).encode(query, passage);
        expect(row!.ids).toEqual(expected.ids);
        expect(expected.token_type_ids).toEqual(row!.ids.map((_, at) => (at < row!.secondFrom! ? 0 : 1)));
      }),
    );
  });

  it('reads a long passage in windows that reach its end, and cuts a long query', () => {
    const rows = new PairTokenizer(tokenizer, 13).encode(
      'turbine '.repeat(9),
      'a query passage board meet share',
    );
    expect(rows.map(({ ids }) => words(ids))).toEqual([
      '[CLS] turbine turbine turbine turbine turbine [SEP] a query passage board meet [SEP]',
      '[CLS] turbine turbine turbine turbine turbine [SEP] query passage board meet share [SEP]',
    ]);
  });

  it('gives one row for an empty passage, and never more tokens than the model reads', () => {
    const count = fc.integer({ min: 0, max: 200 });
    fc.assert(
      fc.property(count, count, fc.integer({ min: 5, max: 60 }), (first, second, maxTokens) => {
        const rows = new PairTokenizer(tokenizer, maxTokens).encode(
          'year '.repeat(first),
          'board '.repeat(second),
        );
        expect(rows.length).toBeGreaterThan(0);
        expect(rows.length).toBeLessThanOrEqual(4);
        for (const { ids } of rows) expect(ids.length).toBeLessThanOrEqual(maxTokens);
      }),
    );
  });
});
