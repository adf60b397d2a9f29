/** Text in blocks between blank lines, and rows of tables in cells, each with where it stands. */
import { isTableRow, isTableRule } from '../../src/text/structure/table-row.ts';
import { isRule } from '../../src/load/markdown/leaves.ts';
import type { Section } from '../shapes.ts';
import { codeReader } from './code-reader.ts';
import { isItem, isUnderline } from './markdown.ts';

export interface Part {
  readonly text: string;
  /** In characters of the document. */
  readonly start: number;
}

export interface Block extends Part {
  readonly isCode: boolean;
}

/**
 * @param headings where headings begin: each that is no row has a block of its own, though no blank line follows.
 * @param isMarkdown whether items of lists and code are blocks too, and rules are left out.
 */
export function blocksOf(
  text: string,
  offset: number,
  headings: ReadonlySet<number>,
  isMarkdown: boolean,
): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  let isBelowHeading = false;
  const close = () => {
    if (open) blocks.push(open);
    open = undefined;
  };
  const add = (line: Block) => {
    open = open ? { ...open, text: `${open.text}\n${line.text}` } : line;
  };
  const isCode = codeReader();
  for (const line of linesOf(text, offset)) {
    const begins = line.start + line.text.length - line.text.trimStart().length;
    const isHeading = headings.has(begins) && !isTableRow(line.text);
    const code = isMarkdown && isCode(line.text, { isHeading, isParagraphOpen: open?.isCode === false });
    if (code) {
      if (open?.isCode === false || code === 'fence') close();
      if (code === 'code') add({ ...line, isCode: true });
      continue;
    }
    const isBlank = line.text.trim() === '';
    const isSign = isMarkdown && (isBelowHeading ? isUnderline(line.text) : isRule(line.text));
    isBelowHeading = isHeading;
    if (isBlank || isHeading || isSign || open?.isCode || (isMarkdown && isItem(line.text))) close();
    if (isBlank || isSign) continue;
    add({ ...line, isCode: false });
    if (isHeading) close();
  }
  close();
  return blocks;
}

/** Sections by where their headings begin in the text. What a mail quotes is a section that is called by a line above. */
export function headedSections({ text, start }: Part, sections: readonly Section[]): Map<number, Section> {
  const headed = sections.filter(({ charStart }) => text[charStart - start] !== '>');
  return new Map(headed.map((section) => [section.charStart, section]));
}

/** Where a heading ends that the text goes on behind, in one line (`7. Term. This Agreement …`); `undefined` for one that has the line. */
export function endOfRunIn({ text }: Part, heading: string): number | undefined {
  const begins = text.length - text.trimStart().length;
  if (!text.startsWith(heading, begins)) return undefined;
  const ends = begins + heading.length;
  const [signs = ''] = /^[\p{P}\s]+/u.exec(text.slice(ends)) ?? [];
  return signs === '' || ends + signs.length === text.length ? undefined : ends + signs.trimEnd().length;
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
