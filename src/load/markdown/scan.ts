import type { ChunkKind } from '../../types.ts';
import { blockquote, endsLazyParagraph, interruptsParagraph, list } from './containers.ts';
import { atxLevel, fencedCode, html, indentedCode, isRule, startsTable } from './leaves.ts';
import { MarkdownLines } from './lines.ts';

/** A block of the top level of a Markdown document. */
export interface MarkdownBlock {
  readonly kind: ChunkKind;
  readonly charStart: number;
  readonly charEnd: number;
  /** 1 … 6 for headings. */
  readonly level?: number;
}

interface Extent {
  readonly kind: ChunkKind;
  /** The line after the last one. */
  readonly end: number;
  readonly level?: number;
}

/**
 * The top-level blocks of CommonMark with GFM tables, as ranges of `source`, in one pass over the lines. A full parser gives the same blocks but takes seconds for 100 KB of list, and what it adds inside of blocks
 * is not needed here.
 */
export function scanMarkdown(source: string): MarkdownBlock[] {
  const lines = new MarkdownLines(source);
  const blocks: MarkdownBlock[] = [];
  let at = 0;
  while (at < lines.count) {
    if (lines.isBlank(at)) {
      at++;
      continue;
    }
    const { kind, end, level } = extentAt(lines, at);
    const content = source.slice(lines.lines[at]!.start, lines.lines[end - 1]!.end);
    const indent = kind === 'code' ? 0 : content.length - content.trimStart().length;
    const charStart = lines.lines[at]!.start + indent;
    const charEnd = lines.lines[at]!.start + content.trimEnd().length;
    blocks.push({ kind, charStart, charEnd, ...(level === undefined ? {} : { level }) });
    at = end;
  }
  return blocks;
}

function extentAt(lines: MarkdownLines, at: number): Extent {
  const code = indentedCode(lines, at) ?? fencedCode(lines, at);
  if (code !== undefined) return { kind: 'code', end: code };
  const line = lines.head(at);
  const level = atxLevel(line);
  if (level !== undefined) return { kind: 'heading', end: at + 1, level };
  if (isRule(line)) return { kind: 'text', end: at + 1 };
  const items = list(lines, at);
  if (items !== undefined) return { kind: 'list', end: items };
  const other = blockquote(lines, at) ?? html(lines, at, true);
  if (other !== undefined) return { kind: 'text', end: other };
  return startsTable(lines, at) ? { kind: 'table', end: tableEnd(lines, at) } : paragraph(lines, at);
}

function tableEnd(lines: MarkdownLines, at: number): number {
  let end = at + 2;
  const isRow = (row: number) =>
    !lines.isBlank(row) && lines.indent(row) < 4 && !endsLazyParagraph(lines, row);
  while (end < lines.count && isRow(end)) end++;
  return end;
}

/** A paragraph, or the heading that its underline makes of it. */
function paragraph(lines: MarkdownLines, at: number): Extent {
  let end = at + 1;
  for (; end < lines.count && !lines.isBlank(end); end++) {
    const underline = /^ {0,3}(?:(=+)|-+)[ \t]*$/.exec(lines.head(end));
    if (underline) return { kind: 'heading', end: end + 1, level: underline[1] ? 1 : 2 };
    if (interruptsParagraph(lines, end) || startsTable(lines, end)) break;
  }
  return { kind: 'text', end };
}
