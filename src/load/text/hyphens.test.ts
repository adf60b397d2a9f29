import { describe, expect, it } from 'vitest';
import { withoutBrokenWords } from './hyphens.ts';

describe('withoutBrokenWords', () => {
  it('mends what programs break, and keeps lines and their indents', () => {
    const text = '  a small, lo‐\n  cal, cache of op‐\n  tions.\n\n  End dns\u00ad\n  masq.\n';
    expect(withoutBrokenWords(text)).toBe(
      '  a small, local,\n  cache of options.\n  \n\n  End dnsmasq.\n  \n',
    );
  });

  it('mends words with other hyphens where no line has U+2010 within', () => {
    expect(withoutBrokenWords('com‐\nmand-line, cpu-com‐\npany HIS‐\nTORY')).toBe(
      'command-line,\ncpu-company\nHISTORY\n',
    );
  });

  it('keeps hyphens where no program breaks a word', () => {
    expect(withoutBrokenWords('COVID‐\n19 in the state-of-the‐\nart US‐\nbased non‐\nEU A4‐\nsize')).toBe(
      'COVID‐19\nin the state-of-the‐art\nUS‐based\nnon‐EU\nA4‐\nsize',
    );
  });

  it('takes time in proportion to the text', () => {
    const started = performance.now();
    for (const run of ['字', 'a', 'a‐', 'a-', '://', '‐\n', 'a‐\n'])
      withoutBrokenWords(`${run.repeat(300_000 / run.length)}\nword\u00ad\nrest`);
    expect(performance.now() - started).toBeLessThan(4000);
  });

  it('keeps hyphens of compounds, those that stand for a word, and those that people type', () => {
    const text = 'a read‐only file\na read‐\nonly file, short‐\nand long ones, a type-\nwriter';
    expect(withoutBrokenWords(text)).toBe(
      'a read‐only file\na read‐only\nfile, short‐\nand long ones, a type-\nwriter',
    );
  });
});
