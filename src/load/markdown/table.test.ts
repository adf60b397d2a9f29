import * as fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { describe, expect, it } from 'vitest';
import { checkInvariants } from '../invariants.testing.ts';
import { readMarkdown } from './markdown.ts';

/** Row by row what stands in each cell. */
async function cellTexts(source: string) {
  const document = await readMarkdown(source);
  checkInvariants(document);
  return (document.tables ?? []).map(({ rowCount, cells }) =>
    Array.from({ length: rowCount }, (_, row) =>
      cells
        .filter((cell) => cell.row === row)
        .map(({ column, charStart, charEnd }) => [column, document.text.slice(charStart, charEnd)]),
    ),
  );
}

/** The same by the reference parser. */
function reference(source: string) {
  const tree = fromMarkdown(source, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
  return tree.children
    .filter((node) => node.type === 'table')
    .map(({ children: [header, ...rows] }) => {
      const textOf = (cell: (typeof header & object)['children'][number]) => {
        const [first, last] = [cell.children[0]?.position!.start, cell.children.at(-1)?.position!.end];
        return source.slice(first?.offset ?? 0, last?.offset ?? 0);
      };
      const isHeaded = header!.children.some((cell) => textOf(cell) !== '');
      return (isHeaded ? [header!, ...rows] : rows).map(({ children }) =>
        children
          .slice(0, header!.children.length)
          .flatMap((cell, column) => (textOf(cell) === '' ? [] : [[column, textOf(cell)]])),
      );
    });
}

describe('tables of Markdown', () => {
  it('have the text between their bars as cells', async () => {
    const source = 'Prices\n\n| Item | Price \\| € |\n|---|--:|\n| Blade | 12 |\n| | 3 |\nProbe | 4';
    expect(await cellTexts(source)).toEqual([
      [
        [
          [0, 'Item'],
          [1, String.raw`Price \| €`],
        ],
        [
          [0, 'Blade'],
          [1, '12'],
        ],
        [[1, '3']],
        [
          [0, 'Probe'],
          [1, '4'],
        ],
      ],
    ]);
  });

  it('have no header row where it has no text', async () => {
    const { tables } = await readMarkdown('| | |\n| --- | --- |\n| a | b |');
    expect(tables).toMatchObject([{ rowCount: 1, columnCount: 2, headerRows: 0 }]);
  });

  it('have the cells that the reference parser finds', async () => {
    const part = fc.constantFrom('a', 'b c', '', ' ', '12', String.raw`x\|y`, ' | ', '|', '|', '| ');
    const row = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('| h |', '| h | i |', 'h | i', '| | |'),
        fc.array(row),
        async (header, rows) => {
          const rule = header.replaceAll(/[hi]| (?=\|\s|\|$)/g, '-');
          const source = [header, rule, ...rows].join('\n');
          expect(await cellTexts(source)).toEqual(reference(source));
        },
      ),
    );
  });
});
