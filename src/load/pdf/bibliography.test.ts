import { describe, expect, it } from 'vitest';
import { bibliographyOf, isoDate } from './bibliography.ts';

describe('bibliographyOf', () => {
  it('splits authors and keywords and leaves empty entries out', () => {
    const info = {
      title: ' On  Rivers ',
      author: 'Ada Li; Bo Ray and Cy Day; Administrator',
      keywords: 'water, flow;banks',
      subject: '',
    };
    expect(bibliographyOf(info)).toEqual({
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
    expect(bibliographyOf({ title })).toEqual({});
  });
});

describe('isoDate', () => {
  it.each([
    ["D:20230117185757Z00'00'", '2023-01-17T18:57:57Z'],
    ["D:20090401163925-07'00'", '2009-04-01T16:39:25-07:00'],
    ['D:202301', '2023-01'],
    ['1999', '1999'],
    ['D:20231345', undefined],
    ['yesterday', undefined],
    [undefined, undefined],
  ])('reads %s as %s', (value, expected) => {
    expect(isoDate(value)).toBe(expected);
  });
});
