import { describe, expect, it } from 'vitest';
import { bibliographyOf, pdfDate } from './bibliography.ts';

describe('bibliographyOf', () => {
  it('splits authors and keywords and leaves empty entries out', () => {
    const info = {
      title: ' On  Rivers ',
      author: 'Ada Li; Bo Ray and Cy Day; Administrator',
      keywords: 'water, flow;banks',
      subject: '',
    };
    expect(bibliographyOf(info, '')).toEqual({
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

  it('takes a program, and who made it, for no author', () => {
    const made = { author: 'Filer Online, a division of Filer & Sons', creator: 'Filer PDF Generator' };
    expect(bibliographyOf(made, 'Annual report of Sundmere plc')).toEqual({});
    const xmp = { creators: ['Pressline', 'Ada Li'], subjects: [], tools: ['Pressline 3'] };
    expect(bibliographyOf({ ...made, xmp }, '')).toEqual({ creators: ['Ada Li'] });
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
    expect(bibliographyOf({ ...info, xmp: { creators: ['Ada'], subjects: ['a'], title: 'T' } }, '')).toEqual({
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
