import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { LimitExceededError, LoadError } from '../../errors.ts';
import type { LoadedDocument } from '../../types.ts';
import { checkInvariants } from '../invariants.testing.ts';
import { docxLoader } from './docx.ts';
import { docx } from './docx-library.testing.ts';

const {
  DeletedTextRun,
  Document,
  ExternalHyperlink,
  FootnoteReferenceRun,
  Header,
  InsertedTextRun,
  Math: Formula,
  MathRun,
  MathSuperScript,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} = docx;

const limits = { maxBytes: 1e7, maxPages: 100, maxChars: 1e6 };

function read(bytes: Uint8Array): Promise<LoadedDocument> {
  return docxLoader.load({ bytes, name: 'report.docx', limits });
}

async function readChildren(children: readonly object[], options: object = {}): Promise<LoadedDocument> {
  const bytes = await Packer.toBuffer(new Document({ ...options, sections: [{ children }] }));
  const document = await read(bytes);
  checkInvariants(document);
  return document;
}

const wordNames = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const inBody = (xml: string): string => `<w:document ${wordNames}><w:body>${xml}</w:body></w:document>`;
const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const readXml = (xml: string | Uint8Array, more: Readonly<Record<string, Uint8Array>> = {}) =>
  read(zipSync({ 'word/document.xml': typeof xml === 'string' ? strToU8(xml) : xml, ...more }));

const levels = ['decimal', 'lowerLetter'].map((format, level) => ({
  level,
  format,
  text: `%${level + 1}.`,
  alignment: 'start',
}));
const item = (text: string, level: number) =>
  new Paragraph({ text, numbering: { reference: 'steps', level } });
const cell = (text: string, span: { rowSpan?: number; columnSpan?: number } = {}) =>
  new TableCell({ children: [new Paragraph(text)], ...span });

const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;

describe('docx', () => {
  it('has words with readings above them, without the readings', async () => {
    const ruby = `<w:r><w:ruby><w:rubyPr><w:hps w:val="11"/></w:rubyPr><w:rt>${run('とうきょう')}</w:rt><w:rubyBase>${run('東京')}</w:rubyBase></w:ruby></w:r>`;
    const { text } = await readXml(inBody(`<w:p>${ruby}${run('に行く')}</w:p>`));
    expect(text).toBe('東京に行く');
  });

  it('has headings as sections, also of styles that are based on heading styles', async () => {
    const paragraphStyles = [{ id: 'Clause', name: 'Our clause', basedOn: 'Heading2' }];
    const { sections, text } = await readChildren(
      [
        new Paragraph({ text: 'Pump report', heading: 'Title' }),
        new Paragraph({ text: 'Findings', heading: 'Heading1' }),
        new Paragraph('The seal failed.'),
        new Paragraph({ text: 'The seal', style: 'Clause' }),
      ],
      { styles: { default: { heading2: { paragraph: { outlineLevel: 1 } } }, paragraphStyles } },
    );
    expect(text).toBe('Pump report\n\nFindings\n\nThe seal failed.\n\nThe seal');
    expect(sections.map(({ heading, level }) => [heading, level])).toEqual([
      ['Pump report', 1],
      ['Findings', 1],
      ['The seal', 2],
    ]);
  });

  it('has lists with marks and numbers', async () => {
    const { text, blocks } = await readChildren(
      [
        new Paragraph({ text: 'oil', bullet: { level: 0 } }),
        new Paragraph({ text: 'grease', bullet: { level: 1 } }),
        item('Stop the pump', 0),
        item('by the switch', 1),
        item('Open the valve', 0),
      ],
      { numbering: { config: [{ reference: 'steps', levels }] } },
    );
    expect(text).toBe('- oil\n  - grease\n\n1. Stop the pump\n\na. by the switch\n\n2. Open the valve');
    expect(blocks.map(({ kind }) => kind)).toEqual(['list', 'list', 'text', 'list']);
  });

  it('has tables with cells that span', async () => {
    const rows = [
      new TableRow({ tableHeader: true, children: [cell('Year'), cell('Sum | total', { columnSpan: 2 })] }),
      new TableRow({ children: [cell('2024', { rowSpan: 2 }), cell('1'), cell('2')] }),
      new TableRow({ children: [cell('3'), cell('4')] }),
    ];
    const { text, tables } = await readChildren([new Table({ rows })]);
    const spans = tables?.[0]?.cells.map(({ charStart, charEnd, rowSpan, columnSpan }) => [
      text.slice(charStart, charEnd),
      rowSpan,
      columnSpan,
    ]);
    expect(spans).toEqual([
      ['Year', 1, 1],
      [String.raw`Sum \| total`, 1, 2],
      ['2024', 2, 1],
      ['1', 1, 1],
      ['2', 1, 1],
      ['3', 1, 1],
      ['4', 1, 1],
    ]);
  });

  it('has what was inserted and not what was deleted', async () => {
    const change = { id: 1, author: 'Lee', date: '2024-01-01T00:00:00Z' };
    const { text } = await readChildren([
      new Paragraph({
        children: [
          new TextRun('It failed'),
          new InsertedTextRun({ text: ' twice', ...change }),
          new DeletedTextRun({ text: ' never', ...change, id: 2 }),
          new TextRun('.'),
        ],
      }),
    ]);
    expect(text).toBe('It failed twice.');
  });

  it('has footnotes at the end, links, and no headers', async () => {
    const children = [
      new Paragraph({
        children: [
          new TextRun('It leaks'),
          new FootnoteReferenceRun(1),
          new ExternalHyperlink({ link: 'https://example.org/', children: [new TextRun(' daily')] }),
        ],
      }),
    ];
    const headers = { default: new Header({ children: [new Paragraph('CONFIDENTIAL')] }) };
    const footnotes = { 1: { children: [new Paragraph('As measured in May.')] } };
    const file = new Document({ footnotes, sections: [{ headers, children }] });
    const { text, links } = await read(await Packer.toBuffer(file));
    expect(text).toBe('It leaks[1] daily\n\n1. As measured in May.');
    expect(links?.map(({ charStart, charEnd, url }) => [text.slice(charStart, charEnd), url])).toEqual([
      ['daily', 'https://example.org/'],
    ]);
  });

  it('has formulas in one line', async () => {
    const square = new MathSuperScript({ children: [new MathRun('c')], superScript: [new MathRun('2')] });
    const formula = new Formula({ children: [new MathRun('E=m'), square] });
    expect((await readChildren([new Paragraph({ children: [formula] })])).text).toBe('E=mc^2');
  });

  it('is described by its core properties', async () => {
    const { bibliography } = await readChildren([new Paragraph('words of A. Lee and Bo Kim')], {
      title: 'Pump report',
      creator: 'A. Lee; Kim, Bo; Ann Typist',
      subject: 'Pumps',
      keywords: 'seal, leak',
      description: 'About pumps.',
    });
    expect(bibliography).toMatchObject({
      title: 'Pump report',
      creators: ['A. Lee', 'Kim, Bo'],
      subjects: ['Pumps', 'seal', 'leak'],
      description: 'About pumps.',
      dateCreated: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  it('warns of parts in other formats', async () => {
    const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/aFChunk';
    const { text, warnings } = await readXml(inBody(`${paragraph('Terms')}<w:altChunk r:id="a"/>`), {
      'word/_rels/document.xml.rels': strToU8(
        `<Relationships><Relationship Id="a" Type="${relation}" Target="terms.html"/></Relationships>`,
      ),
      'word/terms.html': strToU8('<p>Payment is due.</p>'),
    });
    expect({ text, warnings }).toEqual({
      text: 'Terms',
      warnings: [expect.stringContaining('not read (word/terms.html)')],
    });
  });

  it('is read in UTF-16 and without most of its parts', async () => {
    const xml = `\uFEFF<?xml version="1.0" encoding="UTF-16"?>${inBody(paragraph('wide words'))}`;
    expect((await readXml(new Uint8Array(Buffer.from(xml, 'utf16le')))).text).toBe('wide words');
  });
});

describe('bad docx', () => {
  const deep = `${'<w:p>'.repeat(20_000)}${'</w:p>'.repeat(20_000)}`;
  const entities = '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;">]>';

  it.each([
    ['no XML', 'words'],
    ['nothing', ''],
    ['half an element', '<w:document><w:bo'],
    ['elements nested too deep', inBody(deep)],
    ['entities of its own', `${entities}${inBody(paragraph('&b;'))}`],
    ['bad bytes', new Uint8Array([0x3c, 0xff, 0xfe, 0x3e])],
  ])('with %s is a LoadError', async (_, xml) => {
    await expect(readXml(xml)).rejects.toBeInstanceOf(LoadError);
  });

  it('without a main part is a LoadError', async () => {
    await expect(read(zipSync({ 'word/other.xml': strToU8('<x/>') }))).rejects.toMatchObject({
      code: 'UNREADABLE_DOCUMENT',
      context: { document: 'report.docx' },
    });
  });

  it('that inflates without end stops at the limit', async () => {
    const bomb = zipSync({ 'word/document.xml': new Uint8Array(20_000_000) });
    await expect(read(bomb)).rejects.toBeInstanceOf(LimitExceededError);
  });

  it('does not inflate pictures and archives inside', async () => {
    const whole = await Packer.toBuffer(new Document({ sections: [{ children: [new Paragraph('words')] }] }));
    const parts = { ...unzipSync(whole), 'word/media/image1.png': new Uint8Array(20_000_000) };
    expect((await read(zipSync(parts))).text).toBe('words');
  });

  it('is read where what it says of itself is damaged', async () => {
    const { text, bibliography } = await readXml(inBody(paragraph('words of Acme')), {
      'docProps/core.xml': strToU8(''),
      'docProps/app.xml': strToU8('<Properties><Company>Acme</Company></Properties>'),
    });
    expect({ text, bibliography }).toEqual({ text: 'words of Acme', bibliography: { publisher: 'Acme' } });
  });
});
