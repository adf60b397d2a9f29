import { describe, expect, it } from 'vitest';
import { bibliographyOf as bibliographyOfPages, pdfDate } from './bibliography.ts';
import type { PdfInfo } from '../content.ts';

const bibliographyOf = (info: PdfInfo, text: string) => bibliographyOfPages(info, { text, pages: [] });

describe('bibliographyOf', () => {
  it('splits authors and keywords and leaves empty entries out', () => {
    const info = {
      title: ' On  Rivers ',
      author: 'Ada Li; Bo Ray and Cy Day; Administrator',
      keywords: 'water, flow;banks',
      subject: '',
    };
    expect(bibliographyOf(info, 'By Ada Li, Bo Ray and C. Day')).toEqual({
      title: 'On Rivers',
      creators: ['Ada Li', 'Bo Ray', 'Cy Day'],
      subjects: ['water', 'flow', 'banks'],
    });
  });

  it.each([
    'Microsoft Word - draft.doc',
    'report_final.pdf',
    'untitled',
    'Document1',
    '0000012927-23-000007',
    'PowerPoint.pptx',
  ])('ignores the title %s', (title) => {
    expect(bibliographyOf({ title }, '')).toEqual({});
  });

  it('leaves out what ReportLab writes in want of something', () => {
    const info = { title: '(anonymous)', author: '(anonymous)', subject: '(unspecified)' };
    expect(bibliographyOf(info, '')).toEqual({});
  });

  it('takes a program, and who made it, for no author', () => {
    const made = { author: 'Filer Online, a division of Filer & Sons', creator: 'Filer PDF Generator' };
    expect(bibliographyOf(made, 'Annual report of Sundmere plc')).toEqual({});
    const xmp = { creators: ['Pressline', 'Ada Li'], subjects: [], tools: ['Pressline 3'] };
    expect(bibliographyOf({ ...made, xmp }, 'By Ada Li')).toEqual({ creators: ['Ada Li'] });
  });
});

const authorOf = (author: string, text: string) => bibliographyOf({ author }, text).creators;

describe('authors', () => {
  it.each([
    'OFFICE-PC',
    'm.quist',
    'Quist, Mira',
    'u4711',
    'Windows User',
    'Filing desk',
    'Mira Quist',
    '김민지',
  ])('are none who typed or filed the document: %s', (author) =>
    expect(authorOf(author, 'On tides')).toBeUndefined(),
  );

  it.each([
    ['Quist, Mira', 'On tides, by Mira Quist'],
    ['MTB', 'The Marine Technology Board (MTB) reports'],
    ['Mira Quist', 'Memorandum of M. Quist'],
    ['Mira Quist', 'Memorandum (Mira A. Quist)'],
    ['Juan de la Torre', 'By Juan de la Torre'],
    ['김민지', '보고서 김민지'],
  ])('are named in the text: %s', (author, text) => expect(authorOf(author, text)).toEqual([author]));

  it('are whoever speaks, where a form or a release says who that is', () => {
    const form =
      'HARBOUR LINES, INC.\n\n(Exact name of registrant as specified in its charter)\n\nHarbour Lines, Inc. sails.';
    expect(bibliographyOf({ author: 'Mira Quist' }, form)).toEqual({
      creators: ['Harbour Lines, Inc.'],
      publisher: 'Harbour Lines, Inc.',
    });
  });
});

describe('bibliographyOf with XMP', () => {
  const xmp = {
    title: 'On Rivers',
    creators: ['Ada Li; Bo Ray'],
    subjects: ['water', 'banks'],
    description: 'How they flow',
    created: '2024-05-17T10:00:00+02:00',
    publisher: 'River Press',
    containerTitle: 'Journal of Water',
    doi: '10.1000/182',
  };

  it('takes from it what the information dictionary leaves out', () => {
    const { creators: _creators, created, ...rest } = xmp;
    expect(bibliographyOf({ title: 'Microsoft Word - a.doc', author: 'Unknown', xmp }, '')).toEqual({
      ...rest,
      creators: ['Ada Li', 'Bo Ray'],
      dateCreated: created,
    });
  });

  it('leaves what the information dictionary says, and junk titles', () => {
    const info = {
      title: 'Rivers',
      author: 'Cy Day',
      keywords: 'sand',
      subject: 'Of sand',
      created: 'D:2001',
    };
    expect(
      bibliographyOf({ ...info, xmp: { creators: ['Ada'], subjects: ['a'], title: 'T' } }, 'By Cy Day'),
    ).toEqual({
      title: 'Rivers',
      creators: ['Cy Day'],
      subjects: ['sand'],
      description: 'Of sand',
      dateCreated: '2001',
    });
    expect(bibliographyOf({ xmp: { title: 'untitled', creators: [], subjects: [] } }, '')).toEqual({});
  });
});

describe('pdfDate', () => {
  it.each([
    ["D:20230117185757Z00'00'", '2023-01-17T18:57:57Z'],
    ["D:20090401163925-07'00'", '2009-04-01T16:39:25-07:00'],
    ['D:202301', '2023-01'],
    ['1999', '1999'],
    ['D:20231345', undefined],
    ['yesterday', undefined],
    [undefined, undefined],
  ])('reads %s as %s', (value, expected) => {
    expect(pdfDate(value)).toBe(expected);
  });
});
