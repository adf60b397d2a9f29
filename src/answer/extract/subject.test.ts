import { expect, it } from 'vitest';
import { subjectOf } from './subject.ts';

it('takes what stands before the first verb that says what a thing is', () => {
  expect(subjectOf('“Harbour Dues” means the sums in Annex 2.', 'en')).toBe('“Harbour Dues” ');
  expect(subjectOf('Ein Hafenmeister ist ein Beamter.', 'de')).toBe('Ein Hafenmeister ');
  expect(subjectOf('港务费是指附件二所列的款项。', 'zh')).toBe('港务费');
});

it('finds none where a sentence says what is done, or begins with the verb', () => {
  expect(subjectOf('The harbour master keeps the log.', 'en')).toBeUndefined();
  expect(subjectOf('Is it raining?', 'en')).toBeUndefined();
});
