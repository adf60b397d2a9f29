import { describe, expect, it } from 'vitest';
import type { LayoutRun, Page } from '../../types.ts';
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

const pageOf = (page: { charStart: number; charEnd: number; layout?: LayoutRun[] }): Page => ({
  number: 1,
  width: 600,
  height: 800,
  layout: [],
  ...page,
});

const pdfTitled = (title: string, page: string) => {
  const sections = page
    .split('\n')
    .map((heading, index) => ({ heading, level: 1, charStart: index, charEnd: 10_000 }));
  const pages = [pageOf({ charStart: 0, charEnd: page.length })];
  return titleOf({ bibliography: { title }, sections, format: 'pdf', text: page, pages });
};

const pageTitled = (title: string, headings: readonly (readonly [string, level: number])[]) =>
  titleOf({
    bibliography: { title },
    format: 'html',
    text: headings.map(([heading]) => heading).join('\n'),
    sections: headings.map(([heading, level], charStart) => ({
      heading,
      level,
      charStart,
      charEnd: 10_000,
    })),
  });

/** The title of a first page with headings, each so high and so far from the left, behind entries of the outline. */
function headed(
  lines: readonly (readonly [text: string, height: number, x0?: number])[],
  outline: readonly string[] = [],
): string | undefined {
  const body = ['and so on '.repeat(9), 10] as const;
  const layout: LayoutRun[] = [];
  let text = '';
  const printed = [...lines, body].map(([heading, height, x0 = 50]) => {
    const charStart = text.length;
    for (const { index, 0: word } of heading.matchAll(/\S+/g)) {
      const start = charStart + index;
      layout.push({ charStart: start, charEnd: start + word.length, x0, y0: 0, x1: x0 + 50, y1: height });
    }
    text += `${heading}\n`;
    return { heading, level: 1, charStart, charEnd: text.length };
  });
  const others = outline.map((heading) => ({ heading, level: 1, charStart: 0, charEnd: 9 }));
  const sections = [...others, ...printed.slice(0, -1)];
  const pages = [pageOf({ charStart: 0, charEnd: text.length, layout })];
  return titleOf({ bibliography: {}, format: 'pdf', text, pages, sections });
}

/** The title above a question and its answer, which come again. */
const questions = (asked: string) =>
  headed([
    ['Guide for farmers', 20],
    ['Question', 20],
    [asked, 10],
    ['Answer', 20],
    ['Question', 20],
  ]);

describe('titleOf', () => {
  it('takes the title that the document has of itself', () => {
    expect(titled(['Chapter one'], 'On Tides')).toBe('On Tides');
  });

  it.each(['Microsoft Word - draft.doc', 'untitled', 'report_final', 'a', '0000012927-23', 'Presentation1'])(
    'takes a heading in place of the title %s',
    (title) => expect(titled(['On Tides'], title)).toBe('On Tides'),
  );

  it('is the company of a form for the SEC, whose name is no heading', () => {
    const text = [
      'FORM 8-K',
      'CURRENT REPORT',
      'Harbour Lines, Inc.',
      '(Exact name of registrant as specified in its charter)',
    ].join('\n');
    const sections = [{ heading: 'FORM 8-K CURRENT REPORT', level: 1, charStart: 0, charEnd: text.length }];
    expect(titleOf({ bibliography: {}, format: 'html', text, sections })).toBe(
      'Harbour Lines, Inc., FORM 8-K',
    );
  });

  describe('of a PDF', () => {
    it.each([
      ['HBL Q4 2022 release', 'HBL reports results of the fourth quarter of 2022'],
      ['hbl-20221231', 'Harbour Lines in 2022'],
      ['hbl', 'Bye-laws of Harbour Lines (HBL)'],
    ])('is what is printed in place of a label of the file: %s', (title, page) => {
      expect(pdfTitled(title, page)).toBe(page);
      expect(titleOf({ bibliography: { title }, sections: [], format: 'pdf', text: page, pages: [] })).toBe(
        title,
      );
    });

    it('is its own where a later one of the first pages has it', () => {
      const text = 'How the tides changed the world\nThe Tides';
      const pages = [0, 31].map((charStart, index) =>
        pageOf({ charStart, charEnd: index === 0 ? 31 : text.length }),
      );
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
      ['words are not parted', '年次報告書2022', '環境報告 2022'],
    ])('is its own where %s', (_, title, page) => expect(pdfTitled(title, page)).toBe(title));

    it.each([
      ['of a site', 'Pumpfinder - Makes it simple to get every guide!', 'Pump with four channels'],
      ['in another script', '临床试验知情同意书', 'Consent to take part'],
      ['with the name of a workbook', 'Pricing model 2% - approved.xlsm', 'Tariff label'],
      ['with the name of a macro file', 'letter to all.dotm', 'Dear customer'],
    ])('gives way where it is a title %s', (_, title, page) => expect(pdfTitled(title, page)).toBe(page));

    it('gives way where it is in another script, of which the first pages have only the company', () => {
      const page = 'Relay with two channels\n深圳市艾尔赛科技有限公司';
      expect(pdfTitled('艾尔赛直流降压模块', page)).toBe('Relay with two channels');
    });

    it('is its own where numbers of it are on the page, in a running head that says little else', () => {
      const title = 'Gemeinsames Ministerialblatt Nr. 52 vom 29. Oktober 2008';
      expect(pdfTitled(title, 'Seite 1092 GMBl 2008 Nr. 52')).toBe(title);
    });

    it('is its own where what is printed is an item or in a code of its own', () => {
      expect(pdfTitled('临床试验知情同意书', 'A. Consent')).toBe('临床试验知情同意书');
      expect(pdfTitled('临床试验知情同意书', '[ÉÇÉÜtuÄx VöÅtÜt')).toBe('临床试验知情同意书');
    });
  });

  describe('of a page', () => {
    const cover = [
      ['FORM 10-K', 2],
      ['CURRENT REPORT', 2],
      ['HARBOUR LINES, INC.', 1],
    ] as const;

    it.each(['hbl-20221231', 'tm2415452-18 hbl2 - none - 26.4219618s', 'Form 10-K', '10-K', 'Document'])(
      'is the highest heading with the form in place of %s',
      (title) => expect(pageTitled(title, cover)).toBe('HARBOUR LINES, INC., FORM 10-K'),
    );

    it.each(['Harbour Lines in 2022', 'Harbour Lines'])('is its own: %s', (title) =>
      expect(pageTitled(title, cover)).toBe(title),
    );

    it('is its own where no heading is a title', () => {
      expect(pageTitled('hbl-20221231', [['PART I', 1]])).toBe('hbl-20221231');
    });
  });

  describe('of a PDF without one of its own', () => {
    it('is the heading that comes again, of those in the largest type', () => {
      const cover = [
        ['HARBOUR TOWERS', 10],
        ['OFFICE LEASE', 10],
        ['HARBOUR LINES, INC.', 10],
        ['OFFICE LEASE', 10],
      ] as const;
      expect(headed(cover)).toBe('OFFICE LEASE');
      expect(headed([['Towers', 20], ...cover])).toBe('Towers');
    });

    it('is no heading that comes again below text', () => {
      expect(questions('Who pays?')).toBe('Guide for farmers');
      expect(questions('who pays '.repeat(20))).toBe('Guide for farmers');
    });

    it('is the first heading in the largest type', () => {
      const lines = [
        ['Harbour Lines', 12],
        ['Annual report', 30],
        ['Ships', 28],
      ] as const;
      expect(headed(lines)).toBe('Annual report');
    });

    it('is the title whose words a figure below repeats', () => {
      const lines = [
        ['Vela: An Agent for Harbour Search', 12],
        ['Harbour Search', 30],
      ] as const;
      expect(headed(lines)).toBe('Vela: An Agent for Harbour Search');
    });

    it('is neither a journal that is cited nor the citation', () => {
      const lines = [
        ['J. Tides (I955) I28, 54I-546', 30],
        ['Harbour Studies', 30],
        ['Of ships', 12],
        ['Harbour Studies 137 (2015) 1–5', 9],
      ] as const;
      expect(headed(lines)).toBe('Of ships');
    });

    it('is no note in the corner in the type of the text', () => {
      expect(headed([['Signed version', 10, 450]])).toBeUndefined();
      expect(headed([['Signed version', 20, 450]])).toBe('Signed version');
    });

    it('is no number of the page, but what the outline calls it else', () => {
      expect(headed([['Harbour Lines', 12]], ['Diapo 1'])).toBe('Harbour Lines');
      expect(headed([['Harbour Lines', 12]], ['Order of the harbour'])).toBe('Order of the harbour');
    });
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
    ['harbour.com/papers Paper'],
  ])('does not call a document %s', (heading) => expect(titled([heading])).toBeUndefined());

  it('is the first lines in capitals of plain text without headings', () => {
    const text = 'HARBOUR LINES, INC.\nTERMS OF CARRIAGE\nThese terms hold for all ships.';
    expect(titleOf({ bibliography: {}, sections: [], format: 'text', text })).toBe(
      'HARBOUR LINES, INC. TERMS OF CARRIAGE',
    );
    expect(titleOf({ bibliography: {}, sections: [], format: 'text', text: 'These terms.' })).toBeUndefined();
    expect(titleOf({ bibliography: {}, sections: [], format: 'text', text: 'NOTICE\n\nx' })).toBeUndefined();
  });

  it.each([
    'Untitled document',
    'Presentazione standard di PowerPoint',
    'PowerPoint-Präsentation',
    'blob:https://site.com/1854c75c',
  ])('is not what a program calls it, as %s', (title) =>
    expect(titled(['Harbour fees 2025'], title)).toBe('Harbour fees 2025'),
  );

  it('is no code in place of what is printed', () => {
    expect(titled(['On Tides'], 'ab-39-3-4-0902-21:ab-0')).toBe('On Tides');
    expect(titled(['On Tides'], 'COVID-19')).toBe('COVID-19');
  });

  it.each(['Introduction', 'Executive Summary', '1. Scope', '2.1. Scope'])(
    'is no heading below the first section: %s',
    (section) => {
      expect(titled([section, 'Of the facts'])).toBeUndefined();
      expect(titled(['On Tides', section, 'Of the facts'])).toBe('On Tides');
    },
  );

  it('is of a deck what its first slide prints as its title', () => {
    const text = 'On Tides\nThe Skelland quay';
    const pages = [pageOf({ charStart: 0, charEnd: 8 }), pageOf({ charStart: 8, charEnd: text.length })];
    const deck = (first: string) =>
      titleOf({
        bibliography: {},
        format: 'pptx',
        text,
        pages,
        sections: [
          { heading: first, level: 1, charStart: 0, charEnd: 9 },
          { heading: 'The Skelland quay', level: 1, charStart: 9, charEnd: text.length },
        ],
      });
    expect(deck('On Tides')).toBe('On Tides');
    expect(deck('Slide 1')).toBeUndefined();
    expect(deck('Notes')).toBeUndefined();
  });

  it('has no mark that opens a quotation without its end', () => {
    expect(titled(['“Harbour Lines', 'Earnings call”'])).toBe('Harbour Lines');
    expect(titled(['“On Tides”'])).toBe('“On Tides”');
  });

  it('is what an exhibit is called behind its number', () => {
    expect(titled(['Exhibit 1.01 Report on Harbours', 'Executive Summary'])).toBe('Report on Harbours');
    expect(titled(['Exhibit 99.1', 'Report on Harbours'])).toBe('Report on Harbours');
  });

  it('is a heading that begins where an entry of the outline calls it a section', () => {
    const sections = ['Highlights', 'On Tides'].map((heading, index) => ({
      heading,
      level: index + 1,
      charStart: 0,
      charEnd: 10_000,
    }));
    expect(titleOf({ bibliography: {}, sections })).toBe('On Tides');
  });

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
