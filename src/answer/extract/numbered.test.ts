import { expect, it } from 'vitest';
import { isOfOtherNumber } from './numbered.ts';
import { readQuestion } from './question.ts';

const isOther = (question: string, unit: string, over: string[] = [], passage = unit): boolean =>
  isOfOtherNumber(
    [unit, over, passage],
    readQuestion(question, () => 1, 'en'),
  );

const asked = 'When is the rent of Unit 4 reviewed?';

it('is what names or stands below another number of the same', () => {
  expect(isOther(asked, 'The rent of Unit 5 is reviewed in May.')).toBe(true);
  expect(isOther(asked, 'The rent is reviewed in May.', ['Lease of Unit 5'])).toBe(true);
});

it('is not what has the number that is asked about, or none', () => {
  expect(isOther(asked, 'The rent of Unit 4 is that of Unit 5.')).toBe(false);
  expect(isOther(asked, 'The rent of Unit 5 follows.', ['Lease of Unit 4'])).toBe(false);
  expect(isOther(asked, 'It is due.', ['Lease of Unit 5'], 'So is Unit 4. It is due.')).toBe(false);
  expect(isOther(asked, 'The rent is reviewed in May.')).toBe(false);
});

it('is nothing to a quantity, a year or a date', () => {
  expect(isOther('What is paid within 10 days?', 'Within 14 days the rent is paid.')).toBe(false);
  expect(isOther('What was paid in March 2024?', 'In March 2023 the rent was paid.')).toBe(false);
});
