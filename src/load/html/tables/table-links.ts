import type { Link, TableCell } from '../../../types.ts';
import { cellText } from '../../write/markdown-table.ts';
import { linkTarget } from '../link-target.ts';
import { attribute, findElements, type HtmlElement, textOf } from '../tree.ts';

interface WrittenTable {
  /** By row, then by column. */
  readonly cells: readonly TableCell[];
  readonly markdown: string;
}

/** The links in the cells of a table. `elements` are those of each cell with text, in the order of the cells; offsets are into `markdown`. */
export function tableLinks(
  elements: readonly (readonly HtmlElement[])[],
  { cells, markdown }: WrittenTable,
  base: string | undefined,
): Link[] {
  if (elements.length !== cells.length) return [];
  const links = cells.flatMap((cell, index) => cellLinks(elements[index]!, { cell, markdown, base }));
  // Rows of a header stand beside one another in each column.
  return links.sort((a, b) => a.charStart - b.charStart);
}

function cellLinks(
  elements: readonly HtmlElement[],
  { cell, markdown, base }: { cell: TableCell; markdown: string; base: string | undefined },
): Link[] {
  const links: Link[] = [];
  let searched = cell.charStart;
  for (const anchor of elements.flatMap((element) =>
    findElements(element, ({ tagName }) => tagName === 'a'),
  )) {
    const words = cellText(textOf(anchor));
    const charStart = words === '' ? -1 : markdown.indexOf(words, searched);
    const charEnd = charStart + words.length;
    if (charStart < 0 || charEnd > cell.charEnd) continue;
    searched = charEnd;
    const url = linkTarget(attribute(anchor, 'href'), base);
    if (url !== undefined) links.push({ charStart, charEnd, url });
  }
  return links;
}
