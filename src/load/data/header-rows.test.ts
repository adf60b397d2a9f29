import { describe, expect, it } from 'vitest';
import { hasHeader, isValue, countNotes, countNotesBelow } from './header-rows.ts';

it.each([
  ['12', true],
  ['-1.234,50 €', true],
  ['$ 12', true],
  ['(3.5)', true],
  ['7 %', true],
  ['2024-05-17', true],
  ['17.05.2024', true],
  ['09:15', true],
  ['TRUE', true],
  ['', false],
  ['Q1', false],
  ['12 bags', false],
  ['A-12', false],
])('takes %j for a value: %s', (cell, expected) => {
  expect(isValue(cell)).toBe(expected);
});

it.each([
  ['words over numbers', ['Name', 'Count'], ['Tea', '1'], true],
  ['words over words', ['Name', 'Colour'], ['Tea', 'green'], true],
  ['numbers over numbers', ['1', '2'], ['3', '4'], false],
  ['a name for every column but the first', ['', 'Count'], ['Tea', '1'], true],
  ['years over numbers', ['Region', '2023', '2024'], ['North', '1', '2'], true],
  ['months over numbers', ['Region', '2024-01', '2024-02'], ['North', '1', '2'], true],
  ['numbers of questions over words', ['Name', '1', '2'], ['Ann', 'yes', 'no'], true],
  ['a year over years', ['Ann', '1984'], ['Bob', '1990'], false],
  ['most cells empty', ['Report', '', '', ''], ['Tea', '1', '2', '3'], false],
  ['a name twice over numbers', ['Name', 'Sum', 'Sum'], ['Tea', '1', '2'], true],
  ['a word twice over words', ['yes', 'yes'], ['no', 'yes'], false],
])('sees with %s whether there is a header', (_, first, second, expected) => {
  expect(hasHeader([first, second])).toBe(expected);
  expect(hasHeader([first])).toBe(false);
});

it('looks past a row with a label alone for what stands below the names', () => {
  const names = ['Region', 'Q1', 'Q2', 'Q1'];
  expect(hasHeader([names, ['Europe', '', '', ''], ['North', '1', '2', '3']])).toBe(true);
  expect(hasHeader([names, ['Europe', '', '', ''], ['North', 'a', 'b', 'c']])).toBe(false);
});

describe('notes around a table', () => {
  const names = ['Ship', 'Port', 'Length', 'Draught'];
  const rows = [
    ['Vela', 'Corran', '40', '3'],
    ['Orca', 'Munt', '52', '4'],
  ];
  const notes = [
    ['All ships', '', '', ''],
    ['of', 'the', '', 'harbour'],
  ];

  it('stand above the row that names all columns', () => {
    expect(countNotes([...notes, names, ...rows])).toBe(2);
    expect(countNotes([['All ships', '', '', ''], ['of', 'the', '3', ''], names, ...rows])).toBe(2);
  });

  it('are none where rows above have values for the most part', () => {
    expect(countNotes([['Deep ships'], ['', 'Rana', '61', ''], names, ...rows])).toBe(2);
    expect(countNotes([['Deep ships'], ['', '9', '61', ''], names, ...rows])).toBe(0);
  });

  it('are none where a name stands twice, one row is above, or no values are below', () => {
    expect(countNotes([...notes, ['Ship', 'Port', 'In', 'In'], ...rows])).toBe(0);
    expect(countNotes([['', '', 'Size', ''], names, ...rows])).toBe(0);
    expect(countNotes([...notes, names, ['a', 'b', 'c', 'd'], ['e', 'f', 'g', 'h']])).toBe(0);
  });

  it('stand below it in few cells', () => {
    expect(countNotesBelow([names, ...rows, ['', 'as counted', '', ''], ['', '', '', 'twice']])).toBe(2);
    expect(countNotesBelow([names, ...rows, ['Total', '', '92', '']])).toBe(0);
    expect(countNotesBelow([names, ...rows, ['Asia', '', '', ''], ['Lima', 'Munt', '5', '2']])).toBe(0);
  });
});
