import { expect, it } from 'vitest';
import { subjectOf, termDefined } from './subject.ts';

it('takes what stands before the first verb that says what a thing is', () => {
  expect(subjectOf('“Harbour Dues” means the sums in Annex 2.', 'en')).toBe('“Harbour Dues” ');
  expect(subjectOf('Ein Hafenmeister ist ein Beamter.', 'de')).toBe('Ein Hafenmeister ');
  expect(subjectOf('港务费是指附件二所列的款项。', 'zh')).toBe('港务费');
});

it('finds none where a sentence says what is done, or begins with the verb', () => {
  expect(subjectOf('The harbour master keeps the log.', 'en')).toBeUndefined();
  expect(subjectOf('Is it raining?', 'en')).toBeUndefined();
});

it('is defined before or right behind the verb', () => {
  expect(termDefined('“Harbour Dues” does not include the sums in Annex 2.', 'en')).toBe(
    '“Harbour Dues” does not ',
  );
  expect(termDefined('Se entiende por “Filial” toda sociedad controlada por una parte.', 'es')).toBe(
    '“Filial”',
  );
  expect(termDefined('Par « Affilié », on entend toute société contrôlée.', 'fr')).toBe('Par « Affilié », ');
  expect(termDefined('Unter „Hafen“ versteht man alle Becken.', 'de')).toBe('Unter „Hafen“ ');
  expect(termDefined('The harbour is in Tarrow.', 'en')).toBeUndefined();
});
