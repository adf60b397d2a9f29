import { describe, expect, it } from 'vitest';
import { exactMatch, numericMatch, tokenF1 } from './answer-correctness.ts';

describe('an answer beside the one that is expected', () => {
  it('is the same without case and signs, and nothing else', () => {
    expect(exactMatch('Every 4,000 hours.', 'every 4,000 hours')).toBe(1);
    expect(exactMatch('Jedes Jahr', 'Jedes Jahr!')).toBe(1);
    expect(exactMatch('It is every 4,000 hours.', 'every 4,000 hours')).toBe(0);
    expect(exactMatch('hours every 4,000', 'every 4,000 hours')).toBe(0);
  });

  it('shares words, each as often as both have it', () => {
    expect(tokenF1('The seal is replaced', 'the seal')).toBeCloseTo(2 / 3);
    expect(tokenF1('seal seal', 'seal')).toBeCloseTo(2 / 3);
    expect(tokenF1('pump', 'seal')).toBe(0);
    expect(tokenF1('漢字', '漢字')).toBe(1);
  });

  it.each([
    ['Net sales were $1,577 million.', '$1577.00', 1],
    ['Net sales were 1,577 (in millions).', '1.577 billion', 0],
    ['Sales were 5 thousand.', '5 million', 0],
    ['12 billion', '12 million', 0],
    ['Growth of 5%.', 'EUR 5 million', 0],
    ['EUR 5 million', '5%', 0],
    ['5 million', '5', 1],
    ['They rose by 4.98 percent.', '5%', 1],
    ['They rose by 4.9 percent.', '5%', 0],
    ['Between 3 and 5 years.', '5 to 3 years', 1],
    ['A loss of 12.', '-12', 0],
    ['None.', '7', 0],
  ])('%s has the numbers of %s: %i', (answer, expected, verdict) => {
    expect(numericMatch(answer, expected)).toBe(verdict);
  });

  it('says nothing of numbers where none is expected', () => {
    expect(numericMatch('Seven.', 'The chair of the board')).toBeUndefined();
  });
});
