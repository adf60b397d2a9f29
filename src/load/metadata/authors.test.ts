import { describe, expect, it } from 'vitest';
import { authorsOfFile, isOfProgram, realAuthors } from './authors.ts';

describe('realAuthors', () => {
  const text = 'Report of Adobe Inc. for 2022, by Lena Quist.';

  it.each([
    ['Filer Online, a division of Filer & Sons', ['Filer PDF Generator']],
    ['PrintPress', ['PrintPress 4.2']],
    ['Acme Systems', ['Converter', 'acme pdf engine v1.2']],
    ['Kaleido - kaleido.example', []],
    ['see https://forms.example', []],
  ])('leaves out %s, made by %j', (name, tools) => {
    expect(realAuthors([name, 'Lena Quist'], { tools, text })).toEqual(['Lena Quist']);
  });

  it.each([
    ['a maker that the text names', 'Adobe Inc.', ['Adobe PDF Library 11.0']],
    ['a name that shares a short word with a program', 'LI of Wu', ['Library of PDF 2']],
    ['a name of two letters', '王明', ['打印']],
    ['a name to log in with', 'lena.quist', ['Word']],
    ['a name with an initial', 'J.Quist', []],
    ['a person, where no program is named', 'Filer Online', [undefined, '']],
  ])('keeps %s', (_, name, tools) => {
    expect(realAuthors([name], { tools, text })).toEqual([name]);
  });
});

it('knows titles that have words of the program alone', () => {
  const tools = ['Acme Painter CS 3'];
  expect(isOfProgram('Acme Painter PDF', { tools, text: 'Of tides' })).toBe(true);
  expect(isOfProgram('Acme Painter', { tools, text: 'Acme Painter: a manual' })).toBe(false);
  expect(isOfProgram('Acme tides', { tools, text: '' })).toBe(false);
});

it.each(['lena', 'quist7', '2020年3月29日', '28465', 'Windows User', '微软用户', 'Mira Berg'])(
  'takes %s, in the properties of a file, for no author',
  (name) => {
    const text = `Login lena, quist7, of 2020年3月29日, no. 28465, by Lena Quist`;
    expect(authorsOfFile([name, 'Quist, Lena'], { tools: [], text })).toEqual(['Quist, Lena']);
  },
);

it('looks for the first fifty names', () => {
  const names = Array.from({ length: 51 }, (_, index) => `Ada Li${index}`);
  expect(authorsOfFile(names, { tools: [], text: names.join(', ') })).toEqual(names.slice(0, 50));
});
