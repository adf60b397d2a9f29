import { describe, expect, it } from 'vitest';
import { cellStarts } from '../cells.ts';
import { groupRows } from '../../rows.ts';
import { line, textsOf } from '../../synthetic.testing.ts';
import { tableFromRows } from '../table-from-rows.ts';

type Places = readonly (readonly [text: string, x: number])[];

function cellsIn(lines: readonly Places[]): string[] {
  const words = lines.flatMap((places, index) =>
    places.flatMap(([text, x]) => line(text, [x, 100 + 12 * index])),
  );
  const rows = groupRows(words);
  const { cells } = tableFromRows(rows, cellStarts(rows));
  return cells.map(({ row, column, words: own }) => `${row}/${column} ${textsOf(own)}`);
}

/** Two heads, the right one without anything right below it. */
function headed(value: string, x: number): Places[] {
  const heads: Places = [
    ['Name', 50],
    ['Date', 200],
  ];
  const rows = ['Ann', 'Bob'].map((name): Places => [
    [name, 50],
    [value, x],
  ]);
  return [heads, ...rows];
}

describe('joinHeads', () => {
  it('puts amounts below the head that is set beside them', () => {
    expect(cellsIn(headed('1,058', 230)).slice(2)).toEqual(['1/0 Ann', '1/1 1,058', '2/0 Bob', '2/1 1,058']);
  });

  it('lets words, and amounts that are far away, be columns of their own', () => {
    expect(cellsIn(headed('Chair', 230))[3]).toBe('1/2 Chair');
    expect(cellsIn(headed('1,058', 260))[3]).toBe('1/2 1,058');
  });

  it('gives amounts between two heads to the nearer one', () => {
    const lines: Places[] = [
      [
        ['2023', 200],
        ['2022', 260],
      ],
      [
        ['Cash', 50],
        ['815', 239],
      ],
      [
        ['Debt', 50],
        ['625', 239],
      ],
    ];
    expect(cellsIn(lines)).toEqual(['0/1 2023', '0/2 2022', '1/0 Cash', '1/2 815', '2/0 Debt', '2/2 625']);
  });
});
