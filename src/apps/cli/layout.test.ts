import { styleText } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import {
  cutEnd,
  cutStart,
  fittingTable,
  harmless,
  harmlessColoured,
  plural,
  shorten,
  table,
  wrap,
} from './layout.ts';
import { paint } from './paint.ts';

describe('wrap', () => {
  it('keeps every word and the width', () => {
    const lines = wrap('a quick brown fox jumps over the lazy dog again and again', { width: 30, indent: 4 });
    expect(lines.every((line) => line.length <= 30 && line.startsWith('    '))).toBe(true);
    expect(lines.map((line) => line.trim()).join(' ')).toBe(
      'a quick brown fox jumps over the lazy dog again and again',
    );
  });
});

describe('harmless', () => {
  it('keeps words and line ends, and nothing that commands the terminal', () => {
    expect(harmless('Rent\tis\n\u001b[31m900\u0007 euros\u009b2J é')).toBe('Rent\tis\n[31m900 euros2J é');
  });
});

describe('harmlessColoured', () => {
  it('keeps colours, and no other command', () => {
    const title = 'A\u001b]0;title\u0007 \u001b[2Jreport\r';
    expect(harmlessColoured(`\u001b[1m${title}\u001b[22m`)).toBe('\u001b[1mA]0;title [2Jreport\u001b[22m');
  });

  it('does not let text hide', () => {
    expect(harmlessColoured('\u001b[8mpaid\u001b[0m')).toBe('[8mpaid[0m');
  });

  it.each(Object.keys(paint) as (keyof typeof paint)[])('keeps the words in %s', (colour) => {
    vi.stubEnv('FORCE_COLOR', '1');
    const painted = paint[colour]('words');
    vi.unstubAllEnvs();
    expect(painted).not.toBe('words');
    expect(harmlessColoured(painted)).toBe(painted);
  });
});

describe('wrap of painted words', () => {
  it('does not count what paints them', () => {
    const painted = styleText('bold', 'words', { validateStream: false });
    expect(wrap(`two ${painted} of ${painted}`, { width: 20 })).toHaveLength(1);
  });
});

describe('shorten', () => {
  it('cuts at a word and marks the cut', () => {
    expect(shorten('one two three four', 12)).toBe('one two…');
    expect(shorten('one two', 12)).toBe('one two');
  });
});

describe('table', () => {
  it('aligns numbers right and text left', () => {
    const lines = table(
      ['id', 'n'],
      [
        ['a', 5],
        ['long', 1234],
      ],
    );
    expect(lines).toEqual(['id        n', 'a         5', 'long  1,234']);
  });
});

describe('fittingTable', () => {
  const rows = [['contract-12345678', '/srv/library/contracts/contract.pdf', 7]];
  const elastic = [
    { column: 1, least: 10, cut: cutStart },
    { column: 0, least: 8, cut: cutEnd },
  ];
  const linesIn = (width: number) => fittingTable(['id', 'source', 'n'], rows, { elastic, width });

  it('leaves a table that fits as it is', () => {
    expect(linesIn(80)).toEqual(table(['id', 'source', 'n'], rows));
  });

  it('cuts the first elastic column as far as needed', () => {
    expect(linesIn(50)[1]).toBe('contract-12345678  …rary/contracts/contract.pdf  7');
  });

  it('cuts the next one where the first has given all', () => {
    expect(linesIn(26)[1]).toBe('contract-1…  …tract.pdf  7');
    expect(linesIn(5)[1]).toBe('contrac…  …tract.pdf  7');
  });
});

describe('plural', () => {
  it('adds an s for all counts but one', () => {
    expect([plural(0, 'chunk'), plural(1, 'chunk'), plural(2000, 'chunk')]).toEqual([
      '0 chunks',
      '1 chunk',
      '2,000 chunks',
    ]);
  });
});
