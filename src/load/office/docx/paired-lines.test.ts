import { expect, it } from 'vitest';
import { rowsOfPairedLines } from './paired-lines.ts';
import { textOf, type WordElement } from './word-element.ts';

const text = (value: string): WordElement => ({ type: 'text', value });
const paragraph = (value: string): WordElement => ({
  type: 'paragraph',
  children: [
    {
      type: 'run',
      children: value.split('\n').flatMap((line, at) => [...(at > 0 ? [{ type: 'break' }] : []), text(line)]),
    },
  ],
});

/** The cells of a table whose one row has cells of these paragraphs. */
function rowsOf(cells: readonly (readonly string[])[], rowSpan = 1): string[][] {
  const row = {
    type: 'tableRow',
    children: cells.map((lines) => ({ type: 'tableCell', rowSpan, children: lines.map(paragraph) })),
  };
  const read = rowsOfPairedLines({ type: 'document', children: [{ type: 'table', children: [row] }] });
  return read.children![0]!.children!.map(({ children = [] }) => children.map(textOf));
}

it('makes rows of names and amounts that stand one below the other in the cells of one row', () => {
  const names = ['', 'Income', 'Tax', 'Rest'];
  expect(rowsOf([names, ['€', '500', '120', '380'], ['€', '600\n150\n450', '']])).toEqual([
    ['', '€', '€'],
    ['Income', '500', '600'],
    ['Tax', '120', '150'],
    ['Rest', '380', '450'],
  ]);
});

it('leaves rows whose cells have other numbers of lines, few of them, or words, and tables with cells over rows', () => {
  const names = ['Income', 'Tax', 'Rest'];
  expect(rowsOf([names, ['500', '120']])).toHaveLength(1);
  expect(
    rowsOf([
      ['Income', 'Tax'],
      ['500', '120'],
    ]),
  ).toHaveLength(1);
  expect(rowsOf([names, ['It comes in.', 'It goes out.', 'It stays.']])).toHaveLength(1);
  expect(rowsOf([names, ['500', '120', '380']], 2)).toHaveLength(1);
});
