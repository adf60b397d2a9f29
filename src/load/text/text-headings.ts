import type { Block } from '../../types.ts';
import type { Heading } from '../sections.ts';
import { hasTitle, isSuccessor, numberOf, sentenceDepths, type HeadingNumber } from './heading-numbers.ts';
import { levelsOf, type Candidate } from './heading-levels.ts';
import { raiseNumbered } from './raise-numbered.ts';
import { isTabbedTitle } from './tabbed-titles.ts';
import { underlinedTitle } from './underlined.ts';

const maxHeadingChars = 80;
/** Underlined titles that show how headings are set. */
const fewestUnderlined = 2;
const divisions =
  'Article Chapter Part Section Appendix Annex Exhibit Schedule Artikel Kapitel Teil Abschnitt Anhang Anlage Chapitre Titre Partie Annexe Artículo Capítulo Título Sección Anexo'.split(
    ' ',
  );
const division = new RegExp(
  String.raw`^(?:(?:${divisions.flatMap((name) => [name, name.toUpperCase()]).join('|')})\s+(?:[IVXLCDM]{1,7}|\d{1,3}(?:\.\d{1,3})*|[A-Z])|§\s?\d{1,4}[a-z]?)(?:$|\s*[-–—:.]|\s+\p{Lu})`,
  'u',
);
/** A rule above a line, as long rows of equals signs part chapters. */
const ruleAbove = /^([-=~*#])\1{9,}\s*\n/;

/**
 * Headings of plain text: a title with a rule under it, or a line of its own, at most 80 characters, that is numbered
 * ("1.2 Scope"), names a division ("ARTICLE IV") or is all capitals. Careful on purpose: a heading must be followed by a
 * paragraph that is not such a line of the same or a higher rank, so that lists of short lines and title pages are none.
 * A numbered line that ends like a sentence must stand in a series of such. Where titles have rules, lines of the same depth without one
 * are items, and so are those of depth 1.
 */
export function plainTextHeadings(text: string, blocks: readonly Block[]): Heading[] {
  const contents = blocks.map(({ charStart, charEnd }) => text.slice(charStart, charEnd));
  const letters = new Set(contents.flatMap((content) => /^(\p{Lu})\.\d/u.exec(content)?.[1] ?? []));
  const candidates = withoutItems(
    contents,
    contents.map((content) => candidateOf(content, letters)),
  );
  const levels = levelsOf(candidates);
  const divided = levels.includes(1);
  const headings = blocks.flatMap(({ charStart }, index) => {
    const [candidate, level, next] = [candidates[index], levels[index], levels[index + 1]];
    if (candidate === undefined || level === undefined || index + 1 === blocks.length) return [];
    const isList = candidate.style === undefined && next !== undefined && next <= level;
    if (isList || (candidate.isOnlyCapitals && isWithinSentence(text, blocks, index))) return [];
    return [{ text: candidate.text.replace(/\s+/g, ' '), level: divided ? level : level - 1, charStart }];
  });
  const raised = raiseNumbered(headings);
  return headings.map((heading, index) => ({ ...heading, level: raised[index]! }));
}

/** Whether a line that opens a paragraph, or follows a sentence, names a division and is not itself a sentence. */
export const isDivision = (line: string): boolean =>
  line.length <= maxHeadingChars && !endsLikeSentence(line) && division.test(line);

const endsLikeSentence = (line: string): boolean => /[.,;:!?。！？–—-]$/.test(line);

/** @param letters that chapters are counted by: `A. Votes` is one where `A.1` is there. */
function candidateOf(content: string, letters: ReadonlySet<string>): Candidate | undefined {
  const underlined = underlinedTitle(content);
  if (underlined)
    return {
      text: underlined.title,
      isSentence: false,
      ...numbered(underlined.title, letters),
      style: underlined.style,
    };
  const [above = ''] = ruleAbove.exec(content) ?? [];
  const lines = content.slice(above.length, above.length + 2 * maxWrappedChars).trim();
  const line = isWrappedTitle(lines) ? lines.replaceAll(/\s+/g, ' ') : lines;
  if (line.includes('\n') || (line.length > maxHeadingChars && line === lines)) return undefined;
  const isSentence = endsLikeSentence(line) && !isTabbedTitle(line);
  const style = above === '' ? {} : { style: `${above[0]} above` };
  const { number } = numbered(line, letters);
  if (number && (!isSentence || /[?？]$/.test(line) || (/[.!。！]$/.test(line) && isTitleWithStop(line))))
    return { text: line, isSentence, number, ...style };
  if (isSentence) return undefined;
  if (division.test(line)) return { text: line, isSentence, ...style };
  return isCapitals(line) ? { text: line, isSentence, isOnlyCapitals: above === '', ...style } : undefined;
}

/** Characters of a title over several lines, and of each but the last, as they are wrapped. */
const maxWrappedChars = 160;
const shortestWrapped = 50;

/** Whether lines are one title with a number that did not fit in a line, perhaps a question, and no sentence. */
function isWrappedTitle(block: string): boolean {
  if (block.length > maxWrappedChars || !numberOf(block) || !/[?？\p{L}\p{N})"”»]$/u.test(block))
    return false;
  const lines = block.split('\n');
  const areFull = lines.slice(0, -1).every((line) => line.trim().length >= shortestWrapped);
  return lines.length > 1 && areFull && lines.slice(1).every((line) => !numberOf(line.trim()));
}

/** Words of a sentence that is none, its number with them; in longer ones half of the words that are not short begin with capitals. */
const mostWords = 4;

/** Whether a line that ends like a sentence is a title nonetheless, such as `2. Grants.` */
export function isTitleWithStop(line: string): boolean {
  if (line.split(/\s+/).length <= mostWords) return true;
  const words = line.match(/\p{L}{4,}/gu) ?? [];
  const capitalised = words.filter((word) => /^[\p{Lu}\p{Lo}]/u.test(word));
  return capitalised.length * 2 >= words.length;
}

function numbered(line: string, letters: ReadonlySet<string>): { readonly number?: HeadingNumber } {
  const number = hasTitle(line) ? numberOf(line) : undefined;
  return number && (/\d/.test(number.join('')) || letters.has(number[0]!)) ? { number } : {};
}

/** Without numbered lines that are items of lists or paragraphs. */
function withoutItems(
  contents: readonly string[],
  candidates: readonly (Candidate | undefined)[],
): (Candidate | undefined)[] {
  const numbers = contents.map(numberOf);
  const rest = candidates.map((candidate, index) => {
    const after = numbers[index + 1];
    const isItem = isLine(candidate) && after !== undefined && isSuccessor(candidate.number, after);
    return isItem ? undefined : candidate;
  });
  const sentences = sentenceDepths(rest.filter(isNumbered));
  const ruled = rest.filter((one) => one?.style !== undefined);
  const isRuled = ruled.length >= fewestUnderlined;
  const ruledDepths = new Set(ruled.flatMap((one) => (isRuled ? [one!.number?.length ?? 1] : [])));
  return rest.map((candidate) => {
    if (!isLine(candidate)) return candidate;
    const { number, isSentence } = candidate;
    const isHeading = (!isSentence || sentences.has(number.length)) && !ruledDepths.has(number.length);
    return isHeading ? candidate : undefined;
  });
}

type Numbered = Candidate & { readonly number: HeadingNumber };

const isNumbered = (candidate: Candidate | undefined): candidate is Numbered =>
  candidate?.number !== undefined;

/** Whether a candidate has a number and no rule. */
const isLine = (candidate: Candidate | undefined): candidate is Numbered =>
  isNumbered(candidate) && candidate.style === undefined;

/** Whether a sentence that began above a block goes on below it, at the same margin. */
function isWithinSentence(text: string, blocks: readonly Block[], index: number): boolean {
  const [above, own, below] = blocks.slice(Math.max(0, index - 1), index + 2);
  if (index === 0 || below === undefined) return false;
  const isEnded = /[\p{P}\p{S}]$/u.test(text.slice(above!.charEnd - 2, above!.charEnd));
  const between = text.slice(own!.charEnd, below.charStart);
  const isIndented =
    /\n[^\S\n]+$/.test(between) && !/\n[^\S\n]+$/.test(text.slice(above!.charEnd, own!.charStart));
  return !isEnded && !isIndented && /^\p{Ll}/u.test(text.slice(below.charStart, below.charStart + 2));
}

export function isCapitals(line: string): boolean {
  const letters = line.match(/\p{L}/gu) ?? [];
  return (
    letters.length >= 4 &&
    letters.length * 2 > line.length &&
    letters.every((letter) => /\p{Lu}/u.test(letter))
  );
}
