import { expect, it } from 'vitest';
import { periodsIn, quartersIn, saysOtherPeriod, saysQuarter, withShortQuarters } from './quarters.ts';

it.each(
  [
    ['3rd Quarter', 'third-quarter', 'quarter 3', 'third fiscal quarter'],
    ['Q3', 'Q3FY25', '3Q', '3Q18', '3QFY25', 'T3 2025', '3T 2025'],
    ['3. Quartal', 'dritten Quartal', '3e trimestre', 'troisième trimestre'],
    ['第三季度', '2025年第3季度', '2025年Q3', '第三四半期'],
  ].flat(),
)('reads a quarter of a year: %s', (form) => {
  expect(quartersIn(form)).toEqual(['Q3']);
});

it('reads all of several quarters', () => {
  expect(quartersIn('In the third quarter, the fourth fiscal quarter and Q1')).toEqual(['Q3', 'Q4', 'Q1']);
  expect(quartersIn('the third and fourth quarters')).toEqual(['Q3', 'Q4']);
  expect(quartersIn('the first, second and third quarter')).toEqual(['Q1', 'Q2', 'Q3']);
});

it.each(
  [
    ['a third of it', 'the last quarter', 'In third', 'Third', 'second to last quarter'],
    ['Q5', 'FAQ1', 'Q325', 'T3 cells', 'quarterly', 'quarter 1,200'],
  ].flat(),
)('reads no quarter of a year: %s', (other) => {
  expect(quartersIn(other)).toEqual([]);
});

it('calls them by one name', () => {
  expect(withShortQuarters('Third Quarter 2018').split(/\s+/)).toEqual(['Q3', 'quarter', '2018']);
  expect(withShortQuarters('3Q18').split(/\s+/)).toEqual(['Q3', 'quarter', '18']);
  expect(withShortQuarters('Q3FY25').split(/\s+/)).toEqual(['Q3', 'quarter', 'FY25']);
});

it('tells what is as long as a quarter from other periods, and these from days and other words', () => {
  for (const text of [
    'Three months ended 31 March',
    '13 weeks ended',
    'Three and nine months',
    'Quartalszahlen',
  ])
    expect([text, saysQuarter(text), saysOtherPeriod(text)]).toEqual([text, true, false]);
  for (const text of [
    'Year ended 31 March',
    'Six months',
    '39 weeks',
    'Geschäftsjahr 2025',
    'FY25',
    'H1 2025',
  ])
    expect([text, saysQuarter(text), saysOtherPeriod(text)]).toEqual([text, false, true]);
  for (const text of ['30 September 2025', '2025', 'quartz', 'message', 'yearling'])
    expect(periodsIn(text), text).toEqual([]);
});

it('takes a quarter-final for no quarter', () => {
  expect(quartersIn('The 3rd quarter-final was played in 2025.')).toEqual([]);
});
