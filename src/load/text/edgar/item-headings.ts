import type { Block, LoadedDocument } from '../../../types.ts';
import { sectionsOf } from '../../sections.ts';
import { isCapitals, isTitleWithStop } from '../text-headings.ts';

/** `PART II`, `Part I. Financial Information`, in a line of at most 200 characters. */
const part = /^part\s+(?:[ivx]{1,4}|\d)(?:$|\s*[-–—.:]|\s{2})/i;
/** `Item 7A. Quantitative …`, `ITEMS 1 AND 2. BUSINESS …`, `Item 2.02  Results …`, in a line of at most 200 characters. */
const item =
  /^items?\s+\d{1,2}(?:\.\d{2})?(?:[a-z]|\([a-z]\))?(?:\s*(?:and|&|,)\s*\d{1,2}[a-z]?)?(?:$|\s*[-–—:]|\.(?!\d)|\s{2})/i;
const longestTitle = 200;
const mostLines = 3;

/** A part or item of a form that a block begins with. */
interface ItemHeading {
  readonly text: string;
  readonly isPart: boolean;
  /** Where its lines end, the rule under them among them. */
  readonly charEnd: number;
}

/** The part or item that a block begins with, where its first lines are a title and no sentence. */
function itemHeading(text: string, { charStart, charEnd }: Block): ItemHeading | undefined {
  const lines = linesToNext(text.slice(charStart, Math.min(charEnd, charStart + longestTitle * mostLines)));
  const [first] = lines;
  if (first!.length > longestTitle || !isItem(first!)) return undefined;
  let count = titleLines(lines);
  const title = titleOf(lines.slice(0, count));
  if (!isTitle(title)) return undefined;
  while (count < lines.length && isRule(lines[count]!)) count++;
  const end = charStart + lines.slice(0, count).join('\n').length;
  return { text: title, isPart: part.test(first!), charEnd: Math.min(charEnd, end) };
}

const isItem = (line: string): boolean => part.test(line.trim()) || item.test(line.trim());

/** The lines down to the next item. */
function linesToNext(block: string): string[] {
  const lines = block.split('\n');
  const next = lines.findIndex((line, index) => index > 0 && isItem(line.slice(0, longestTitle)));
  return next < 0 ? lines : lines.slice(0, next);
}

/** How many lines the title has: all where these are few and a title, else the first, and those in capitals below one in capitals. */
function titleLines(lines: readonly string[]): number {
  const worded = lines.filter((line) => !isRule(line));
  if (worded.length <= mostLines && isTitle(titleOf(worded)))
    return lines.findLastIndex((line) => !isRule(line)) + 1;
  const end = lines.findIndex(
    (line, index) => index > 0 && !(isCapitals(lines[0]!) && isCapitals(line) && /^\s*\p{L}/u.test(line)),
  );
  return Math.min(end < 0 ? lines.length : end, mostLines);
}

const isRule = (line: string): boolean => /^[\s_=-]+$/.test(line);

const titleOf = (lines: readonly string[]): string =>
  lines
    .filter((line) => !isRule(line))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const isTitle = (title: string): boolean =>
  title.length <= longestTitle && !/[,;]$/.test(title) && isTitleWithStop(title);

/** Items one after the other without text, at least, that list the contents. */
const fewestListed = 4;

interface Parted {
  readonly block: Block;
  readonly item?: ItemHeading;
}

/**
 * A document with the parts and items of its form as headings of the first levels, and its other headings below them. Blocks that begin with one are
 * parted.
 */
export function withItemHeadings(document: LoadedDocument): LoadedDocument {
  const { text } = document;
  const parted = withoutListed(document.blocks.flatMap((block) => partsOf(text, block)));
  const items = parted.flatMap(({ block, item: found }) =>
    found ? [{ ...found, charStart: block.charStart }] : [],
  );
  if (items.length === 0) return document;
  const levels = new Set(items.map(({ isPart }) => isPart)).size;
  const own = items.map(({ isPart, ...heading }) => ({ ...heading, level: isPart ? 1 : levels }));
  const taken = new Set(items.map(({ charStart }) => charStart));
  const others = document.sections
    .filter(({ charStart }) => !taken.has(charStart))
    .map(({ heading, level, charStart }) => ({
      text: heading,
      level: Math.min(6, level + levels),
      charStart,
    }));
  const headings = [...own, ...others].sort((a, b) => a.charStart - b.charStart);
  return {
    ...document,
    blocks: parted.map(({ block, item: found }) => (found ? { ...block, kind: 'heading' } : block)),
    sections: sectionsOf(headings, text.length),
  };
}

/** A block without the items that it begins with, and these. */
function partsOf(text: string, whole: Block): Parted[] {
  const parts: Parted[] = [];
  let block = whole;
  while (block.kind === 'text' || block.kind === 'heading') {
    const found = itemHeading(text, block);
    if (found === undefined) break;
    parts.push({ block: { ...block, kind: 'text', charEnd: found.charEnd }, item: found });
    const below = text.slice(found.charEnd, block.charEnd);
    const charStart = found.charEnd + below.length - below.trimStart().length;
    if (charStart >= block.charEnd) return parts;
    block = { kind: 'text', charStart, charEnd: block.charEnd };
  }
  return [...parts, { block }];
}

/** Items that others of their rank follow at once are none, nor are any of a list. */
function withoutListed(parts: readonly Parted[]): Parted[] {
  const kept = [...parts];
  for (let start = 0; start < parts.length; start++) {
    if (parts[start]!.item === undefined) continue;
    let end = start;
    while (parts[end]?.item) end++;
    for (let index = start; index < end; index++) {
      const [own, next] = [parts[index]!, parts[index + 1]];
      const isListed = end - start >= fewestListed || (next?.item && (next.item.isPart || !own.item!.isPart));
      if (isListed) kept[index] = { block: own.block };
    }
    start = end;
  }
  return kept;
}
