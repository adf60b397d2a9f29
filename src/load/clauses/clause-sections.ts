import { splitSentences } from '../../text/structure/sentences.ts';
import { isSegmented } from '../../text/terms/segmented-scripts.ts';
import type { Block } from '../../types.ts';
import type { Heading } from '../sections.ts';
import { type ClauseLabel, kinds, labelOf } from './labels.ts';

/** Paragraphs that are counted on, at least so many, and their share. */
const fewestMembers = 3;
const fewestNumbers = 5;
const leastInSeries = 0.9;
/** Share of paragraphs with numbers that count on, and numbers between two of them that may have been read as part of something else. */
const leastCounted = 0.8;
const mostMissing = 1;
/** Share of them that must have titles; of numbers alone, which count items too. */
const leastTitled = 0.6;
const leastOfNumbers = 0.8;
/** Characters of a clause with what stands below it, in the middle of a series with numbers alone; before words with spaces, which count steps, questions and books too, with plain titles and without. */
const leastBelow = 30;
const leastBelowTitle = 100;
const leastBelowNumber = 250;
/** Share of titles that say something else than those before: answers begin with the same few words. */
const leastDistinct = 0.9;
/** Share of a document that clauses with numbers alone make up: lists are shorter. */
const leastOfText = 0.5;
/** Characters and words of a title. */
const longestTitle = 100;
const longestHanTitle = 30;
const mostWords = 14;
const lowestLevel = 6;

interface Counted {
  /** Of its block. */
  readonly index: number;
  readonly label: ClauseLabel;
}

interface Member extends Counted {
  /** Where its title ends, an offset in the block; none where it has only a label. */
  readonly titleEnd: number | undefined;
}

interface Read {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly headings: readonly Heading[];
}

/**
 * Sections for clauses that are counted and not set as headings: `第一条`, `一、转让标的：…`, `2. Licence. The provider …`. A title with a stop or
 * alone becomes a heading, and what stands behind it stays text; a label or a title with a colon before a sentence names a section, and the paragraph stays whole.
 * Clauses with numbers alone must have titles, and be most of a document that has no other headings. A series of numbers whose members are as short as the items of a
 * list is none, nor is one of a few members or from the middle on that ends long before its text does, as clauses that are quoted.
 */
export function withClauses(read: Read): Pick<Read, 'blocks' | 'headings'> {
  const found = withSeries({ ...read, blocks: read.blocks.flatMap((block) => itemsOf(block, read.text)) });
  return found ?? { blocks: read.blocks, headings: read.headings };
}

/** The items of a list that have numbers, with what stands indented below each, as blocks. */
function itemsOf(block: Block, text: string): Block[] {
  const { kind, charStart, charEnd } = block;
  if (kind !== 'list') return [block];
  const content = text.slice(charStart, charEnd);
  const starts = [...content.matchAll(/^\d{1,2}\. /gm)].map(({ index }) => index);
  if (starts.length < 2 || starts[0] !== 0) return [block];
  return starts.map((start, at) => {
    const item = content.slice(start, starts[at + 1]).trimEnd();
    return { ...block, charStart: charStart + start, charEnd: charStart + start + item.length };
  });
}

function withSeries(read: Read): Pick<Read, 'blocks' | 'headings'> | undefined {
  const series = [...countedByKind(read)]
    .map(([kind, counted]) => [kind, kind === '.' ? countedOn(counted) : counted] as const)
    .filter(([kind, counted]) => isSeries(kind, counted))
    .map(([kind, counted]) => [kind, counted.map((one) => withTitle(one, read))] as const)
    .filter(
      ([kind, members]) =>
        areTitled(kind, members, read) &&
        areLong(kind, members, read) &&
        (kind !== '.' || areMost(members, read)),
    )
    .sort(([one], [other]) => kinds.indexOf(one) - kinds.indexOf(other));
  return series.length === 0 ? undefined : written(read, series);
}

/** Those that go on counting from the first one, where others, as items within a clause, are few. */
function countedOn(counted: readonly Counted[]): readonly Counted[] {
  const kept: Counted[] = [];
  for (const one of counted) {
    const more = one.label.number - (kept.at(-1)?.label.number ?? 0);
    if (more > 0 && more <= mostMissing + 1) kept.push(one);
  }
  return kept.length >= leastCounted * counted.length ? kept : counted;
}

/** Paragraphs with a label, by its kind; none of a kind that headings have. */
function countedByKind({ text, blocks, headings }: Read): ReadonlyMap<string, Counted[]> {
  const known = new Set(headings.map((heading) => labelOf(heading.text)?.kind));
  const byKind = new Map<string, Counted[]>();
  for (const [index, { kind, charStart, charEnd }] of blocks.entries()) {
    const label = kind === 'text' || kind === 'list' ? labelOf(text.slice(charStart, charEnd)) : undefined;
    if (!label || known.has(label.kind)) continue;
    const counted = byKind.get(label.kind) ?? [];
    counted.push({ index, label });
    byKind.set(label.kind, counted);
  }
  return byKind;
}

function isSeries(kind: string, counted: readonly Counted[]): boolean {
  const numbers = counted.map(({ label }) => label.number);
  if (counted.length < (kind === '.' ? fewestNumbers : fewestMembers)) return false;
  if (isAlone(kind) && numbers[0] !== 1) return false;
  const inSeries = numbers.filter((number, index) => {
    const before = numbers[index - 1];
    if (before === undefined || number === before + 1) return true;
    // `第三条之一` follows `第三条`, and sections begin anew in each chapter.
    return isTopmost(kind) ? kind !== '.' && number === before : number === 1;
  });
  return inSeries.length >= leastInSeries * counted.length;
}

function withTitle(counted: Counted, { text, blocks }: Read): Member {
  const { charStart, charEnd } = blocks[counted.index]!;
  return { ...counted, titleEnd: titleEndOf(text.slice(charStart, charEnd), counted.label) };
}

function areTitled(kind: string, members: readonly Member[], read: Read): boolean {
  if (!isAlone(kind)) return true;
  const titles = titlesOf(members, read);
  const least = kind === '.' ? leastOfNumbers : leastTitled;
  return titles.length >= least * members.length && new Set(titles).size >= leastDistinct * titles.length;
}

const titlesOf = (members: readonly Member[], { text, blocks }: Read): string[] =>
  members.flatMap(({ index, label, titleEnd }) => {
    const { charStart } = blocks[index]!;
    return titleEnd === undefined ? [] : [text.slice(charStart + label.end, charStart + titleEnd)];
  });

/** Whether members have text below them, and the last one, up to the next heading, no more than all others where they may be quoted. */
function areLong(kind: string, members: readonly Member[], read: Read): boolean {
  const { text, blocks, headings } = read;
  const starts = members.map(({ index }) => blocks[index]!.charStart);
  const [first, last] = [starts[0]!, starts.at(-1)!];
  const end = headings.find(({ charStart }) => charStart > last)?.charStart ?? text.length;
  const lengths = starts.slice(1).map((start, index) => start - starts[index]!);
  const middle = lengths.sort((a, b) => a - b)[lengths.length >> 1]!;
  const mayBeQuoted = members.length < fewestNumbers || members[0]!.label.number !== 1;
  if (mayBeQuoted && end - last > last - first) return false;
  if (!isAlone(kind)) return true;
  if (kind !== '.' || isSegmented(text.slice(first, first + longestHanTitle))) return middle >= leastBelow;
  const titles = titlesOf(members, read);
  const arePlain = titles.filter(isPlainTitle).length >= leastOfNumbers * titles.length;
  return middle >= (arePlain ? leastBelowTitle : leastBelowNumber);
}

/** Whether a title is one word, or has capitals as no sentence has: `Fees.`, `Limitation of Liability.` */
function isPlainTitle(title: string): boolean {
  const [, ...others] = title.match(/[\p{L}\p{M}]+/gu) ?? [];
  const long = others.filter((word) => word.length >= shortestCapital);
  return others.length === 0 || (long.length > 0 && long.every((word) => /^\p{Lu}/u.test(word)));
}

/** Letters of a word that has a capital in titles that have such. */
const shortestCapital = 4;

/** Numbers without a word, which may count items too. */
const isAlone = (kind: string): boolean => kind === '.' || kind === '、';

/** Kinds that go on to the end of a document: others begin anew in each part. */
const isTopmost = (kind: string): boolean => kind === '.' || '条條조'.includes(kind);

/** Whether members with numbers alone make up most of a document that has no headings but its title. */
function areMost(members: readonly Member[], { text, blocks, headings }: Read): boolean {
  const start = blocks[members[0]!.index]!.charStart;
  const isTitled = headings.length === 0 || (headings.length === 1 && headings[0]!.charStart < start);
  return isTitled && text.length - start >= leastOfText * text.length;
}

/** Where the title behind a label ends: with its brackets, its colon, its line, or its stop before a sentence. */
function titleEndOf(block: string, { kind, end }: ClauseLabel): number | undefined {
  const rest = block.slice(end, end + 2 * longestTitle);
  const [brackets] = /^[（(【][^（）()【】\n]{1,30}[）)】]/u.exec(rest) ?? [];
  if (brackets !== undefined) return end + brackets.length;
  if (!isSegmented(rest.slice(0, longestHanTitle)) || kind === '조')
    return kind === '.' ? stopEnd(block, end) : lineEnd(block, end);
  const [colon] = /^[^，,。；;：:、！？\n]{1,20}[：:]/u.exec(rest) ?? [];
  return colon === undefined ? lineEnd(block, end) : end + colon.length;
}

/** The end of a block that is a title in one line. */
function lineEnd(block: string, start: number): number | undefined {
  const line = block.slice(start).trim();
  const isTitle = line !== '' && line.length <= longestHanTitle && !/[\n，,。；;！？!?]/u.test(line);
  return isTitle ? block.length : undefined;
}

/** The end of a clause that is only a title without a stop, among others that have one. */
function aloneEnd(block: string, { kind, end }: ClauseLabel): number | undefined {
  const title = block.slice(end);
  const isTitle = title.length <= longestTitle && /^\p{Lu}[^\n]*\p{L}$/u.test(title) && isPlainTitle(title);
  return kind === '.' && isTitle ? block.length : undefined;
}

function stopEnd(block: string, start: number): number | undefined {
  const rest = block.slice(start, start + 3 * longestTitle);
  const [first] = splitSentences(rest);
  const title = first === undefined ? '' : rest.slice(first.start, first.end);
  const isTitle =
    title.length <= longestTitle &&
    title.split(/\s+/).length <= mostWords &&
    /^[¿¡"“«]?\p{Lu}.*\p{L}[)"”»]?\.$/su.test(title) &&
    // References begin with the initials of their authors.
    !/(?:^|\s)\p{Lu}\.(?:[\s,]|$)/u.test(title);
  return isTitle ? start + first!.end : undefined;
}

function written(
  { text, blocks, headings }: Read,
  series: readonly (readonly [string, readonly Member[]])[],
): Pick<Read, 'blocks' | 'headings'> {
  const members = new Map(
    series.flatMap(([, all], rank) => all.map((member) => [member.index, { ...member, rank }] as const)),
  );
  const all: Heading[] = [];
  let next = 0;
  let level = 0;
  const parted = blocks.flatMap((block, index): Block[] => {
    for (; next < headings.length && headings[next]!.charStart <= block.charStart; next++) {
      all.push(headings[next]!);
      level = headings[next]!.level;
    }
    const member = members.get(index);
    if (!member) return [block];
    const content = text.slice(block.charStart, block.charEnd);
    const titleEnd = member.titleEnd ?? aloneEnd(content, member.label) ?? 0;
    const title = content
      .slice(member.label.end, titleEnd)
      .replaceAll(/\s+/g, ' ')
      .replace(/[：:]$|(?<!(?<!\p{L})\p{Lu}{1,2})\.$/u, '')
      .trim();
    const isClose = title === '' || member.label.text.endsWith('、') || /^[（(【]/.test(title);
    const name = `${member.label.text}${isClose ? '' : ' '}${title}`;
    all.push({
      text: name,
      level: Math.min(lowestLevel, level + 1 + member.rank),
      charStart: block.charStart,
    });
    // What a colon or a bracket leads in to is one sentence with it.
    const isApart = titleEnd === content.length || content[titleEnd - 1] === '.';
    return isApart ? splitAt(block, content, titleEnd) : [block];
  });
  return { blocks: parted, headings: [...all, ...headings.slice(next)] };
}

/** A title as a heading, and what stands behind it as text. */
function splitAt({ charStart, charEnd }: Block, content: string, titleEnd: number): Block[] {
  const rest = content.slice(titleEnd);
  const end = charStart + content.slice(0, titleEnd).trimEnd().length;
  const heading: Block = { kind: 'heading', charStart, charEnd: end };
  if (rest.trim() === '') return [heading];
  return [heading, { kind: 'text', charStart: charEnd - rest.trimStart().length, charEnd }];
}
