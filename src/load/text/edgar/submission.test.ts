import { describe, expect, it } from 'vitest';
import { submissionOf } from './submission.ts';

const head = '<SEC-DOCUMENT>0000000001-95-000001.txt : 19950101\n';
const documentOf = (text: string, sequence = 1, type = '10-K') =>
  `<DOCUMENT>\n<TYPE>${type}\n<SEQUENCE>${sequence}\n<DESCRIPTION>REPORT\n<TEXT>\n${text}\n</TEXT>\n</DOCUMENT>\n`;
const textsOf = (source: string) => submissionOf(source).documents.map(({ text }) => text);

describe('the parts of a submission', () => {
  it('are a header and documents with their types', () => {
    const source = `${head}${documentOf('One.')}${documentOf('Two.', 2, 'EX-27')}</SEC-DOCUMENT>\n-----END PRIVACY-ENHANCED MESSAGE-----\n`;
    const { header, documents } = submissionOf(source);
    expect(header).toBe(head.trimEnd());
    expect(documents).toEqual([
      { type: '10-K', description: 'REPORT', fileName: '', text: 'One.' },
      { type: 'EX-27', description: 'REPORT', fileName: '', text: 'Two.' },
    ]);
  });

  it('may have tags in small letters', () => {
    expect(textsOf(documentOf('One.').replaceAll(/<[^>]*>/g, (tag) => tag.toLowerCase()))).toEqual(['One.']);
  });

  it('end where closing tags are missing', () => {
    const first = '<DOCUMENT>\n<TYPE>10-K\n<SEQUENCE>1\n<TEXT>\nOne.\n';
    expect(textsOf(first)).toEqual(['One.']);
    expect(textsOf(`${first}${documentOf('Two.', 2)}`)).toEqual(['One.', 'Two.']);
    expect(textsOf(`${first}</DOCUMENT>\n${documentOf('Two.', 2)}`)).toEqual(['One.', 'Two.']);
  });

  it('stay whole where they quote what wraps documents', () => {
    const quoted = `A file looks like this:\n${documentOf('quoted')}and so on.\n<DOCUMENT>\n<TYPE>8-K\n<SEQUENCE>1\n<TEXT>\nmore`;
    expect(textsOf(head + documentOf(quoted) + documentOf('Two.', 2))).toEqual([quoted, 'Two.']);
  });

  it.each([
    ['without a number', '<TYPE>10-K\n<FILENAME>a.txt\n'],
    ['with another tag', '<TYPE>10-K\n<FLAWED>\n<SEQUENCE>1\n'],
    ['with an empty line and words', '<TYPE>10-K\n<SEQUENCE>1\n<DESCRIPTION>ANNUAL\nREPORT\nOF 1994\n\n'],
  ])('may have a head %s below a header', (_, tags) => {
    const odd = `<DOCUMENT>\n${tags}<TEXT>\nOne.\n</TEXT>\n</DOCUMENT>\n`;
    expect(textsOf(head + odd)).toEqual(['One.']);
    expect(textsOf(head + documentOf('Two.') + odd)).toEqual(['Two.', 'One.']);
    expect(textsOf(odd)).toEqual([]);
  });

  it('may have a description of two lines', () => {
    const { documents } = submissionOf(documentOf('One.').replace('REPORT', 'LEASE BETWEEN\nACME AND BETA'));
    expect(documents).toMatchObject([{ description: 'LEASE BETWEEN', text: 'One.' }]);
  });

  it('are none in words about tags', () => {
    expect(
      textsOf('<SEC-DOCUMENT>0000000001-95-000001.txt\nThe <DOCUMENT> tag\n<DOCUMENT>\nof text'),
    ).toEqual([]);
  });
});
