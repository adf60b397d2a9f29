import { describe, expect, it } from 'vitest';
import { splitUnits } from '../../text/structure/quotable-units.ts';
import { titlesOf } from './titled.ts';

const titles = (text: string, language = 'en', headings: readonly string[] = []) =>
  titlesOf(splitUnits(text, { language, headings }), {
    over: undefined,
    language,
    isAsked: () => true,
    isAnswer: () => true,
  });

describe('the title of a section', () => {
  it.each([
    ['en', '3. RENT', 'RENT'],
    ['de', '§ 3 Miete', 'Miete'],
    ['fr', 'Article 3 – Loyer', 'Loyer'],
    ['en', 'III. RENT', 'RENT'],
    ['zh', '第三条 租金', '租金'],
    ['en', 'Phase 2 results', 'Phase 2 results'],
  ])('in %s is without the number of its clause: %s', (language, heading, title) => {
    expect(titles(`${heading}\n\nThe tenant pays 2,400 pounds a month.`, language, [heading])).toEqual([
      undefined,
      title,
    ]);
  });

  it('names what stands below it and has no label of its own, up to the next title', () => {
    const text = '1. RENT\n\nIt is 2,400 pounds.\n\nDue date: 3 March\n\n2. TERM\n\nIt is five years.';
    expect(titles(text)).toEqual([undefined, 'RENT', undefined, undefined, 'TERM']);
  });

  it('names nothing where several below it could be the answer', () => {
    expect(titles('1. RENT\n\nIt is 2,400 pounds. It was 2,100 pounds.')).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
