import { describe, expect, it } from 'vitest';
import { UnreadableDocumentError } from '../../../errors.ts';
import { checkInvariants } from '../../invariants.testing.ts';
import { loadDocument } from '../../load.ts';

const header =
  '<SEC-DOCUMENT>0000000001-95-000001.txt : 19950101\n<SEC-HEADER>0000000001-95-000001.hdr.sgml : 19950101\n' +
  'CONFORMED SUBMISSION TYPE:\t10-K\nCONFORMED PERIOD OF REPORT:\t19941231\nFILED AS OF DATE:\t\t19950321\n\nFILER:\n\n' +
  '\tCOMPANY DATA:\n\t\tCOMPANY CONFORMED NAME:\t\t\tACME CORP\n\t\tSTREET 1:\t\t1 HARBOUR ROAD\n</SEC-HEADER>\n';
const bibliography = {
  title: 'ACME CORP, Form 10-K, 1994-12-31',
  creators: ['ACME CORP'],
  dateCreated: '1995-03-21',
};

interface Named {
  readonly sequence?: number;
  readonly file?: string;
  readonly description?: string;
}

const documentOf = (type: string, text: string, { sequence = 1, file = '', description = '' }: Named = {}) =>
  `<DOCUMENT>\n<TYPE>${type}\n<SEQUENCE>${sequence}\n${file && `<FILENAME>${file}\n`}${description && `<DESCRIPTION>${description}\n`}<TEXT>\n${text}\n</TEXT>\n</DOCUMENT>\n`;

async function load(source: string, name = 'filing.txt') {
  const limits = { maxBytes: 1e8, maxPages: 10 };
  const document = await loadDocument({ bytes: new TextEncoder().encode(source), name, limits });
  checkInvariants(document);
  return document;
}

const page = '<html><head><title>x</title></head><body><h1>Outlook</h1><p>The fleet grows.</p></body></html>';

describe('a submission', () => {
  it('has what its header says, and a section for each document', async () => {
    const table = '<TABLE>\n<S>      <C>\n<CASH>   1,200\n<DEBT>     900\n</TABLE>';
    const { text, format, sections, tables, warnings, ...rest } = await load(
      `${header}${documentOf('10-K', 'PART I\n\nItem 1. Business\n\nWe run ferries.\n\n12\n<PAGE>\n\n13\n')}${documentOf('EX-24', 'Ann Lee may sign.', { sequence: 2, description: 'POWER OF ATTORNEY' })}${documentOf('EX-27', table, { sequence: 3 })}</SEC-DOCUMENT>\n`,
    );
    expect(rest.bibliography).toEqual(bibliography);
    expect([format, warnings]).toEqual(['text', []]);
    expect(text).toBe(
      'PART I\n\nItem 1. Business\n\nWe run ferries.\n\nAnn Lee may sign.\n\n| | |\n| --- | --- |\n| CASH | 1,200 |\n| DEBT | 900 |',
    );
    expect(sections.map(({ heading, level }) => `${level} ${heading}`)).toEqual([
      '1 10-K',
      '2 PART I',
      '3 Item 1. Business',
      '1 EX-24 POWER OF ATTORNEY',
      '1 EX-27',
    ]);
    expect(
      tables!.flatMap(({ cells }) => cells.map(({ charStart, charEnd }) => text.slice(charStart, charEnd))),
    ).toEqual(['CASH', '1,200', 'DEBT', '900']);
  });

  it('is the same with other line ends', async () => {
    const source = `${header}${documentOf('10-K', 'One.\n\n<TABLE>\n<S>     <C>\nShips     9\nBoats     7\n</TABLE>')}`;
    expect(await load(source.replaceAll('\n', '\r\n'))).toEqual(await load(source));
  });

  it('has its pages read as HTML', async () => {
    const single = await load(documentOf('EX-99', page, { file: 'a.htm' }));
    expect(single).toMatchObject({ format: 'html', text: 'Outlook\n\nThe fleet grows.' });
    const wrapped = `<XBRL>\n<?xml version="1.0"?>\n<!-- made -->\n${page}\n</XBRL>`;
    const both = await load(
      `${header}${documentOf('10-K', wrapped, { file: 'a.htm' })}${documentOf('EX-21', 'Acme Ferries Ltd.', { sequence: 2 })}`,
    );
    expect(both).toMatchObject({
      format: 'html',
      bibliography,
      text: 'Outlook\n\nThe fleet grows.\n\nAcme Ferries Ltd.',
    });
    expect(both.sections.map(({ heading }) => heading)).toEqual(['10-K', 'Outlook', 'EX-21']);
  });

  it('names what it has that is no text', async () => {
    const encoded = 'begin 644 logo.gif\nM1TE&.#EA\nend';
    const { text, warnings } = await load(
      `${header}${documentOf('10-K', 'We run ferries.')}${documentOf('GRAPHIC', encoded, { sequence: 2, file: 'logo.gif' })}${documentOf('EX-99', `<PDF>\n${encoded}\n</PDF>`, { sequence: 3, file: 'a.pdf' })}${documentOf('EX-101.INS', '<XBRL>\n<?xml version="1.0"?>\n<xbrl>1</xbrl>\n</XBRL>', { sequence: 4, file: 'a.xml' })}${documentOf('JSON', '{}', { sequence: 5, file: 'm.json' })}`,
    );
    expect(text).toBe('We run ferries.');
    expect(warnings).toEqual([
      'Not read, as they hold no text: GRAPHIC logo.gif, EX-99 a.pdf, EX-101.INS a.xml, JSON m.json.',
    ]);
    const pictures = load(header + documentOf('GRAPHIC', encoded, { file: 'logo.gif' }));
    await expect(pictures).rejects.toThrow(UnreadableDocumentError);
    await expect(pictures).rejects.toThrow('filing.txt has no text to read: GRAPHIC logo.gif.');
  });

  it('keeps data in XML', async () => {
    const data = '<XML>\n<?xml version="1.0"?>\n<owner>Ann Lee</owner>\n</XML>';
    expect((await load(documentOf('4', data))).text).toContain('<owner>Ann Lee</owner>');
  });

  it('is not told by its name', async () => {
    const { format } = await load(header + documentOf('10-K', 'We run ferries.'), 'filing.html');
    expect(format).toBe('text');
  });
});

it('loses nothing below the last document, nor below data', async () => {
  const below = `${documentOf('10-K', 'We run ferries.')}</SEC-DOCUMENT>${'\n'.repeat(20)}A note.`;
  const { text } = await load(header + below);
  expect(text).toContain('We run ferries.');
  expect(text).toContain('A note.');
  const data = '<XML>\n<?xml version="1.0"?>\n<owner>Ann Lee</owner>\n</XML>\nSigned by Ann.';
  expect((await load(documentOf('4', data))).text).toContain('Signed by Ann.');
});

it('takes time that the length of the text bounds', async () => {
  const started = process.cpuUsage();
  await load(header + documentOf('10-K', 'One.') + '</TEXT>\n'.repeat(100_000) + 'Two.');
  await load(header + '<DOCUMENT>\n<TYPE>10-K\n<SEQUENCE>1\n'.repeat(30_000) + 'Two.');
  expect(process.cpuUsage(started).user / 1e6).toBeLessThan(10);
});

describe('other texts', () => {
  it.each([
    [
      'a contract that quotes a submission',
      `AGREEMENT\n\nA file begins so:\n\n${header}${documentOf('10-K', '7\n<PAGE>\nx')}\nThe end.`,
    ],
    [
      'one about tags',
      'Tags\n\n<TABLE>\n<S>   <C>\nShips   9\nBoats   7\n</TABLE>\n\n7\n<PAGE>\nItem 1. Business\n\nWords.',
    ],
    [
      'what begins as a document does',
      `<DOCUMENT>\n<TYPE>10-K\nis how documents begin.\n\n${documentOf('EX-1', 'Body.')}\nThe end.`,
    ],
    [
      'words in a header',
      `${header.replace('FILER', 'The header that follows is an example\nFILER')}${documentOf('EX-1', 'Body.')}`,
    ],
    ['a header without documents', `${header}Words.`],
  ])('stay as they are: %s', async (_, text) => {
    const document = await load(text);
    expect(document.text).toBe(text);
    expect(document.tables).toBeUndefined();
  });
});
