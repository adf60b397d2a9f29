import { describe, expect, it } from 'vitest';
import { toRow } from '../rows.ts';
import { line } from '../synthetic.testing.ts';
import { endsInAmount, isNoHeading } from './no-heading.ts';

const judge = (text: string) => isNoHeading(text.split(' '));

describe('isNoHeading', () => {
  it('takes names with the marks of their addresses for none', () => {
    expect(judge('Anna Berg,¹ Jan Roth² and Ole Lund³')).toBe(true);
    expect(judge('Anna Berg¹,² and Ole Lund³,⁴')).toBe(true);
    expect(judge('J. Roth,† O. Lund∗,‡')).toBe(true);
  });

  it('takes sentences, and the rest of those begun above, for none', () => {
    expect(judge('All members of the board have been in office since the first of May.')).toBe(true);
    expect(judge('dimensional pictures with a scan area of the')).toBe(true);
  });

  it('leaves titles that open a document, and lines that begin with a name', () => {
    expect(isNoHeading('margins - how to set them'.split(' '), true)).toBe(false);
    expect(judge('pdfTeX and the other programs of today')).toBe(false);
  });

  it('leaves short lines, questions, one mark and lines in small letters', () => {
    expect(judge('Income in millions of euros and in m² of area')).toBe(false);
    expect(judge('Results of the trial∗')).toBe(false);
    expect(judge('article info')).toBe(false);
    expect(judge('What is to be done where all of the others have left us?')).toBe(false);
    expect(judge('Dates of the year.')).toBe(false);
  });
});

const lineWith = (label: string, end: string, x: number) =>
  endsInAmount(toRow([...line(label, [50, 100]), ...line(end, [x, 100])]));

describe('endsInAmount', () => {
  it('takes a label with an amount far to the right', () => {
    expect(lineWith('Total EUR', '34,73', 300)).toBe(true);
    expect(lineWith('Net amount', '$ 1,234.50', 300)).toBe(true);
  });

  it('leaves numbers beside words, numbers before them and words far to the right', () => {
    expect(lineWith('Version', '3.45', 90)).toBe(false);
    expect(lineWith('3.45', 'Version', 300)).toBe(false);
    expect(lineWith('Annual report', 'of 2023', 300)).toBe(false);
  });
});
