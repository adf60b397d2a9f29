import type { Block } from '../../types.ts';

/** Lines, characters and letters of a title. */
const mostLines = 3;
const longestTitle = 160;
const fewestLetters = 4;
/** How far its lines begin from the margin, and their middle lies from that of the page. */
const leastIndent = 4;
const mostAside = 5;
/** Of the lines that tell how wide the page is. */
const sampleChars = 8000;
const widestPage = 100;

const columns = /\S(?:\t| {3,})\S/;

/**
 * The title that a text begins with in the middle of the page, as licences and RFCs do; addresses under it are left out. Lines
 * in columns may stand above it, such as authors and dates at the edges of the page.
 */
export function centredTitle(text: string, blocks: readonly Block[]): string | undefined {
  const widths = text
    .slice(0, sampleChars)
    .split('\n')
    .map((line) => line.trimEnd().length);
  const middle = Math.max(0, ...widths.filter((width) => width <= widestPage)) / 2;
  for (const { charStart, charEnd } of blocks) {
    if (charEnd > sampleChars) return undefined;
    const block = text.slice(text.lastIndexOf('\n', charStart - 1) + 1, charEnd);
    if (columns.test(block) || !hasLetters(block)) continue;
    const lines = block.split('\n');
    const isCentred = lines.length <= mostLines && lines.every((line) => isInMiddle(line, middle));
    return isCentred ? titleOf(lines) : undefined;
  }
  return undefined;
}

const hasLetters = (block: string): boolean => (block.match(/\p{L}/gu) ?? []).length >= fewestLetters;

function isInMiddle(line: string, middle: number): boolean {
  const words = line.trim();
  const indent = line.length - line.trimStart().length;
  return indent >= leastIndent && Math.abs(indent + words.length / 2 - middle) <= mostAside;
}

/** Neither a sentence nor a notice of copyright, a date, or the number of a page or in an address. */
function titleOf(lines: readonly string[]): string | undefined {
  const title = lines
    .filter((line) => !line.includes('://'))
    .map((line) => line.trim())
    .join(' ');
  const isTitle = title.length <= longestTitle && !/[.,:;]["”»]?$|©|\(c\)|\b\d{4}$|^\P{L}/iu.test(title);
  return isTitle && hasLetters(title) ? title : undefined;
}
