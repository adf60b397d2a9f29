import { expect, it } from 'vitest';
import { describeOtherLanguage } from './other-language.ts';

const german = 'Wie lange ist die Kündigungsfrist des Vertrags, und wer darf ihn kündigen?';

it('names the languages of the question and of what was found', () => {
  expect(describeOtherLanguage(german, ['en', undefined, 'fr', 'en'])).toMatch(
    /in German, and what was found is in English, French:/,
  );
});

it('tells short questions by their small words', () => {
  expect(describeOtherLanguage('Welches Recht gilt für den Vertrag?', ['en'])).toMatch(/in German/);
  expect(describeOtherLanguage('Quelle loi régit le contrat ?', ['en'])).toMatch(/in French/);
  expect(describeOtherLanguage('Which law governs the contract?', ['de'])).toMatch(/in English/);
  expect(describeOtherLanguage('Term of Mill Lane?', ['de'])).toBeUndefined();
  expect(describeOtherLanguage('Wat is de huur in Utrecht?', ['nl'])).toBeUndefined();
});

it('says nothing where one of the languages is the same, or one of the two is not known', () => {
  expect(describeOtherLanguage(german, ['en', 'de'])).toBeUndefined();
  expect(describeOtherLanguage(german, [undefined, 'en'])).toBeUndefined();
  expect(describeOtherLanguage(german, [])).toBeUndefined();
  expect(describeOtherLanguage('Rent?', ['de'])).toBeUndefined();
});

it('compares languages by their first part, however documents write them', () => {
  expect(describeOtherLanguage(german, ['de-AT'])).toBeUndefined();
  expect(describeOtherLanguage(german, ['en_US', 'en-GB', '?'])).toMatch(/what was found is in English:/);
  const norwegian = 'Hvor lenge er oppsigelsestiden i avtalen, og hvem kan si den opp før den er over?';
  expect(describeOtherLanguage(norwegian, ['nb'])).toBeUndefined();
});
