import { describe, expect, it } from 'vitest';
import { pageEnd, withoutPageNumbers } from './page-marks.ts';

const kept = (source: string) => withoutPageNumbers(source.split('\n')).filter((line) => line !== '');

const page = (text: string) => `<PAGE>\n  ACME CORP\n  ---------\n\n${text}\n`;

describe('at the marks of pages', () => {
  it.each(['7', '  - 7 -', 'F-3', 'iv', '(12)', 'Page 7 of 20'])('the number %s is left out', (number) => {
    expect(kept(`One.\n\n${number}\n<PAGE>\n\nTwo.`)).toEqual(['One.', pageEnd, 'Two.']);
    expect(kept(`One.\n<PAGE>\n${number}\n\nTwo.\n\n${number}\n\n`)).toEqual(['One.', pageEnd, 'Two.']);
    expect(kept(`One.\n<PAGE>   ${number}\nTwo.`)).toEqual(['One.', pageEnd, 'Two.']);
  });

  it('other words and numbers stay', () => {
    const source = ['In all', '1,234', pageEnd, '1999', 'Two.'];
    expect(kept('In all\n1,234\n<PAGE>\n1999\nTwo.')).toEqual(source);
    expect(kept('Number\n7\nof ten')).toEqual(['Number', '7', 'of ten']);
    expect(kept('One.\n<PAGE> Two.')).toEqual(['One.', pageEnd, ' Two.']);
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
