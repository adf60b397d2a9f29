/** Files that an office program wrote; see test/fixtures/office/README.md. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parseConfig } from '../../config/config.ts';
import { UnsupportedFormatError } from '../../errors.ts';
import type { LoadedDocument } from '../../types.ts';
import { checkInvariants } from '../invariants.testing.ts';
import { loadDocument } from '../load.ts';

const folder = new URL('../../../test/fixtures/office/', import.meta.url);
const { loading: limits } = parseConfig({});

async function read(name: string): Promise<LoadedDocument> {
  const document = await loadDocument({ bytes: await readFile(new URL(name, folder)), name, limits });
  checkInvariants(document);
  return document;
}

it('reads a Word document with the numbers of its headings', async () => {
  const { text, sections, bibliography, format, language } = await read('report.docx');
  expect(text.split('\n\n')).toEqual([
    'Pump report',
    '1 Findings',
    'The seal of pump 7 leaks[1] every day.',
    '1.1 Causes',
    '- old oil\n- worn rings',
    '2 Costs',
    '| Year | Sum | Sum |\n| --- | --- | --- |\n| 2023 | 12 | t |\n| 2024 | 15 | t |',
    'See the list of pumps.',
    '1. As measured in May.',
  ]);
  expect(sections.map(({ heading, level }) => [level, heading])).toEqual([
    [1, 'Pump report'],
    [1, '1 Findings'],
    [2, '1.1 Causes'],
    [1, '2 Costs'],
  ]);
  expect({ format, language, ...bibliography }).toEqual({
    format: 'docx',
    language: 'en',
    title: 'Pump report',
    subjects: ['seals'],
    dateCreated: '2024-05-17T10:00:00Z',
  });
});

it('reads a book', async () => {
  const { text, sections, format, bibliography } = await read('report.epub');
  expect(text).toContain('The seal of pump 7 leaks');
  expect(text).toContain('| 2023 | 12 | t |');
  expect(sections.map(({ heading }) => heading)).toEqual(['Section 1', 'Findings', 'Costs']);
  expect([format, bibliography.title]).toEqual(['epub', 'Pump report']);
});

it('says what to do with an old Word document', async () => {
  const error: unknown = await read('report.doc').catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(UnsupportedFormatError);
  expect(error).toMatchObject({ hint: 'Save it as docx with Word or LibreOffice.' });
});
