import { expect, it } from 'vitest';
import { createRandom } from '../../../util/random.ts';
import { builtInFormat, formatOf, kindOfCode, numberText } from './number-format.ts';

it.each([
  ['0.30000000000000004', 'number', '0.3'],
  ['0.08999999999999986', 'number', '0.09'],
  ['-0.005000000000000006', 'number', '-0.005'],
  ['3.1662857142857144', 'number', '3.16628571428571'],
  ['0.093124999999999680', 'number', '0.093125'],
  ['3.14159000000123', 'number', '3.14159000000123'],
  ['9603.4398400014793', 'number', '9603.43984000148'],
  ['123456.000000001', 'number', '123456.000000001'],
  ['0.0314159000000123', 'percent', '3.14159000000123%'],
  ['0.010000000000123', 'percent', '1.0000000000123%'],
  ['0.089999999999999858', 'percent', '9%'],
  ['1.1000000000000001', 'number', '1.1'],
  ['12345678901234567890', 'number', '12345678901234567890'],
  ['1E-7', 'number', '1e-7'],
  ['0.07', 'percent', '7%'],
  ['45429', 'date', '2024-05-17'],
  ['45429.4375', 'month', '2024-05'],
  ['45429', 'year', '2024'],
  ['45429.4375', 'date', '2024-05-17 10:30'],
  ['45429.999999', 'date', '2024-05-18'],
  ['1', 'date', '1900-01-01'],
  ['59', 'date', '1900-02-28'],
  ['61', 'date', '1900-03-01'],
  ['2958465', 'date', '9999-12-31'],
  ['-1', 'date', '-1'],
  ['9999999', 'date', '9999999'],
  ['2958466', 'date', '2958466'],
  ['0.385428', 'time', '09:15:01'],
  ['1.25', 'duration', '30:00:00'],
  ['text', 'number', 'text'],
] as const)('writes %s, a %s, as %s', (source, kind, text) => {
  expect(numberText(source, { kind }, false)).toBe(text);
});

it('keeps what was entered, up to 15 digits', () => {
  const random = createRandom(15);
  for (let count = 0; count < 2000; count++) {
    const digits = 1 + Math.floor(random() * 15);
    const zeros = 10 ** Math.floor(random() * 12);
    const entered = Number((Math.floor(random() * 10 ** 4) * zeros + random()).toPrecision(digits));
    // Excel writes 17 digits of it.
    expect(Number(numberText(entered.toPrecision(17), { kind: 'number' }, false))).toBe(entered);
  }
});

it('counts dates from 1904 where a workbook does, and times of the day from midnight', () => {
  expect(numberText('43967.5', { kind: 'date' }, true)).toBe('2024-05-17 12:00');
  expect(numberText('0.5', { kind: 'time' }, true)).toBe('12:00');
});

it.each([
  ['General', 'number'],
  ['#,##0.00 "days"', 'number'],
  ['[Red]0.0%;-0%', 'percent'],
  ['dd.mm.yyyy hh:mm', 'date'],
  ['[$-409]mmmm', 'date'],
  ['mmm\\ yy', 'month'],
  ['yyyy', 'year'],
  ['h:mm AM/PM', 'time'],
  ['[h]:mm', 'duration'],
  [String.raw`\d0`, 'number'],
] as const)('knows %s as the format of a %s', (code, kind) => {
  expect(kindOfCode(code)).toBe(kind);
});

it('knows the formats that have only a number', () => {
  expect([1, 9, 14, 20, 22, 46].map((id) => builtInFormat(id).kind)).toEqual([
    'number',
    'percent',
    'date',
    'time',
    'date',
    'duration',
  ]);
});

it('shows the digits that a format says, and all where it says none', () => {
  expect(numberText('0.93827160493', formatOf('0.0%'), false)).toBe('93.8%');
  expect(numberText('1234.5', builtInFormat(4), false)).toBe('1,234.50');
  expect(numberText('1234.5678', formatOf('General'), false)).toBe('1234.5678');
  expect(numberText('0', builtInFormat(43), false)).toBe('0');
});
