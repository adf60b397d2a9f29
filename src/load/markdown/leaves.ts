import type { MarkdownLines } from './lines.ts';

/*
 * Blocks that hold no other blocks. Each function looks at the line `at` and gives the line after the block's last one,
 * or undefined when no such block begins there.
 */

const rule = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const atx = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const delimiterRow = /^(?: {0,3}\|)?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;
const htmlEnds: readonly (readonly [RegExp, RegExp])[] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<![A-Z]/i, />/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
];
const htmlBlock =
  /^ {0,3}<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[ \t]|\/?>|$)/i;
const htmlTagAlone =
  /^ {0,3}<(?:\/[a-z][\w-]*[ \t]*|[a-z][\w-]*(?:[ \t]+[a-z_:][\w.:-]*(?:[ \t]*=[ \t]*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*[ \t]*\/?)>[ \t]*$/i;

export function isRule(line: string): boolean {
  return rule.test(line);
}

/** 1 … 6 for a line such as `## Scope`, else undefined. */
export function atxLevel(line: string): number | undefined {
  return atx.exec(line)?.[1]?.length;
}

/** The fence that opens a code block, or undefined. */
export function openingFence(line: string): string | undefined {
  return /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
}

export function closesFence(line: string, fence: string): boolean {
  const close = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return close !== undefined && close.startsWith(fence);
}

export function fencedCode(lines: MarkdownLines, at: number): number | undefined {
  const fence = openingFence(lines.head(at));
  if (fence === undefined) return undefined;
  let end = at + 1;
  while (end < lines.count && !closesFence(lines.head(end), fence)) end++;
  return Math.min(end + 1, lines.count);
}

export function indentedCode(lines: MarkdownLines, at: number): number | undefined {
  if (lines.indent(at) < 4) return undefined;
  let end = at + 1;
  for (let next = end; next < lines.count; next++) {
    if (lines.isBlank(next)) continue;
    if (lines.indent(next) < 4) break;
    end = next + 1;
  }
  return end;
}

/** `canBeTag`: a lone tag of any name begins HTML too, except in the middle of a paragraph. */
export function html(lines: MarkdownLines, at: number, canBeTag: boolean): number | undefined {
  const line = lines.head(at);
  const closing = htmlEnds.find(([start]) => start.test(line))?.[1];
  if (closing) {
    let end = at;
    while (end < lines.count && !closing.test(lines.head(end))) end++;
    return Math.min(end + 1, lines.count);
  }
  if (!htmlBlock.test(line) && !(canBeTag && htmlTagAlone.test(line))) return undefined;
  let end = at + 1;
  while (end < lines.count && !lines.isBlank(end)) end++;
  return end;
}

/** Whether a GFM table begins: a row, and a delimiter row of as many cells below it. */
export function startsTable(lines: MarkdownLines, at: number): boolean {
  if (at + 1 >= lines.count) return false;
  const delimiter = lines.head(at + 1);
  if (!/[|:]/.test(delimiter) || !delimiterRow.test(delimiter)) return false;
  const header = lines.head(at);
  return lines.indent(at) < 4 && cellCount(header) === cellCount(delimiter);
}

function cellCount(row: string): number {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return (inner.match(/(?<!\\)\|/g)?.length ?? 0) + 1;
}
