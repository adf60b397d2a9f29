import { describe, expect, it } from 'vitest';
import { definedIn, subjectOf } from './subject.ts';

it('takes what stands before the first verb that says what a thing is', () => {
  expect(subjectOf('“Harbour Dues” means the sums in Annex 2.', 'en')).toBe('“Harbour Dues” ');
  expect(subjectOf('Ein Hafenmeister ist ein Beamter.', 'de')).toBe('Ein Hafenmeister ');
  expect(subjectOf('港务费是指附件二所列的款项。', 'zh')).toBe('港务费');
});

it('finds none where a sentence says what is done, or begins with the verb', () => {
  expect(subjectOf('The harbour master keeps the log.', 'en')).toBeUndefined();
  expect(subjectOf('Is it raining?', 'en')).toBeUndefined();
});

describe('what a sentence defines', () => {
  it.each([
    ['“Harbour Dues” does not include the sums in Annex 2.', 'en', ['Harbour Dues'], true],
    ['If no date is given, “Start Date” means the date of signature.', 'en', ['Start Date'], false],
    [
      '1. The Harbour Dues, as used in this contract, shall mean the sums in Annex 2.',
      'en',
      ['Harbour Dues'],
      false,
    ],
    ['“Holding” and “Subsidiary” mean companies.', 'en', ['Holding', 'Subsidiary'], false],
    ['Se entiende por “Filial” toda sociedad controlada por una parte.', 'es', ['Filial'], false],
    ['Par « Affilié », on entend toute société contrôlée.', 'fr', ['Affilié'], false],
    ['Unter „Hafen“ versteht man alle Becken.', 'de', ['Hafen'], false],
  ])('is a term: %s', (text, language, terms, isDenied) => {
    expect(definedIn(text, language)).toEqual({ terms, isDenied });
  });

  it.each([
    'The harbour is in Tarrow.',
    'A red light means that the battery is empty.',
    'The starter kit includes a meter.',
    'The Starter Kit includes a meter.',
    'The “Fee” is paid from the general fund of the club, which in the end always means that it is late.',
  ])('is nothing where no term stands before the verb: %s', (text) => {
    expect(definedIn(text, 'en')).toBeUndefined();
  });

  it('is no noun of German without quotation marks', () => {
    expect(definedIn('Das Ehrenamt Meier bezeichnet jeder anders.', 'de')).toBeUndefined();
  });
});
