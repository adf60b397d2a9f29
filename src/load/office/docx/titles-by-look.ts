import { readsAsTitle } from '../../../text/structure/quotable-units.ts';
import { isSegmented } from '../../../text/terms/segmented-scripts.ts';
import { labelOf } from '../../clauses/labels.ts';
import { isBoilerplate, pairsOf } from '../../metadata/title.ts';
import { isDivision } from '../../text/text-headings.ts';
import { textOf, textOfAll, piecesOf, type WordElement } from './word-element.ts';

/** Paragraphs from the first on among which the title stands. */
const titleParagraphs = 5;
/** Type of a title is so much larger than that of the text; in points where the file does not say. */
const larger = 1.2;
const usualSize = 11;
const longestTitle = 100;
const fewestLetters = 4;
/** Paragraphs that begin with a title, at least, and their share of those that are longer than titles. */
const fewestRunIn = 3;
const leastRunIn = 0.5;
/** Share of them that differ: speakers of an interview come again. */
const leastDistinct = 0.9;
/** Share of the letters of a title in words that the text has too, which is about them: what says so is no greeting, and goes on in the next line. */
const leastRepeated = 0.5;
const greeting =
  /^(?:dear|hello|hi|sehr geehrter?|liebe[rs]?|hallo|chers?|chères?|bonjour|estimad[oa]s?|querid[oa]s?|hola|gentil[ei]|egregi[oa]?|car[oaie]|prezad[oa]s?|geachte|beste|уважаем\p{L}{2,3})\s/iu;

/**
 * Many documents have no styles for their headings. The title is what stands among the first paragraphs, before any heading, in larger type than the text,
 * or bold in the middle of the line, with the lines right below in the same type. Where most paragraphs begin with a title in bold or underlined type and go on in that of the text, and no
 * paragraph has the style of a heading, these titles are headings, and the rest of the paragraph is text.
 */
export function titlesByLook(
  document: WordElement,
  isHeading: (paragraph: WordElement) => boolean,
): WordElement {
  const { children = [] } = document;
  const paragraphs = children.filter((one) => one.type === 'paragraph' && textOf(one) !== '');
  const title = titleIn(paragraphs, document, isHeading);
  const runIn = paragraphs.some(isHeading) ? new Map<WordElement, number>() : runInTitles(paragraphs, title);
  if (title.length === 0 && runIn.size === 0) return document;
  return {
    ...document,
    children: children.flatMap((child) => {
      if (child === title[0]) return [inStyle({ ...child, children: title.flatMap(withSpace) }, 'Title')];
      if (title.includes(child)) return [];
      const end = runIn.get(child);
      if (end === undefined) return [child];
      const pieces = piecesOf(child);
      return [
        inStyle({ ...child, children: pieces.slice(0, end) }, 'heading 2'),
        { ...child, children: pieces.slice(end) },
      ];
    }),
  };
}

const inStyle = (paragraph: WordElement, styleName: string): WordElement => ({
  ...paragraph,
  styleId: null,
  styleName,
});

/** What a paragraph holds, behind a space where it is the second line of a title. */
const withSpace = ({ children = [] }: WordElement, index: number): readonly WordElement[] =>
  index === 0 ? children : [{ type: 'run', children: [{ type: 'text', value: ' ' }] }, ...children];

/** The paragraphs of the title, which are its lines. */
function titleIn(
  paragraphs: readonly WordElement[],
  document: WordElement,
  isHeading: (paragraph: WordElement) => boolean,
): WordElement[] {
  const body = bodySize(paragraphs);
  const end = paragraphs.findIndex(isHeading);
  const first = paragraphs.slice(0, end < 0 ? titleParagraphs : Math.min(end, titleParagraphs));
  if (paragraphs.length <= titleParagraphs) return [];
  const { children = [] } = document;
  const text = children.map(textOf).join('\n').toLowerCase();
  const isSaid = (one: WordElement) => isRepeated(textOf(one).toLowerCase(), text);
  const titles = first.filter((one) => isTitle(one, body) && (!greeting.test(textOf(one)) || isSaid(one)));
  const largest = Math.max(...titles.map(sizeOf));
  const title = titles.find((one) => sizeOf(one) === largest);
  if (title === undefined) return [];
  const below = children.slice(children.indexOf(title) + 1, children.indexOf(title) + titleParagraphs);
  const goesOn = (one: WordElement) =>
    titles.includes(one) && areAlike(one, title) && !isCounted(textOf(one)) && isSaid(one);
  const other = isSaid(title) ? below.findIndex((one) => !goesOn(one)) : 0;
  return [title, ...below.slice(0, other < 0 ? below.length : other)];
}

/** Whether lines in the middle are set in one type: those at the margin may be a title and a heading. */
const areAlike = (one: WordElement, other: WordElement): boolean =>
  sizeOf(one) === sizeOf(other) &&
  [one, other].every(({ alignment }) => alignment === 'center') &&
  isBold(one) === isBold(other);

/** Whether a line has a number or is called a part, as headings are. */
const isCounted = (line: string): boolean =>
  /^\p{N}/u.test(line) || labelOf(line) !== undefined || isDivision(line);

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{M}]+/gu) ?? [];

/** Whether half of the letters of a title stand in words that the text has more than once, or in pairs where words are not parted. */
function isRepeated(title: string, text: string): boolean {
  if (isSegmented(title)) {
    const pairs = pairsOf(title);
    const repeated = pairs.filter((pair) => text.indexOf(pair) !== text.lastIndexOf(pair));
    return repeated.length >= leastRepeated * pairs.length;
  }
  const found = new Set<string>();
  const again = new Set<string>();
  for (const word of wordsOf(text)) (found.has(word) ? again : found).add(word);
  const words = wordsOf(title);
  const repeated = words.filter((word) => again.has(word));
  return repeated.join('').length >= leastRepeated * words.join('').length;
}

function isTitle(paragraph: WordElement, body: number): boolean {
  const text = textOf(paragraph);
  if (
    text.length > longestTitle ||
    (text.match(/\p{L}/gu)?.length ?? 0) < fewestLetters ||
    !readsAsTitle(text) ||
    isBoilerplate(text)
  )
    return false;
  return sizeOf(paragraph) >= larger * body || (isBold(paragraph) && paragraph.alignment === 'center');
}

const isBold = (paragraph: WordElement): boolean =>
  piecesOf(paragraph).every((piece) => piece.isBold === true || !/\p{L}/u.test(textOf(piece)));

/** Points of the smallest type in a paragraph that has letters. */
function sizeOf(paragraph: WordElement): number {
  const sizes = piecesOf(paragraph).flatMap((piece) =>
    /\p{L}/u.test(textOf(piece)) ? (piece.fontSize ?? usualSize) : [],
  );
  return sizes.length === 0 ? 0 : Math.min(...sizes);
}

/** Points in which most of the text is set. */
function bodySize(paragraphs: readonly WordElement[]): number {
  const chars = new Map<number, number>();
  for (const piece of paragraphs.flatMap(piecesOf)) {
    const size = piece.fontSize ?? usualSize;
    chars.set(size, (chars.get(size) ?? 0) + textOf(piece).length);
  }
  const [[size] = [usualSize]] = [...chars].sort(([, one], [, other]) => other - one);
  return size;
}

/** Paragraphs with a title that they begin with, and how many pieces it has. */
function runInTitles(
  paragraphs: readonly WordElement[],
  title: readonly WordElement[],
): ReadonlyMap<WordElement, number> {
  const long = paragraphs.filter((one) => !title.includes(one) && textOf(one).length > longestTitle);
  const found = new Map<WordElement, number>();
  for (const paragraph of long) {
    const end = endOfRunIn(paragraph);
    if (end > 0) found.set(paragraph, end);
  }
  const titles = [...found].map(([one, end]) => textOfAll(piecesOf(one).slice(0, end)));
  const areTitles =
    found.size >= Math.max(fewestRunIn, leastRunIn * long.length) &&
    new Set(titles).size >= leastDistinct * titles.length;
  return areTitles ? found : new Map();
}

function endOfRunIn(paragraph: WordElement): number {
  const pieces = piecesOf(paragraph);
  const first = pieces.findIndex((piece) => /\p{L}/u.test(textOf(piece)));
  if (first < 0 || !(pieces[first]!.isBold || pieces[first]!.isUnderline)) return 0;
  const isSet = (piece: WordElement) =>
    textOf(piece) === '' ||
    (piece.isBold === pieces[first]!.isBold && piece.isUnderline === pieces[first]!.isUnderline);
  const end = pieces.findIndex((piece, at) => at > first && !isSet(piece));
  if (end < 0) return 0;
  const [title, rest] = [pieces.slice(0, end), pieces.slice(end)].map(textOfAll);
  const isTitled = readsAsTitle(title!.replace(/\s*[.:–—-]$/, ''));
  return isTitled && /^[\p{Lu}\p{Lo}“"(]/u.test(rest!) ? end : 0;
}
