import { describe, expect, it } from 'vitest';
import { filingBibliography } from './header.ts';

const none = { type: '10-K', text: '' };
const fields = (...lines: readonly string[]) => lines.join('\n');

describe('what a header says', () => {
  it('is company, form and period as the title, and when it was filed', () => {
    const header = fields(
      'CONFORMED SUBMISSION TYPE:\t10-K',
      'CONFORMED PERIOD OF REPORT:\t19931231',
      'FILED AS OF DATE:\t\t19940321',
      'FILER:',
      '\t\tCOMPANY CONFORMED NAME:\t\t\tACME CORP',
    );
    expect(filingBibliography(header, none)).toEqual({
      title: 'ACME CORP, Form 10-K, 1993-12-31',
      creators: ['ACME CORP'],
      dateCreated: '1994-03-21',
    });
  });

  it('names whom it is about, and who filed it', () => {
    const header = fields(
      '<TYPE>SC 13D',
      '<FILING-DATE>19950915',
      '<SUBJECT-COMPANY>',
      '<CONFORMED-NAME>ACME CORP',
      '<FILED-BY>',
      '<CONFORMED-NAME>LEE ANN',
      '<CONFORMED-NAME>LEE ANN',
    );
    expect(filingBibliography(header, none)).toEqual({
      title: 'ACME CORP, Form SC 13D',
      creators: ['LEE ANN'],
      dateCreated: '1995-09-15',
    });
  });

  it('is on the cover where there is no header', () => {
    const text =
      '   FORM 10-K405\n\nFor the fiscal year ended December 31, 2000\n\n      ACME, INC.\n   -----\n (Exact name of registrant as specified in its charter)\n';
    expect(filingBibliography('', { type: '10-K405', text })).toEqual({
      title: 'ACME, INC., Form 10-K405, 2000-12-31',
      creators: ['ACME, INC.'],
    });
    expect(filingBibliography('', { type: 'S-3', text }).title).toBe('ACME, INC., Form S-3');
  });

  it('is nothing where it says nothing', () => {
    expect(filingBibliography('FILED AS OF DATE:\tsoon', { type: '', text: 'Words.' })).toEqual({});
  });
});
