import type { Block } from '../../../types.ts';
import { looksLikeHeading } from '../../text/heading-shape.ts';
import { isCapitals } from '../../text/text-headings.ts';
import type { Heading } from '../../sections.ts';
import type { BlockLook } from './block-look.ts';
import { outlineLevels, seriesOf } from './outline-levels.ts';

export interface LookedBlock extends Block {
  readonly look: BlockLook | undefined;
}

interface ByLook {
  readonly blocks: readonly Block[];
  readonly headings: readonly Heading[];
}

/** Type this much larger than that of the text is a heading's. */
const largerThanBody = 1.12;
const asLargeAsBody = 0.95;
/** Share of the characters from which on boldness says nothing. */
const mostly = 0.4;
const mostWords = 20;
const mostWordsOfItalics = 12;
const mostLines = 3;
/** Blocks that are one heading, below one another in the middle of the page. */
const mostJoined = 3;
const longest = 160;
/** Share of the text in headings from which on the look says something else. */
const mostHeadings = 0.25;

/** A heading, or several blocks that are one. */
interface Candidate {
  readonly first: number;
  /** Index of its last block. */
  readonly last: number;
  readonly text: string;
  readonly style: string;
  readonly prominence: number;
  readonly isCentred: boolean;
}

/**
 * Headings of a page that marks none: short blocks set bold, larger, underlined or in the middle and in capitals, other than the text is,
 * with text below them. Careful on purpose: blocks set alike in a row with nothing between are a cover, a list or signatures.
 */
export function headingsByLook(text: string, blocks: readonly LookedBlock[]): ByLook {
  const body = bodyLook(blocks);
  const contents = blocks.map(({ charStart, charEnd }) =>
    text.slice(charStart, charEnd).replace(/\s+/g, ' '),
  );
  const found = withText(joined(candidatesOf(contents, blocks, body)), blocks.length).map((one) => ({
    ...one,
    isContents: blocks[one.last + 1]!.look?.leadsDown === true,
  }));
  const chars = found.reduce((sum, one) => sum + one.text.length, 0);
  if (chars > mostHeadings * text.length) return { blocks, headings: [] };
  const levels = outlineLevels(found);
  const isFollowed = (index: number) => {
    const [one, next] = [found[index]!, found[index + 1]];
    return next?.first !== one.last + 1 || levels[index + 1]! > levels[index]!;
  };
  const kept = found.flatMap((one, index) => (isFollowed(index) ? [{ ...one, level: levels[index]! }] : []));
  return {
    blocks: withHeadings(blocks, kept),
    headings: kept.map(({ first, text: heading, level }) => {
      const { charStart, look } = blocks[first]!;
      return { text: heading, level, charStart, ...(look?.anchor ? { anchor: look.anchor } : {}) };
    }),
  };
}

function withHeadings(blocks: readonly LookedBlock[], headings: readonly Candidate[]): Block[] {
  const ends = new Map(headings.map(({ first, last }) => [first, last]));
  let end = -1;
  return blocks.flatMap(({ kind, charStart, charEnd }, index) => {
    if (index <= end) return [];
    const last = ends.get(index);
    if (last === undefined) return [{ kind, charStart, charEnd }];
    end = last;
    return [{ kind: 'heading' as const, charStart, charEnd: blocks[last]!.charEnd }];
  });
}

interface BodyLook {
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underlined: boolean;
  readonly centred: boolean;
}

/** How most of the text is set. */
function bodyLook(blocks: readonly LookedBlock[]): BodyLook {
  const sizes = new Map<number, number>();
  const counts = { bold: 0, italic: 0, underlined: 0, centred: 0 };
  let all = 0;
  for (const { look, charStart, charEnd } of blocks) {
    if (!look || look.leadsDown) continue;
    const chars = charEnd - charStart;
    all += chars;
    sizes.set(look.size, (sizes.get(look.size) ?? 0) + chars);
    for (const name of ['bold', 'italic', 'underlined', 'centred'] as const)
      if (look[name]) counts[name] += chars;
  }
  const [size] = [...sizes].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0]);
  const is = (count: number) => count > mostly * all;
  return {
    size,
    bold: is(counts.bold),
    italic: is(counts.italic),
    underlined: is(counts.underlined),
    centred: is(counts.centred),
  };
}

function candidatesOf(
  contents: readonly string[],
  blocks: readonly LookedBlock[],
  body: BodyLook,
): Candidate[] {
  const candidates: Candidate[] = [];
  for (let first = 0; first < blocks.length; first++) {
    const last = endOfRow(blocks, first);
    const looks = blocks.slice(first, last + 1).map(({ look }) => look);
    const lines = contents.slice(first, last + 1);
    const one = last - first < mostLines ? candidateOf(lines, looks, body) : undefined;
    if (one) candidates.push({ ...one, first, last });
    first = last;
  }
  return candidates;
}

/** Cells of a row in a table that lays out the page stand beside one another. */
function endOfRow(blocks: readonly LookedBlock[], first: number): number {
  const row = blocks[first]!.look?.row;
  if (!row) return first;
  let last = first;
  while (blocks[last + 1]?.look?.row === row) last++;
  return last;
}

function candidateOf(
  lines: readonly string[],
  looks: readonly (BlockLook | undefined)[],
  body: BodyLook,
): Omit<Candidate, 'first' | 'last'> | undefined {
  const [look] = looks;
  if (lines.length > 1 && !isLabel(lines[0]!)) return undefined;
  if (!look || looks.some((other) => !other || other.leadsDown || styleOf(other, '') !== styleOf(look, '')))
    return undefined;
  const text = lines.join(' ');
  const isLarge = look.size >= largerThanBody * body.size;
  const isBold = look.bold && !body.bold;
  const isUnderlined = look.underlined && !body.underlined;
  const isTitle = look.centred && !body.centred && isCapitals(text);
  const isItalic = look.italic && !body.italic && text.split(' ').length <= mostWordsOfItalics;
  if (!(isLarge || isBold || isUnderlined || isTitle || isItalic)) return undefined;
  if (look.size < asLargeAsBody * body.size || !isHeading(text)) return undefined;
  return { text, style: styleOf(look, text), prominence: prominenceOf(look, text), isCentred: look.centred };
}

function isHeading(text: string): boolean {
  if (text.length > longest || text.split(' ').length > mostWords) return false;
  if (isLabel(text)) return true;
  return looksLikeHeading(text) && /^[\p{Lu}\p{Lo}\p{N}¿¡“"«§]/u.test(text) && !endsLikeSentence(text);
}

/** Only what a heading is counted by: `ARTICLE I`, `Item 7.`, `1.2` */
const isLabel = (text: string): boolean =>
  /^(?:\p{Lu}\p{L}+ (?:\d{1,3}(?:\.\d{1,3})*[A-Z]?|[IVXLC]+|[A-Z])|\d{1,2}(?:\.\d{1,2})*|[IVXLC]+|[A-Z])[.:)]?$/u.test(
    text,
  );

function endsLikeSentence(text: string): boolean {
  if (/[,;:!?–—。！？-]$/.test(text)) return true;
  if (!text.endsWith('.')) return false;
  if (!/[\p{Lu}\p{Ll}]/u.test(text)) return true;
  const words = text.match(/\p{L}{4,}/gu) ?? [];
  return words.filter((word) => /^\p{Lu}/u.test(word)).length * 2 < words.length;
}

const styleOf = (look: BlockLook, text: string): string =>
  [look.size, look.bold, look.italic, look.underlined, look.centred, text !== '' && isCapitals(text)].join(
    ' ',
  );

function prominenceOf({ size, bold, italic, underlined, centred }: BlockLook, text: string): number {
  const marks = [bold, isCapitals(text), centred, underlined, italic && !bold, !italic];
  return marks.reduce((sum, mark) => 2 * sum + (mark ? 1 : 0), Math.round(size * 2));
}

/** Joins labels with their titles, and the lines of a title in the middle of the page. */
function joined(candidates: readonly Candidate[]): Candidate[] {
  const result: Candidate[] = [];
  for (const run of runsOf(candidates)) {
    if (run.length > 1 && run.length <= mostJoined && run.every((one) => one.isCentred))
      result.push(join(run));
    else if (run.length === 2 && isLabel(run[0]!.text)) result.push(join(run));
    else result.push(...run);
  }
  return result;
}

/** Set alike, with nothing between, and one number at most, which is that of the first. */
function runsOf(candidates: readonly Candidate[]): Candidate[][] {
  const runs: Candidate[][] = [];
  for (const one of candidates) {
    const above = runs.at(-1)?.at(-1);
    const goesOn = above?.style === one.style && above.last + 1 === one.first && !seriesOf(one.text);
    if (goesOn) runs.at(-1)!.push(one);
    else runs.push([one]);
  }
  return runs;
}

function join(run: readonly Candidate[]): Candidate {
  const [first] = run;
  return { ...first!, last: run.at(-1)!.last, text: run.map(({ text }) => text).join(' ') };
}

/**
 * Without those at the end of the document, numbers alone, and those set alike in a row; of two that are counted, such as `Item 6` that is
 * reserved and `Item 7`, the second has text below it.
 */
function withText(candidates: readonly Candidate[], blockCount: number): Candidate[] {
  const follows = candidates.map((one, index) => index > 0 && isLike(candidates[index - 1]!, one));
  return candidates.filter((one, index) => {
    if (one.last + 1 >= blockCount || !/\p{L}{2}/u.test(one.text)) return false;
    const isSecond = follows[index]! && !follows[index - 1] && seriesOf(one.text) !== undefined;
    return !follows[index + 1] && (!follows[index] || isSecond);
  });
}

/** Whether the second comes right below the first and is set and counted as that is. */
const isLike = (before: Candidate, after: Candidate): boolean =>
  before.last + 1 === after.first &&
  before.style === after.style &&
  seriesOf(before.text)?.name === seriesOf(after.text)?.name;
