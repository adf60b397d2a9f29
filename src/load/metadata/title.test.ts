import { describe, expect, it } from 'vitest';
import { readableName, titleOf } from './title.ts';

function titled(headings: readonly string[], title?: string) {
  const sections = headings.map((heading, index) => ({
    heading,
    level: 1,
    charStart: index * 100,
    charEnd: 10_000,
  }));
  return titleOf({ bibliography: title === undefined ? {} : { title }, sections });
}

const pdfTitled = (title: string, page: string) => {
  const sections = page
    .split('\n')
    .map((heading, index) => ({ heading, level: 1, charStart: index, charEnd: 10_000 }));
  const pages = [{ charStart: 0, charEnd: page.length }];
  return titleOf({ bibliography: { title }, sections, format: 'pdf', text: page, pages });
};

describe('titleOf', () => {
  it('takes the title that the document has of itself', () => {
    expect(titled(['Chapter one'], 'On Tides')).toBe('On Tides');
  });

  it.each(['Microsoft Word - draft.doc', 'untitled', 'report_final', '0000012927-23', 'Presentation1'])(
    'takes a heading in place of the title %s',
    (title) => expect(titled(['On Tides'], title)).toBe('On Tides'),
  );

  describe('of a PDF', () => {
    it.each([
      ['HBL Q4 2022 release', 'HBL reports results of the fourth quarter of 2022'],
      ['hbl-20221231', 'Harbour Lines in 2022'],
    ])('is what is printed in place of a label of the file: %s', (title, page) => {
      expect(pdfTitled(title, page)).toBe(page);
      expect(titleOf({ bibliography: { title }, sections: [], format: 'pdf', text: page, pages: [] })).toBe(
        title,
      );
    });

    it('is its own where a later one of the first pages has it', () => {
      const text = 'How the tides changed the world\nThe Tides';
      const pages = [0, 31].map((charStart, index) => ({
        charStart,
        charEnd: index === 0 ? 31 : text.length,
      }));
      const sections = [{ heading: 'How the tides changed the world', level: 1, charStart: 0, charEnd: 40 }];
      const document = { sections, format: 'pdf' as const, text, pages };
      expect(titleOf({ ...document, bibliography: { title: 'The Tides' } })).toBe('The Tides');
    });

    it('is the company with the form in place of a label', () => {
      const page = 'FORM 10-K\nHARBOUR LINES, INC.';
      expect(pdfTitled('HBL 10-K FY22', page)).toBe('HARBOUR LINES, INC., FORM 10-K');
    });

    it.each([
      ['all its words are printed', 'Sonde manual', 'Manual of the new sonde'],
      ['nothing printed has its words', 'Sonde manual', 'Welcome on board, dear customer'],
      ['what is printed is shorter', 'Harbour Lines sustainability report 2022', 'Harbour Lines'],
      ['the page is a picture', 'Sonde manual', ''],
      ['words are not parted', '年次報告書2022', 'Report 2022'],
    ])('is its own where %s', (_, title, page) => expect(pdfTitled(title, page)).toBe(title));
  });

  it('does not call a table or a mailbox by a part of it', () => {
    const sections = [{ heading: 'Quarterly sales', level: 1, charStart: 0, charEnd: 10 }];
    expect(titleOf({ bibliography: {}, sections, format: 'xlsx' })).toBeUndefined();
    expect(titleOf({ bibliography: { title: 'Sales of the year' }, sections, format: 'xlsx' })).toBe(
      'Sales of the year',
    );
  });

  it('passes over what every filing prints above its company, and names the form', () => {
    const headings = [
      'UNITED STATES SECURITIES AND EXCHANGE COMMISSION',
      'Washington, D.C. 20549',
      'FORM 10-K',
      'For the fiscal year ended June 30, 2023',
      'or',
      'HARBOUR FREIGHT LINES, INC.',
      'PART I',
    ];
    expect(titled(headings)).toBe('HARBOUR FREIGHT LINES, INC., FORM 10-K');
    expect(titled(headings, headings[0])).toBe('HARBOUR FREIGHT LINES, INC., FORM 10-K');
  });

  it.each([
    ['Exhibit 99.1'],
    ['Front cover'],
    ['Table of contents'],
    ['1. Scope'],
    ['ARTICLE IV'],
    ['§ 4 Arbeitszeit'],
    ['Artikel 2 Vertragsdauer'],
    ['Securities registered:'],
  ])('does not call a document %s', (heading) => expect(titled([heading])).toBeUndefined());

  it('does not take a heading from far below', () => {
    const headings = [...Array.from({ length: 31 }, () => 'Contents'), 'Late chapter'];
    expect(titled(headings)).toBeUndefined();
  });
});

describe('readableName', () => {
  it.each([
    ['corran-weir_support-thread.txt', 'Corran weir support thread'],
    ['ADOBE_2022_10K.pdf', 'ADOBE 2022 10K'],
    ['minutes-2026-01-22.txt', 'Minutes 2026-01-22'],
    ['The%20Munt_EN.txt', 'The Munt EN'],
    ['caf%C3%A9%20menu.html', 'Café menu'],
    ['100%.txt', '100%'],
    ['a%1b[2J.txt', 'a%1b[2J'],
    ['/home/ada/On Tides.md', 'On Tides'],
    ['notes', 'notes'],
    ['---.txt', '---'],
  ])('reads %s as %s', (name, expected) => expect(readableName(name)).toBe(expected));
});
