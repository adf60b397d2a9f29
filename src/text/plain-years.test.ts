import { expect, it } from 'vitest';
import { withPlainYears, withYearsAlone } from './plain-years.ts';

it('writes a fiscal year as its number', () => {
  expect(withPlainYears('FY26, FY’99, fy 2025, FY2024')).toBe('2026, 1999, 2025, 2024');
});

it('leaves what is no year', () => {
  expect(withPlainYears('FY126, XFY26, FY2026a')).toBe('FY126, XFY26, FY2026a');
});

it.each([
  ['the cash at the end of fiscal year 2022?', 'the cash at the 2022?'],
  ['the debt at year end 2016 and 2017', 'the debt at 2016 and 2017'],
  ['for the year ended 31 December 2017', 'for the 31 December 2017'],
  ['Umsatz am Ende des Geschäftsjahres 2022', 'Umsatz am 2022'],
  ['le bénéfice à la clôture de l’exercice 2022', 'le bénéfice à la 2022'],
  ['la deuda al final del ejercicio 2022', 'la deuda al 2022'],
  ['gli attivi alla fine dell’esercizio 2022', 'gli attivi alla 2022'],
])('reads a year without what it is called: %s', (question, plain) => {
  expect(withYearsAlone(question)).toBe(plain);
});

it.each([
  'When does the term end in 2025?',
  'When does the fiscal year end?',
  'How many years were paid?',
  'What is the fine of 2000 euros?',
])('leaves what says something else: %s', (question) => {
  expect(withYearsAlone(question)).toBe(question);
});
