import { expect, it } from 'vitest';
import { rememberCounts } from './remember-counts.ts';
import { loadTokenizer } from './tokens.ts';

it('counts as the tokenizer does, each text once', async () => {
  const tokenizer = await loadTokenizer('cl100k_base');
  let calls = 0;
  const counting = rememberCounts({
    ...tokenizer,
    count: (text) => tokenizer.count(text) + 0 * (calls += 1),
  });
  const texts = ['Sales rose.', 'Costs fell, 価格は上がった', ''];
  const count = () => texts.map((text) => counting.count(text));
  expect([count(), count()]).toEqual([1, 2].map(() => texts.map((text) => tokenizer.count(text))));
  expect(counting.offsets('Profit grew.')).toEqual(tokenizer.offsets('Profit grew.'));
  expect(counting.count('Profit grew.')).toBe(tokenizer.count('Profit grew.'));
  expect(calls).toBe(3);
});
