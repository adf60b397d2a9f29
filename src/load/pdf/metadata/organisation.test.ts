import { describe, expect, it } from 'vitest';
import { organisationOf } from './organisation.ts';

const organisation = (page: string, rest = '') =>
  organisationOf({
    text: `${page}

${rest}`,
    pages: [{ charStart: 0, charEnd: page.length }],
  });
const long = 'The tide rises twice a day. '.repeat(80);

describe('organisationOf', () => {
  it.each([
    [
      'above the caption of a form',
      'FORM 7\n\nHarbour & Sons\n\n(Exact name of registrant as specified in its charter)',
    ],
    ['before its caption', 'No. 12\n\nHarbour & Sons (Name of issuer)'],
    [
      'in a cell',
      '| Harbour & Sons |\n| --- |\n\n____________\n\n| Harbour & Sons | |\n| (Name of the company in full) | |',
    ],
    ['in a release', 'Results\n\nOslo, 5 March 2020 – Harbour & Sons (OSE: HSO) today announced'],
    [
      'of a news service',
      'PORT AVERIL, Ireland--(NEWS WIRE)-- Harbour & Sons (Euronext Dublin: HSO), a carrier, said',
    ],
  ])('is who speaks: the name %s', (_, page) => {
    expect(organisation(page, long)).toEqual({ name: 'Harbour & Sons', isAuthor: true });
  });

  it.each([
    ['the only company on a line of a cover', 'Annual report\n\nHarbour Freight GmbH', long],
    [
      'the holder of the copyright',
      `Manual\n\n${long}`,
      '© Copyright 2014–2019 Harbour Freight GmbH. All rights reserved.',
    ],
    ['the holder before the year', `Manual\n\n${long}`, 'Copyright Harbour Freight GmbH 2019'],
  ])('is who publishes: %s', (_, page, rest) => {
    expect(organisation(page, rest)).toEqual({ name: 'Harbour Freight GmbH', isAuthor: false });
  });

  it.each([
    ['two parties', 'Agreement\n\nHarbour Lines Ltd\n\nMill Lane plc'],
    ['two holders of copyright', `${long}\n\n© 2019 Harbour Lines Ltd\n\n© 2018 Mill Lane plc`],
    [
      'companies that the text is about',
      `Harbour Lines Ltd and its rivals\n\nShares of Mill Lane plc (LSE: MLN) fell. ${long}`,
    ],
    ['a line of a page that is no cover', `On tides\n\nHarbour Lines Ltd\n\n${long}`],
    ['a person who fills a form in', 'Mira Quist\n\n(Name of applicant)'],
    ['a former name', 'N/A\n\n(Former name of the company)'],
    ['a number', 'Commission file number 1-3619\n\n(Exact name of registrant)'],
    ['persons with a copyright', `${long}\n\n© 2019 Mira Quist`],
  ])('is nobody for %s', (_, page) => expect(organisation(page)).toBeUndefined());

  it('is written as in the text where the page has it in capitals', () => {
    expect(organisation('HARBOUR.COM, INC.', 'At Harbour.com, Inc. we sail.')?.name).toBe(
      'Harbour.com, Inc.',
    );
    expect(organisation('HARBOUR.COM, INC.', 'HARBOUR.COM, INC.')?.name).toBe('HARBOUR.COM, INC.');
  });
});
