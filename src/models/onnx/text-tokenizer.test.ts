import { Tokenizer } from '@huggingface/tokenizers';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tinyTokenizer, tinyWords } from '../../../test/support/onnx/model-folder.ts';
import { TextTokenizer } from './text-tokenizer.ts';

const tokenizer = new Tokenizer(tinyTokenizer, {});
const encode = (text: string, maxTokens = 64) => new TextTokenizer(tokenizer, maxTokens).encode(text);
const ids = (...words: string[]) => words.map((word) => tinyWords.indexOf(word));

describe('TextTokenizer', () => {
  it('puts the special tokens around the text', () => {
    const { ids: encoded, knownTokens } = encode('The turbine blades.');
    expect(encoded).toEqual(ids('[CLS]', 'the', 'turbine', 'blade', '##s', '.', '[SEP]'));
    expect(knownTokens).toBe(5);
  });

  it('cuts off the end of the text, and not the last special token', () => {
    expect(encode('the turbine blades', 4).ids).toEqual(ids('[CLS]', 'the', 'turbine', '[SEP]'));
  });

  it('counts neither unknown nor special tokens as known', () => {
    expect(encode('zebra the [SEP] quagga')).toEqual({
      ids: ids('[CLS]', '[UNK]', 'the', '[SEP]', '[UNK]', '[SEP]'),
      knownTokens: 1,
    });
    expect(encode('').knownTokens).toBe(0);
  });

  it('reads around lone surrogates', () => {
    expect(encode('the \ud800turbine\udc00').ids).toEqual(encode('the turbine').ids);
  });

  it('gives of a long text what encoding all of it and cutting would give', () => {
    const word = fc.constantFrom(
      'turbine',
      'shareholders',
      'inspected',
      'zebra',
      '.',
      ' \n  ',
      'x'.repeat(99),
    );
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 200 }),
        fc.integer({ min: 3, max: 40 }),
        (words, max) => {
          const text = words.join(' ');
          const whole: number[] = tokenizer.encode(text, { add_special_tokens: false }).ids;
          expect(encode(text, max).ids).toEqual([
            ...ids('[CLS]'),
            ...whole.slice(0, max - 2),
            ...ids('[SEP]'),
          ]);
        },
      ),
    );
  });

  it('reads no more of an endless text than it may need', () => {
    expect(encode('x'.repeat(5_000_000)).ids).toEqual(ids('[CLS]', '[UNK]', '[SEP]'));
  });

  it('refuses a tokenizer that knows no letters', () => {
    const model = { ...tinyTokenizer.model, vocab: { '[CLS]': 2, '[SEP]': 3 }, unk_token: null };
    const normalizer = { type: 'Replace', pattern: { String: 'a' }, content: '' };
    const silent = new Tokenizer({ ...tinyTokenizer, normalizer, model }, {});
    expect(() => new TextTokenizer(silent, 64)).toThrow(/special tokens/);
  });
});
