import { readsAsTitle } from '../../../text/structure/quotable-units.ts';
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

/**
 * Many documents have no styles for their headings. The title is what stands among the first paragraphs, before any heading, in larger type than the text,
 * or bold in the middle of the line. Where most paragraphs begin with a title in bold or underlined type and go on in that of the text, and no
 * paragraph has the style of a heading, these titles are headings, and the rest of the paragraph is text.
 */
export function titlesByLook(
  document: WordElement,
  isHeading: (paragraph: WordElement) => boolean,
): WordElement {
  const { children = [] } = document;
  const paragraphs = children.filter((one) => one.type === 'paragraph' && textOf(one) !== '');
  const title = titleIn(paragraphs, isHeading);
  const runIn = paragraphs.some(isHeading) ? new Map<WordElement, number>() : runInTitles(paragraphs, title);
  if (title === undefined && runIn.size === 0) return document;
  return {
    ...document,
    children: children.flatMap((child) => {
      if (child === title) return [inStyle(child, 'Title')];
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

function titleIn(
  paragraphs: readonly WordElement[],
  isHeading: (paragraph: WordElement) => boolean,
): WordElement | undefined {
  const body = bodySize(paragraphs);
  const end = paragraphs.findIndex(isHeading);
  const first = paragraphs.slice(0, end < 0 ? titleParagraphs : Math.min(end, titleParagraphs));
  if (paragraphs.length <= titleParagraphs) return undefined;
  const titles = first.filter((one) => isTitle(one, body));
  const largest = Math.max(...titles.map(sizeOf));
  return titles.find((one) => sizeOf(one) === largest);
}

function isTitle(paragraph: WordElement, body: number): boolean {
  const text = textOf(paragraph);
  if (
    text.length > longestTitle ||
    (text.match(/\p{L}/gu)?.length ?? 0) < fewestLetters ||
    !readsAsTitle(text)
  )
    return false;
  const isBold = piecesOf(paragraph).every((piece) => piece.isBold === true || !/\p{L}/u.test(textOf(piece)));
  return sizeOf(paragraph) >= larger * body || (isBold && paragraph.alignment === 'center');
}

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
  title: WordElement | undefined,
): ReadonlyMap<WordElement, number> {
  const long = paragraphs.filter((one) => one !== title && textOf(one).length > longestTitle);
  const found = new Map<WordElement, number>();
  for (const paragraph of long) {
    const end = endOfRunIn(paragraph);
    if (end > 0) found.set(paragraph, end);
  }
  return found.size >= fewestRunIn && found.size >= leastRunIn * long.length ? found : new Map();
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
