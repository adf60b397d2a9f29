import { groupRows } from '../rows.ts';
import type { Word } from '../words.ts';
import type { PdfTable } from './pdf-table.ts';

/** Unicode's character in place of an object. */
const object = '\uFFFC';

export interface StandIns {
  /** Those outside of tables, and for each line of a table one as wide as the table. */
  readonly words: readonly Word[];
  readonly tableOf: ReadonlyMap<Word, PdfTable>;
}

/** Puts words in the place of tables, so that these are not read while the order of the page is found. */
export function standInFor(tables: readonly PdfTable[], words: readonly Word[]): StandIns {
  const taken = new Set(tables.flatMap(({ cells }) => cells.flatMap((cell) => cell.words)));
  const tableOf = new Map<Word, PdfTable>();
  for (const table of tables) {
    for (const { words: line, baseline, size, y0, y1 } of groupRows(wordsOf(table))) {
      const { x0, x1 } = table;
      const { turn } = line[0]!;
      tableOf.set(
        { text: object, x0, y0, x1, y1, baseline, size, bold: false, turn, joined: false, tag: undefined },
        table,
      );
    }
  }
  return { words: [...words.filter((word) => !taken.has(word)), ...tableOf.keys()], tableOf };
}

export function wordsOf({ cells }: PdfTable): Word[] {
  return cells.flatMap(({ words }) => words);
}
