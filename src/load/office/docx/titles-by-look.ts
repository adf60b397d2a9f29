import { readsAsTitle } from '../../../text/structure/quotable-units.ts';
import { isSegmented } from '../../../text/terms/segmented-scripts.ts';
import { isBoilerplate, pairsOf } from '../../metadata/title.ts';
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
/** Share of the words of a title that the text has too, which is about them; a greeting has names of its own. */
const leastRepeated = 0.5;

/**
 * Many documents have no styles for their headings. The title is what stands among the first paragraphs, before any heading, in larger type than the text,
 * or bold in the middle of the line, with the lines that follow in the same type, and has words that the text has again. Where most paragraphs begin with a title in bold or underlined type and go on in that of the text, and no
 * paragraph has the style of a heading, these titles are headings, and the rest of the paragraph is text.
 */
export function titlesByLook(
  document: WordElement,
  isHeading: (paragraph: WordElement) => boolean,
): WordElement {
  const { children = [] } = document;
  const paragraphs = children.filter((one) => one.type === 'paragraph' && textOf(one) !== '');
  const title = titleIn(paragraphs, textOf(document), isHeading);
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
  text: string,
  isHeading: (paragraph: WordElement) => boolean,
): WordElement[] {
  const body = bodySize(paragraphs);
  const end = paragraphs.findIndex(isHeading);
  const first = paragraphs.slice(0, end < 0 ? titleParagraphs : Math.min(end, titleParagraphs));
  if (paragraphs.length <= titleParagraphs) return [];
  const lower = text.toLowerCase();
  const titles = first.map((one) => isTitle(one, body) && isRepeated(textOf(one).toLowerCase(), lower));
  const largest = Math.max(...first.filter((_, index) => titles[index]).map(sizeOf));
  const start = first.findIndex((one, index) => titles[index] && sizeOf(one) === largest);
  const rest = first.slice(start + 1);
  const other = rest.findIndex((one, index) => !titles[start + 1 + index] || !areAlike(one, first[start]!));
  return start < 0 ? [] : [first[start]!, ...rest.slice(0, other < 0 ? rest.length : other)];
}

const areAlike = (one: WordElement, other: WordElement): boolean =>
  sizeOf(one) === sizeOf(other) && one.alignment === other.alignment && isBold(one) === isBold(other);

/** Whether half of the words of a title or more stand in the text more than once, or of its pairs of letters where words are not parted. */
function isRepeated(title: string, text: string): boolean {
  const words = isSegmented(title) ? pairsOf(title) : (title.match(/\p{L}{4,}/gu) ?? []);
  const repeated = words.filter((word) => text.indexOf(word) !== text.lastIndexOf(word));
  return words.length > 0 && repeated.length >= leastRepeated * words.length;
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
