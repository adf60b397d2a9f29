import type { LoadedDocument, Picture } from '../../types.ts';
import type { LoadRequest } from '../loader.ts';
import { sectionsOf } from '../sections.ts';
import { arrangePage } from './arrange/arrange-page.ts';
import { assemble } from './write/assemble.ts';
import { bibliographyOf } from './metadata/bibliography.ts';
import type { PdfContent, PdfPage } from './content.ts';
import { listContents } from './sections/contents.ts';
import { markHeadings } from './sections/headings.ts';
import { collectCompounds } from './write/hyphenation.ts';
import { linksOf } from './links.ts';
import { placePictures, tellingPictures, type PagePicture } from './pictures/pictures.ts';
import type { Piece } from './arrange/pieces.ts';
import { pause } from './limits-and-pauses.ts';
import { fromTop } from './rows.ts';
import { usualGutters } from './arrange/reading-order.ts';
import { mendParagraphs } from './arrange/run-on.ts';
import { findLineNumbers } from './margins/line-numbers.ts';
import { findRunningHeads } from './margins/running-heads.ts';
import { fromFrame, isOnPage } from './geometry.ts';
import { withoutContinued } from './tables/continued-tables.ts';
import type { Word } from './words.ts';

/**
 * From the words of the pages to a document: running heads out, words into reading order, rows into
 * paragraphs, headings found, everything written into one text.
 */
export async function arrange(
  content: PdfContent,
  { signal, marksPictures = false }: Pick<LoadRequest, 'signal' | 'marksPictures'> = {},
): Promise<LoadedDocument> {
  const { pieces: cut, printed, compounds } = await cutContent(content, signal);
  const pieces = listContents(withoutContinued(cut));
  const anchors = markHeadings(
    pieces,
    content.outline,
    content.pages.map(({ rules = [] }) => rules),
  );
  const pages = content.pages.map((page, index) => ({
    size: page.size,
    // The declared label, else the number printed in the margin.
    label: page.label ?? printed[index],
  }));
  const { pieces: withPictures, placed } = placePictures(
    mendParagraphs(pieces),
    content.pages.map((page) => page.pictures ?? []),
    new Set(marksPictures ? tellingPictures(content.pages).flat() : []),
  );
  const { text, pages: laidOut, blocks, tables, spans } = assemble(withPictures, pages, compounds);
  const links = linksOf(
    { text, pages: laidOut },
    content.pages.map((page) => page.links ?? []),
  );
  const pictures = content.pages.flatMap((page, index) =>
    (page.pictures ?? []).map((picture) =>
      toPicture(
        picture,
        index,
        placed.has(picture) ? spans.get(placed.get(picture)!)! : endOf(laidOut[index]!),
      ),
    ),
  );
  const headings = pieces
    .filter((piece) => piece.kind === 'heading')
    .map((piece) => ({ piece, level: piece.level ?? 1, title: textAt(text, spans.get(piece)!) }));
  const starts = [...anchors, ...headings]
    .map(({ piece, level, title }) => ({ text: title, level, charStart: spans.get(piece)!.charStart }))
    // Of two of one level at one place the last stays.
    .sort((a, b) => a.charStart - b.charStart || a.level - b.level);
  return {
    text,
    format: 'pdf',
    pages: laidOut,
    sections: sectionsOf(starts, text.length).filter(({ charStart, charEnd }) => charEnd > charStart),
    blocks,
    ...(tables.length > 0 ? { tables } : {}),
    ...(links.length > 0 ? { links } : {}),
    ...(pictures.length > 0 ? { pictures: pictures.toSorted((a, b) => a.charStart - b.charStart) } : {}),
    bibliography: bibliographyOf(content.info, { text, pages: laidOut }),
    warnings: content.warnings,
  };
}

interface Span {
  readonly charStart: number;
  readonly charEnd: number;
}

function toPicture({ box, alternativeText }: PagePicture, page: number, span: Span): Picture {
  const { charStart, charEnd } = span;
  const rect = { page: page + 1, x0: box.x0, y0: box.y0, x1: box.x1, y1: box.y1 };
  return { charStart, charEnd, ...(alternativeText && { alternativeText }), rect };
}

/** Where a picture stands that the text has nothing of. */
const endOf = ({ charEnd }: Span): Span => ({ charStart: charEnd, charEnd });

interface CutContent {
  readonly pieces: Piece[];
  /** Page numbers as printed, by page. */
  readonly printed: readonly (string | undefined)[];
  /** Words with a hyphen within. */
  readonly compounds: ReadonlySet<string>;
}

/** The pieces of all pages in reading order, without running heads. */
export async function cutContent(content: PdfContent, signal?: AbortSignal): Promise<CutContent> {
  const whole = content.pages.map((page) => ({
    ...page,
    // Once for all: what follows asks for this order again and again.
    words: fromTop(page.words.filter((word) => isShown(word, page))),
  }));
  const numbers = findLineNumbers(whole);
  const shown = whole.map((page, index) => without(page, numbers[index]!));
  const heads = findRunningHeads(shown);
  const left = shown.map(({ words }, index) => words.filter((word) => !heads.words[index]!.has(word)));
  const hasNoText = left.every((words) => words.length === 0);
  const compounds = new Set<string>();
  const pieces: Piece[] = [];
  const gutters = usualGutters(left);
  for (const [index, page] of shown.entries()) {
    const words = hasNoText || isSilent(page, left[index]!) ? page.words : left[index]!;
    collectCompounds(words, compounds);
    pieces.push(...arrangePage(words, page, { index, gutters }));
    await pause(signal);
  }
  return { pieces, printed: heads.printed, compounds };
}

/** Beside a picture that takes more of the page, running heads are only that. */
const mostPictured = 0.25;

/** A page of nothing but running heads keeps them, unless they only number it, or there is a picture: they are all it says. */
const isSilent = ({ words, imageShare = 0 }: PdfPage, left: readonly Word[]): boolean =>
  left.length === 0 && imageShare < mostPictured && words.some(({ text }) => /\p{L}/u.test(text));

function without(page: PdfPage, numbers: ReadonlySet<Word>): PdfPage {
  return numbers.size === 0 ? page : { ...page, words: page.words.filter((word) => !numbers.has(word)) };
}

/** Text outside of the crop box is not part of the page that people see. */
function isShown(word: Word, { size }: PdfPage): boolean {
  return isOnPage(fromFrame(word.turn, word, size), size);
}

function textAt(text: string, { charStart, charEnd }: Span): string {
  return text.slice(charStart, charEnd).replace(/\s+/g, ' ');
}
