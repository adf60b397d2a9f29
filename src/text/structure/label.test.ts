import { expect, it } from 'vitest';
import { isForm, labelled, saysValue } from './label.ts';

it.each([
  ['Due date: 3 March', 'Due date', '3 March'],
  ['- **Due date:** 3 March', 'Due date', '3 March'],
  ['*Levy* — a tax that is collected', 'Levy', 'a tax that is collected'],
  ['2.1 Scope - all boats', 'Scope', 'all boats'],
  ['付款期限：30天', '付款期限', '30天'],
  ['- Supply voltage\n  24 V', 'Supply voltage', '24 V'],
  ['Paid by:', 'Paid by', ''],
  ['• air temperature = 45 °C', 'air temperature', '45 °C'],
])('parts what is named from what is said of it: %j', (line, label, value) => {
  expect(labelled(line)).toEqual({ label, value });
});

it.each([
  'It rains.',
  'It opens at 10:30',
  'See https://example.org',
  'It is late. Note: go',
  '12: 30',
  'Patients (n = 120) came',
])('finds no label in %j', (line) => {
  expect(labelled(line)).toBeUndefined();
});

it('tells a statement from a numbered title', () => {
  expect(['Deposit: 500', 'Law: Ireland', 'Room 3: 40 seats'].map(saysValue)).toEqual([true, true, true]);
  expect(['Chapter 3: Results', 'Annex B: Fees', 'Fees:'].map(saysValue)).toEqual([false, false, false]);
});

it('knows a form by its lines', () => {
  expect(isForm(['Name: Mara', 'Remarks:', 'Born: 1990'])).toBe(true);
  expect(isForm(['We know: the probe', 'is small.'])).toBe(false);
  expect(isForm(['Name: Mara'])).toBe(false);
});
