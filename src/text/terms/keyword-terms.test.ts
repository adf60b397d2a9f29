import { expect, it } from 'vitest';
import { keywordTerms } from './keyword-terms.ts';

it('gives words first, then identifiers and references', () => {
  expect(keywordTerms('Section 9 on GPT-4 reports').join(' ')).toBe('section 9 gpt 4 report gpt4 §9');
});
