import { describe, expect, it } from 'vitest';
import { collectCompounds, joinLines } from './hyphenation.ts';
import { line } from '../synthetic.testing.ts';

const none = new Set<string>();

describe('joinLines', () => {
  it.each([
    ['exam-', 'ple', 'drop-hyphen'],
    ['soft\u00ad', 'ware', 'drop-hyphen'],
    ['(govern-', 'ment),', 'drop-hyphen'],
    ['10-', 'K', 'keep-hyphen'],
    ['COVID-', '19', 'keep-hyphen'],
    ['non-', 'GAAP', 'keep-hyphen'],
    ['state-of-the-', 'art', 'keep-hyphen'],
    ['year-', 'over-year', 'keep-hyphen'],
    ['2019–', '2020', 'keep-hyphen'],
    ['https://', 'example.org', 'keep-hyphen'],
    ['https:', '//example.org/help', 'keep-hyphen'],
    ['(https://www.example.', 'org/help)', 'keep-hyphen'],
    ['https://www.example.org.', 'then', 'space'],
    ['note:', 'for', 'space'],
    ['short-', 'and', 'space'],
    ['profit', 'rose', 'space'],
    ['-', 'item', 'space'],
    ['loss-', '(net)', 'space'],
  ] as const)('joins %s and %s with %s', (last, next, join) => {
    expect(joinLines(last, next, none)).toBe(join);
  });

  it('keeps the hyphen of a compound that stands within a line elsewhere', () => {
    const compounds = new Set<string>();
    collectCompounds(line('our "Long-term, debt', [0, 0]), compounds);
    expect(joinLines('long-', 'term', compounds)).toBe('keep-hyphen');
    expect(joinLines('long-', 'terms', compounds)).toBe('drop-hyphen');
  });
});
