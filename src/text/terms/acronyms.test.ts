import { describe, expect, it } from 'vitest';
import { acronymMarks, acronymsIn } from './acronyms.ts';

const cases: [fact: string, text: string, acronyms: string][] = [
  [
    'a long form before brackets',
    'after the Purchase Price Allocation (PPA).',
    'PPA = Purchase Price Allocation',
  ],
  ['a long form in brackets', 'PPA (purchase price allocation) is', 'PPA = purchase price allocation'],
  ['quotes and articles', 'the Trade Commission (the “TC”)', 'TC = Trade Commission'],
  [
    'small words between',
    'Securities and Exchange Commission ("SEC")',
    'SEC = Securities and Exchange Commission',
  ],
  ['letters inside words', 'magnetoencephalography (MEG)', 'MEG = magnetoencephalography'],
  ['plurals', 'hidden Markov models (HMMs)', 'HMM = hidden Markov models'],
  ['digits', 'type 2 diabetes mellitus (T2DM)', 'T2DM = type 2 diabetes mellitus'],
  ['nothing where letters do not fit', 'the report (PPA) and a board (XYZ)', ''],
  ['nothing beyond the sentence', 'Purchase price. Allocation (PPA)', ''],
  ['nothing but a longer form', 'PPA (PPA of 2020), cell (CE)', ''],
  ['no ordinary words in brackets', 'a table (Annex), (see), (1998)', ''],
];

describe('acronymsIn', () => {
  it.each(cases)('finds %s', (_, text, acronyms) => {
    expect(
      acronymsIn(text)
        .map(({ short, long }) => `${short} = ${long}`)
        .join('; '),
    ).toBe(acronyms);
  });
});

it('marks where acronyms stand in brackets or before some, as a query in brackets does', () => {
  expect(acronymMarks('Purchase Price Allocation (PPAs) and SEC (the Commission) (see)')).toEqual([
    '(ppa)',
    '(sec)',
  ]);
  expect(acronymMarks('(PPA)')).toEqual(['(ppa)']);
  expect(acronymMarks('PPA and SEC')).toEqual([]);
});
