import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  cutEnd,
  cutStart,
  fittingTable,
  foldedTable,
  plural,
  shorten,
  table,
  terminalWidth,
  wrap,
  wrapFacts,
} from './layout.ts';
import { coloured } from './terminal-text.ts';

describe('wrap', () => {
  it('keeps every word and the width', () => {
    const lines = wrap('a quick brown fox jumps over the lazy dog again and again', { width: 30, indent: 4 });
    expect(lines.every((line) => line.length <= 30 && line.startsWith('    '))).toBe(true);
    expect(lines.map((line) => line.trim()).join(' ')).toBe(
      'a quick brown fox jumps over the lazy dog again and again',
    );
  });
});

describe('wrap of painted words', () => {
  it('does not count what paints them', () => {
    const painted = coloured('words', 'bold');
    expect(wrap(`two ${painted} of ${painted}`, { width: 20 })).toHaveLength(1);
  });
});

describe('wrapFacts', () => {
  const facts = ['reports/annual.pdf', 'characters 1–20', 'box 1,2–3,4 pt'];

  it('keeps facts in one line where they fit, and whole where they do not', () => {
    expect(wrapFacts(facts, { width: 60 })).toEqual([facts.join(' · ')]);
    expect(wrapFacts(facts, { width: 40, indent: 2 })).toEqual([
      '  reports/annual.pdf · characters 1–20',
      '  box 1,2–3,4 pt',
    ]);
  });

  it('breaks a fact that is longer than a line', () => {
    expect(wrapFacts(['one two three four five', 'six'], { width: 20 })).toEqual([
      'one two three four',
      'five',
      'six',
    ]);
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

  it('counts East Asian letters as the two columns that they take', () => {
    const rows = [
      ['租赁合同', 1],
      ['lease', 2],
    ];
    expect(table(['title', 'n'], rows)).toEqual(['title     n', '租赁合同  1', 'lease     2']);
  });

  it('keeps numbers right where some are missing', () => {
    expect(
      table(
        ['id', 'pages'],
        [
          ['a', 5],
          ['b', ''],
        ],
      ),
    ).toEqual(['id  pages', 'a       5', 'b']);
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

  it('cuts East Asian names to columns', () => {
    expect([cutEnd('租赁合同', 6), cutStart('租赁合同', 6), cutEnd('租赁合同', 8)]).toEqual([
      '租赁…',
      '…合同',
      '租赁合同',
    ]);
  });
});

describe('foldedTable', () => {
  const header = ['name', 'recall@10', 'ndcg@10', 'p50 ms'];
  const rows = [
    ['hybrid', '0.912', '0.744', '4.1'],
    ['keyword', '0.870', '0.701', '1.3'],
  ];

  it('leaves a table that fits as it is', () => {
    expect(foldedTable(header, rows, 35)).toEqual(table(header, rows));
    expect(foldedTable(header, rows, Infinity)).toEqual(table(header, rows));
  });

  it('continues a wider one below, with its first column again', () => {
    expect(foldedTable(header, rows, 30)).toEqual([
      'name     recall@10  ndcg@10',
      'hybrid   0.912      0.744',
      'keyword  0.870      0.701',
      '',
      'name     p50 ms',
      'hybrid   4.1',
      'keyword  1.3',
    ]);
  });

  it('keeps every cell where nothing fits', () => {
    expect(foldedTable(header, rows, 3).join(' ')).toContain('0.701');
    expect(foldedTable(header, rows, 3)).toHaveLength(3 * 3 + 2);
  });
});

describe('terminalWidth', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('is what COLUMNS says, up to what reads well', () => {
    vi.stubEnv('COLUMNS', '60');
    expect(terminalWidth()).toBe(60);
    vi.stubEnv('COLUMNS', '300');
    expect(terminalWidth()).toBe(110);
  });

  it.each(['', 'wide', '0'])('takes no notice of COLUMNS=%s', (columns) => {
    vi.stubEnv('COLUMNS', undefined);
    const width = terminalWidth();
    vi.stubEnv('COLUMNS', columns);
    expect(terminalWidth()).toBe(width);
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

it('cuts nothing of a table that is piped', () => {
  vi.stubEnv('COLUMNS', '');
  const columns = Object.getOwnPropertyDescriptor(process.stdout, 'columns');
  Object.defineProperty(process.stdout, 'columns', { value: undefined, configurable: true });
  const name = 'n'.repeat(300);
  const elastic = [{ column: 0, least: 8, cut: cutEnd }];
  expect(fittingTable(['id'], [[name]], { elastic }).join('\n')).toContain(name);
  if (columns) Object.defineProperty(process.stdout, 'columns', columns);
  else Reflect.deleteProperty(process.stdout, 'columns');
  vi.stubEnv('COLUMNS', '40');
  expect(fittingTable(['id'], [[name]], { elastic }).join('\n')).not.toContain(name);
});
