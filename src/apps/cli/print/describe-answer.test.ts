import { expect, it } from 'vitest';
import { sampleAnswer, sampleCitation, sampleDocument } from '../../../answer/cite/sample.testing.ts';
import { describeAnswer } from './describe-answer.ts';

it('shows the whole row below an answer that is one cell of it', () => {
  const quote = '| Gas | 41 | 38 |';
  const citation = sampleCitation({
    quote,
    quoteContext: '| | 2025 | 2024 |',
    cell: { head: '2024', column: 2, quote: '38', charStart: 11, charEnd: 13, rects: [] },
  });
  const answer = sampleAnswer([sampleDocument()], {
    answer: `${quote} [1]`,
    claims: [{ text: quote, citations: [1], supported: 'unchecked' }],
    citations: [citation],
    model: 'extractive',
    warnings: [],
  });
  const lines = describeAnswer(answer).map((line) => line.trim());
  expect(lines[0]).toBe('Gas · 2024: 38 [1]');
  expect(lines).toContain('Gas · 2025: 41 · 2024: 38');
});
