import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LoadedDocument } from '../../types.ts';
import { problemsOf } from './invariants.testing.ts';
import { pdfLoader } from './pdf-loader.ts';

const file = new URL('../../../examples/documents/annual-report-2025.pdf', import.meta.url);

/** The example report: tables over both columns of text, notes, running heads with the title of the chapter. */
describe('pdfLoader on the example report', () => {
  let report: LoadedDocument;

  beforeAll(async () => {
    const limits = { maxBytes: 1e8, maxPages: 100, maxChars: 1e6 };
    report = await pdfLoader.load({ bytes: new Uint8Array(readFileSync(file)), name: 'report.pdf', limits });
  });

  function page(number: number): string {
    const { charStart, charEnd } = report.pages[number - 1]!;
    return report.text.slice(charStart, charEnd);
  }

  function tableOf(number: number): string[] {
    const { charStart, charEnd } = report.pages[number - 1]!;
    const table = report.blocks.find(
      (block) => block.kind === 'table' && block.charStart >= charStart && block.charEnd <= charEnd,
    )!;
    return report.text.slice(table.charStart, table.charEnd).split('\n');
  }

  it('keeps its promises', () => {
    expect(problemsOf(report)).toEqual([]);
  });

  it('keeps the rows of a table above two columns whole, in one block', () => {
    const rows = tableOf(17);
    expect(rows).toHaveLength(10);
    expect(rows[0]).toBe('| Director | Role | Joined | Meetings attended |');
    expect(rows[7]).toBe('| Corentin Vasse | Independent, chair of remuneration | 2019 | 9 of 9 |');
    expect(rows[9]).toBe('| Dr Osei Marrable | Independent | 2025 | 2 of 3 |');
    expect(page(17)).toContain('short of the threshold, the last quarter paid nothing.');
  });

  it('keeps a table without any text over the gutter whole', () => {
    const rows = tableOf(12);
    expect(rows.slice(0, 3)).toEqual([
      '| Region | 2025 | 2024 |',
      '| --- | --- | --- |',
      '| Ireland and United Kingdom | 31,150 | 29,640 |',
    ]);
    expect(rows).toHaveLength(7);
  });

  it('gives each cell its text and its place', () => {
    const { charStart } = report.pages[4]!;
    const table = report.tables!.find((candidate) => candidate.charStart >= charStart)!;
    expect(table).toMatchObject({ rowCount: 10, columnCount: 3, headerRows: 1 });
    const profit = table.cells.filter(({ row }) => row === 4);
    expect(profit.map((cell) => report.text.slice(cell.charStart, cell.charEnd))).toEqual([
      'Operating profit',
      '9,750',
      '10,000',
    ]);
    expect(profit.map(({ rect }) => rect!.page)).toEqual([5, 5, 5]);
    expect(profit[0]!.rect!.x1).toBeLessThan(profit[1]!.rect!.x0);
  });

  it('lets sentences run on over columns, notes and pages', () => {
    expect(page(13)).toContain('than the standard membrane, and we expect it');
    expect(report.text).toContain('He had been chief inspector of drinking water');
  });

  it('leaves out running heads that name the chapter', () => {
    expect(report.text).not.toContain('Annual report 2025  ');
    expect(report.text.match(/^Statement of the chair$/gm)).toHaveLength(1);
  });
});
