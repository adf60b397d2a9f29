import { describe, expect, it } from 'vitest';
import { pageEnd, withoutPageNumbers } from './page-marks.ts';

const kept = (source: string) => withoutPageNumbers(source.split('\n')).filter((line) => line !== '');

const page = (text: string) => `<PAGE>\n  ACME CORP\n  ---------\n\n${text}\n`;

describe('at the marks of pages', () => {
  it.each([
    ['7', '8'],
    ['  - 7 -', '  - 8 -'],
    ['F-3', 'F-4'],
    ['iv', 'v'],
    ['(12)', '(13)'],
    ['Page 7 of 20', 'Page 8 of 20'],
  ])('the numbers %s and %s are left out', (first, second) => {
    const rest = ['One.', pageEnd, 'Two.'];
    expect(kept(`One.\n\n${first}\n<PAGE>\n\nTwo.\n\n${second}\n\n`)).toEqual(rest);
    expect(kept(`One.\n<PAGE>\n${first}\n\nTwo.\n<PAGE>\n${second}`)).toEqual([...rest, pageEnd]);
    expect(kept(`One.\n<PAGE>   ${first}\nTwo.`)).toEqual(rest);
  });

  it('other words and numbers stay', () => {
    const source = ['In all', '1,234', pageEnd, '1999', 'Two.'];
    expect(kept('In all\n1,234\n<PAGE>\n1999\nTwo.')).toEqual(source);
    expect(kept('Number\n7\nof ten')).toEqual(['Number', '7', 'of ten']);
    expect(kept('One.\n<PAGE> Two.')).toEqual(['One.', pageEnd, ' Two.']);
  });

  it('numbers stay that count no pages', () => {
    const lines = ['In all', '12', pageEnd, '12', 'On hand', '  5', pageEnd, '9', 'Left', 'F-7', pageEnd];
    expect(kept(lines.join('\n').replaceAll(pageEnd, '<PAGE>'))).toEqual(lines);
    const far = `One.\n1${'\n<PAGE>'.repeat(4)}\nFive.\n5`;
    expect(kept(far).filter((line) => line !== pageEnd)).toEqual(['One.', '1', 'Five.', '5']);
  });

  it('years stay, and what stands below them on each page', () => {
    const years = ['1996', '1997', '1998', '1999'];
    const lines = years.flatMap((year) => [pageEnd, year, 'Sales by segment:', `Ships ${year}.`]);
    expect(kept(lines.join('\n').replaceAll(pageEnd, '<PAGE>'))).toEqual(lines);
  });

  it('heads of three pages stand once, and those of what goes on nowhere', () => {
    expect(kept(page('One.') + page('Two.') + page('Three.'))).toEqual([
      pageEnd,
      '  ACME CORP',
      '  ---------',
      'One.',
      pageEnd,
      '  ---------',
      'Two.',
      pageEnd,
      '  ---------',
      'Three.',
    ]);
    expect(kept('<PAGE>\nItem 7. Results of Operations\nand Liquidity (Continued)\n\ntext')).toEqual([
      pageEnd,
      'text',
    ]);
  });
});

it('takes time that the length of the text bounds', () => {
  const started = process.cpuUsage();
  withoutPageNumbers(Array.from({ length: 300_000 }, (_, line) => (line % 2 ? '<PAGE>' : '')));
  expect(process.cpuUsage(started).user / 1e6).toBeLessThan(5);
});
