/** Text in blocks between blank lines, and rows of tables in cells, each with where it stands. */
import { isTableRow, isTableRule } from '../../src/text/structure/table-row.ts';
import { isFence, isItem, isUnderline } from './markdown.ts';

export interface Part {
  readonly text: string;
  /** In characters of the document. */
  readonly start: number;
}

export interface Block extends Part {
  readonly isCode?: boolean;
}

/**
 * @param headings where headings begin: each that is no row has a block of its own, though no blank line follows.
 * @param isMarkdown whether items of lists and code between fences are blocks too.
 */
export function blocksOf(
  text: string,
  offset: number,
  headings: ReadonlySet<number>,
  isMarkdown: boolean,
): Block[] {
  const blocks: Block[] = [];
  let open: Part | undefined;
  let isCode = false;
  let isBelowHeading = false;
  const close = () => {
    if (open) blocks.push(isCode ? { ...open, isCode } : open);
    open = undefined;
  };
  const add = (line: Part) => {
    open = open ? { start: open.start, text: `${open.text}\n${line.text}` } : line;
  };
  for (const line of linesOf(text, offset)) {
    if (isMarkdown && isFence(line.text)) {
      close();
      isCode = !isCode;
      continue;
    }
    if (isCode) {
      add(line);
      continue;
    }
    const begins = line.start + line.text.length - line.text.trimStart().length;
    const isHeading = headings.has(begins) && !isTableRow(line.text);
    const isSign = isMarkdown && isBelowHeading && isUnderline(line.text);
    isBelowHeading = isHeading;
    if (line.text.trim() === '' || isHeading || (isMarkdown && isItem(line.text))) close();
    if (line.text.trim() === '' || isSign) continue;
    add(line);
    if (isHeading) close();
  }
  close();
  return blocks;
}

function linesOf(text: string, offset: number): Part[] {
  let start = offset;
  return text.split('\n').map((line) => {
    const part = { text: line, start };
    start += line.length + 1;
    return part;
  });
}

export interface Table {
  /** The cells of each row. */
  readonly rows: readonly (readonly Part[])[];
  /** Whether the first row heads the others. */
  readonly hasHeader: boolean;
}

/** `undefined` for text that is no table. */
export function tableOf({ text, start }: Part): Table | undefined {
  const lines = linesOf(text, start);
  if (!lines.every((line) => isTableRow(line.text))) return undefined;
  const rows = lines.filter((line) => !isTableRule(line.text)).map(cellsOf);
  return { rows, hasHeader: lines.length > 1 && isTableRule(lines[1]!.text) };
}

function cellsOf({ text, start }: Part): Part[] {
  const bars = Array.from(text.matchAll(/(?<!\\)\|/g), ({ index }) => index);
  return bars.slice(0, -1).map((bar, column) => {
    const cell = text.slice(bar + 1, bars[column + 1]);
    const indent = cell.length - cell.trimStart().length;
    return { text: cell.trim(), start: start + bar + 1 + indent };
  });
}
