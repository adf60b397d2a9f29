import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { writePdf } from '../../test/support/pdf.ts';
import { loadDocument } from './load.ts';
import { tableContext } from '../text/structure/table-context.ts';

const limits = { maxBytes: 1e7, maxPages: 10, maxChars: 1e6 };

/** What a row of the text says of itself. */
function contextOf(text: string, place: string) {
  const context = tableContext(text, text.indexOf(place));
  if (context === undefined) return undefined;
  const at = (span?: { start: number; end: number }) => span && text.slice(span.start, span.end);
  const { caption, unit, header, row } = context;
  return { caption: at(caption), unit: at(unit), header: header.map(at), row: at(row) };
}

async function textOf(name: string, source: string | Uint8Array): Promise<string> {
  const bytes = typeof source === 'string' ? new TextEncoder().encode(source) : source;
  return (await loadDocument({ name, bytes, limits })).text;
}

const rows = '| | 2022 | 2021 |\n| --- | --- | --- |\n| Sales | 5 | 4 |\n| Costs | 3 | 2 |';
const told = { header: ['', '2022', '2021'], row: '| Costs | 3 | 2 |' };

describe('tableContext', () => {
  it.each([
    ['a caption', 'Costs by year\n\n', 'Costs by year', undefined],
    [
      'a unit below its caption',
      'Costs by year\n(Dollars in millions)\n\n',
      'Costs by year',
      '(Dollars in millions)',
    ],
    ['a unit in its caption', 'BALANCE SHEETS (in Mio. €)\n\n', 'BALANCE SHEETS (in Mio. €)', '(in Mio. €)'],
    [
      'a unit without a caption',
      'It was a good year. We sold more than before.\n\n(単位：百万円)\n\n',
      undefined,
      '(単位：百万円)',
    ],
    [
      'a lead-in',
      `${'We sold much. '.repeat(30)}Costs were as follows (in euros):\n\n`,
      'Costs were as follows (in euros):',
      '(in euros)',
    ],
    ['a paragraph, which is none', 'We sold more (in euros) than before.\n\n', undefined, undefined],
    [
      'a note and a year, which are no units',
      'Costs (1) of Acme (2022)\n\n',
      'Costs (1) of Acme (2022)',
      undefined,
    ],
    ['another table', '| a |\n| --- |\n| b |\n\n', undefined, undefined],
  ])('knows %s above a Markdown table', async (_, above, caption, unit) => {
    const text = await textOf('a.md', `# Report\n\n${above}${rows}\n\nText below.`);
    expect(contextOf(text, '| Costs')).toEqual({
      ...told,
      caption,
      unit,
    });
  });

  it('knows a unit that the header has', async () => {
    const text = await textOf('a.md', rows.replace('| |', '| (Dollars in millions) |'));
    expect(contextOf(text, 'Costs')).toMatchObject({
      unit: '(Dollars in millions)',
      header: ['(Dollars in millions)', '2022', '2021'],
    });
  });

  it('knows the caption of an HTML table', async () => {
    const html = `<h1>Report</h1><p>${'Some text of the page. '.repeat(9)}</p><table><caption>Costs by year (in euros)</caption><tr><th></th><th>2022</th><th>2021</th></tr><tr><td>Sales</td><td>5</td><td>4</td></tr><tr><td>Costs</td><td>3</td><td>2</td></tr></table>`;
    expect(contextOf(await textOf('a.html', html), '| Costs')).toEqual({
      ...told,
      caption: 'Costs by year (in euros)',
      unit: '(in euros)',
    });
  });

  it('knows caption and unit of a table in a PDF', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pincite-table-'));
    const file = path.join(folder, 'a.pdf');
    const table = [
      'Costs by year',
      '(Dollars in millions)',
      '',
      '                 2022       2021',
      'Sales            5,123      4,210',
      'Costs            3,456      2,345',
      'Profit           1,667      1,865',
    ];
    await writePdf(file, [['The year was a good one for all of us.', '', ...table].join('\n')]);
    const text = await textOf('a.pdf', new Uint8Array(await readFile(file)));
    await rm(folder, { recursive: true });
    expect(contextOf(text, '3,456')).toMatchObject({
      unit: '(Dollars in millions)',
      header: ['', '2022', '2021'],
    });
    expect(contextOf(text, '3,456')!.caption).toContain('Costs by year');
  });

  it('says nothing outside of tables', () => {
    expect(tableContext(`Text\n\n${rows}`, 2)).toBeUndefined();
  });
});
