/** The structure tree of tagged PDFs: what their authors' programs say is a heading. */
import type { PdfPage } from '../content.ts';
import type { Piece } from '../arrange/pieces.ts';
import { headingTag, headingTagOf } from '../parse/structure-tag.ts';
import type { Word } from '../words.ts';

/** The tree is believed where it holds this share of the characters, no more of them in headings than that, */
const minTagged = 0.5;
const maxInHeadings = 0.25;
/** and where there are headings enough: on so many pages one. */
const pagesPerHeading = 4;
const fewestHeadings = 2;
/** Longer ones are paragraphs, whatever they are called. */
const longestHeading = 200;

/** The pages with their tags where these are of use, else without. */
export function withSoundTags(pages: readonly PdfPage[]): readonly PdfPage[] {
  if (pages.every(({ words }) => words.every(({ tag }) => tag === undefined))) return pages;
  const words = pages.flatMap((page) => page.words);
  if (isSound(words, pages.length)) return pages;
  return pages.map((page) => ({ ...page, words: page.words.map(withoutTag) }));
}

/** Its properties are those of other words, in their order: what reads both stays fast. */
function withoutTag({ text, x0, y0, x1, y1, baseline, size, bold, turn, joined }: Word): Word {
  return { text, x0, y0, x1, y1, baseline, size, bold, turn, joined, tag: undefined };
}

function isSound(words: readonly Word[], pageCount: number): boolean {
  const headings = words.filter((word) => headingTag(word) !== undefined);
  const all = lengthOf(words);
  const tagged = lengthOf(words.filter(({ tag }) => tag !== undefined));
  const count = new Set(headings.map(({ tag }) => tag)).size;
  return (
    tagged >= minTagged * all &&
    lengthOf(headings) <= maxInHeadings * all &&
    count >= Math.max(fewestHeadings, pageCount / pagesPerHeading)
  );
}

function lengthOf(words: readonly Word[]): number {
  return words.reduce((sum, { text }) => sum + text.length, 0);
}

/** The pieces that the tree calls headings, each with its level; none where there is no tree. */
export function taggedHeadings(pieces: readonly Piece[]): Map<Piece, number> {
  const headings = new Map<Piece, number>();
  for (const piece of pieces) {
    const tag = headingTagOf(piece.rows[0]!.words);
    if (piece.kind === 'table' || tag === undefined) continue;
    const words = piece.rows.flatMap((row) => row.words);
    const isText = words.some(({ text }) => /[\p{L}\p{N}]/u.test(text));
    if (isText && lengthOf(words) <= longestHeading) headings.set(piece, tag.level);
  }
  return headings;
}
