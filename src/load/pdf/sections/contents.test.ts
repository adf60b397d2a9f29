import { expect, it } from 'vitest';
import { listContents } from './contents.ts';
import type { Piece } from '../arrange/pieces.ts';
import { groupRows, rowText } from '../rows.ts';
import { lines } from '../synthetic.testing.ts';
import { tableFromWords } from '../tables/table-from-rows.ts';

const entries = ['Rivers 3', 'Lakes and ponds 9', 'Seas 12', 'Index 40'];

function paragraph(texts: readonly string[], kind: Piece['kind'] = 'text'): Piece {
  return { kind, page: 0, rows: groupRows(lines(texts, [50, 100])) };
}

function table(texts: readonly string[]): Piece {
  const words = lines(texts, [50, 100]);
  return { kind: 'table', page: 0, rows: groupRows(words), table: tableFromWords(words, []) };
}

const shown = (pieces: readonly Piece[]) =>
  pieces.map(({ kind, rows }) => [kind, rows.map(rowText).join(' / ')]);
const body = ['Rivers', 'Lakes and ponds', 'Seas', 'Index'].map((title) =>
  paragraph([`${title} are told of here`]),
);

it('makes a list of a contents table, and leaves other tables', () => {
  const other = table(['Sales 5 7', 'Costs 6 8', 'Gains 7 9', 'Taxes 8 10']);
  const made = listContents([table(entries), other, ...body]);
  expect(shown(made).slice(0, 4)).toEqual(entries.map((entry) => ['list', entry]));
  expect(made[4]).toBe(other);
});

it('parts a paragraph in which the list stands', () => {
  const made = listContents([paragraph(['What is in this book', ...entries, 'It was printed']), ...body]);
  expect(shown(made).slice(0, 6)).toEqual([
    ['list', 'What is in this book / Rivers 3'],
    ...entries.slice(1).map((entry) => ['list', entry]),
    ['text', 'It was printed'],
    ['text', 'Rivers are told of here'],
  ]);
});
