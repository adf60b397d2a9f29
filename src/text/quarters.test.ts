import { expect, it } from 'vitest';
import { quartersIn, saysPartOfYear, withShortQuarters } from './quarters.ts';

it('reads the quarters of a year in all their forms', () => {
  expect(quartersIn('In the third quarter, the fourth fiscal quarter and Q1')).toEqual(['Q3', 'Q4', 'Q1']);
  for (const form of ['2nd Quarter', '2Q', '2Q18', '2. Quartal', 'zweiten Quartal', '2e trimestre'])
    expect(quartersIn(form), form).toEqual(['Q2']);
  for (const other of ['a third of it', 'the last quarter', 'In third', 'Third', 'Q5', 'FAQ1', 'quarterly'])
    expect(quartersIn(other), other).toEqual([]);
});

it('calls them by one name', () => {
  expect(withShortQuarters('Third Quarter 2018').split(/\s+/)).toEqual(['Q3', 'quarter', '2018']);
  expect(withShortQuarters('3Q18').split(/\s+/)).toEqual(['Q3', 'quarter', '18']);
});

it('tells parts of a year from years', () => {
  expect(['Three months ended 31 March', 'Quartalszahlen', 'Q2 2025'].every(saysPartOfYear)).toBe(true);
  expect(['Year ended 31 March 2025', '2025'].some(saysPartOfYear)).toBe(false);
});
