/**
 * Showing what is stored: parts of a text (this file), whole documents (`read-whole.ts`), pages as pictures (`page-picture.ts`, and
 * `layout-picture.ts` for documents without pages), and the place of a citation on its page (`cited-place.ts`, `snapshot.ts`).
 */
import { z } from 'zod';
import { NoDocumentsFoundError } from '../../errors.ts';
import { pagesOf } from '../../text/rectangles.ts';
import { sectionsAt } from '../../text/structure/section-at.ts';
import type { Tokenizer } from '../../text/tokens/tokens.ts';
import { graphemeEdge, wordEdge } from '../../text/word-edge.ts';
import type { Document, Page } from '../../types.ts';
import { withoutPage } from './page-picture.ts';
import { parseOptions } from '../parts/options.ts';
import type { WholeDocument } from './read-whole.ts';

/** What `readPart` takes. */
export interface PartOptions {
  /** Only this page: its position in the file, from 1. */
  readonly page?: number;
  /** Where to begin, in UTF-16 code units of the document's text; the beginning of the page or of the text unless given. */
  readonly charStart?: number;
  /** Where to end at the latest: the end of the page or of the text unless given. */
  readonly charEnd?: number;
  /**
   * Tokens of the part, at most, 1 to 1,000,000.
   * @default 4000
   */
  readonly maxTokens?: number;
}

export const partOptionsSchema = z.strictObject({
  page: z.int().min(1).optional(),
  charStart: z.int().min(0).optional(),
  charEnd: z.int().min(0).optional(),
  maxTokens: z.int().min(1).max(1_000_000).default(4000),
});

/** A part of a document's text: `text` is exactly that slice. */
export interface DocumentPart {
  /** The document. */
  readonly document: Document;
  /** Exactly that slice of its text. */
  readonly text: string;
  /** Where it begins, in UTF-16 code units of the document's text. */
  readonly charStart: number;
  /** Where it ends: the unit after its last one. */
  readonly charEnd: number;
  /** Of the whole text of the document. */
  readonly totalChars: number;
  /** Pages that it stands on, from 1; empty without pages. */
  readonly pageNumbers: readonly number[];
  /** What is printed on them, where that differs. */
  readonly pageLabels?: readonly string[];
  /** The nearest heading above its beginning. */
  readonly sectionHeading?: string;
}

/** More characters than most tokens have; where they have more, the part is shorter than it could be. */
const charsPerToken = 12;

/** The part from `charStart` on that has at most `maxTokens`. It ends between paragraphs, lines or words, in this order of preference. */
export function readPart(
  { document, content: { text, pages, sections } }: WholeDocument,
  tokenizer: Tokenizer,
  options: PartOptions,
): DocumentPart {
  const { maxTokens, ...place } = parseOptions(partOptionsSchema, options, 'options of readPart');
  const [charStart, last] = boundsOf(place, { document, text, pages });
  const window = text.slice(charStart, Math.min(last, charStart + maxTokens * charsPerToken));
  const [tooMany] = tokenizer.offsets(window).slice(maxTokens);
  const most = charStart + (tooMany ?? window.length);
  const charEnd = most >= last ? last : niceEnd(text, charStart, most);
  const on = pagesOf(pages, charStart, charEnd);
  const sectionHeading = sectionsAt(sections, charStart).at(-1)?.heading;
  return {
    document,
    text: text.slice(charStart, charEnd),
    charStart,
    charEnd,
    totalChars: text.length,
    pageNumbers: on.map(({ number }) => number),
    ...(on.some(({ label }) => label !== undefined)
      ? { pageLabels: on.map(({ label, number }) => label ?? String(number)) }
      : {}),
    ...(sectionHeading === undefined ? {} : { sectionHeading }),
  };
}

function boundsOf(
  { page: number, charStart, charEnd }: Pick<PartOptions, 'page' | 'charStart' | 'charEnd'>,
  { document, text, pages }: { document: Document; text: string; pages: readonly Page[] },
): [number, number] {
  const page = number === undefined ? undefined : pages[number - 1];
  if (number !== undefined && page === undefined) throw withoutPage(document, number);
  const from = charStart ?? page?.charStart ?? 0;
  if (from > text.length) {
    throw new NoDocumentsFoundError(`“${document.title}” ends at character ${text.length}`, {
      hint: 'It may have changed: search again.',
      context: { document: document.documentId, charStart: from },
    });
  }
  const last = Math.min(charEnd ?? Infinity, page?.charEnd ?? Infinity, text.length);
  return [from, Math.max(from, last)];
}

/** The last end of a paragraph or a line in the second half, else the end of a word, else of a character. */
function niceEnd(text: string, from: number, most: number): number {
  const half = from + (most - from) / 2;
  for (const mark of ['\n\n', '\n']) {
    const at = text.lastIndexOf(mark, most - mark.length);
    if (at >= half) return at + mark.length;
  }
  const word = wordEdge(text, most, -1);
  return word > from ? word : Math.max(graphemeEdge(text, most), from + 1);
}
