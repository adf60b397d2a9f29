import type { DocumentContent } from '../../store/store.ts';
import { lineRects, pagesOf, withPictures } from '../../text/rectangles.ts';
import { sectionsAt } from '../../text/structure/section-at.ts';
import { leadInOver } from '../../text/structure/lead-in.ts';
import { tableContext, tableHeadsOver } from '../../text/structure/table-context.ts';
import { cellsOf, cellSpan, valueColumn } from '../../text/structure/table-row.ts';
import type { Chunk, Citation, CitedCell, Document } from '../../types.ts';
import { deepLink } from './deep-link.ts';
import type { QuoteLocation } from './locate.ts';

export interface CitationParts {
  /** The number of its marker, from 1. */
  readonly sourceId: number;
  readonly document: Document;
  readonly content: DocumentContent;
  readonly chunk: Pick<Chunk, 'chunkId' | 'documentVersion'>;
  readonly location: QuoteLocation;
  /** As `DraftSupport` has it. */
  readonly head?: number | undefined;
  /** 0…1; what lies outside is brought to the nearer end. */
  readonly retrievalScore: number;
}

/**
 * Reads a citation off a span of the document: quote, pages, section and rectangles all come from the source,
 * none from whoever quoted it. Invariant: `quote === content.text.slice(charStart, charEnd)`.
 */
export function buildCitation({ document, content, location, ...parts }: CitationParts): Citation {
  const { charStart, charEnd } = location;
  const pages = pagesOf(content.pages, charStart, charEnd);
  const sections = sectionsAt(content.sections, charStart).reverse(); // innermost first
  const quote = content.text.slice(charStart, charEnd);
  const address = addressOf(document);
  const target = {
    format: document.format,
    quote,
    page: pages[0]?.number,
    anchor: sections.find((section) => section.anchor !== undefined)?.anchor,
  };
  const sectionHeading = sections[0]?.heading;
  const heads = tableHeadsOver(content.text, charStart);
  const quoteContext =
    heads.length > 0
      ? heads.join('\n')
      : leadInOver(content.text, charStart, {
          from: sections[0]?.charStart,
          language: document.language,
          headings: [document.title, ...sections.map(({ heading }) => heading)],
          blocks: document.format === 'code' ? undefined : content.structure?.blocks,
        });
  const quoteCaption = captionOver(content.text, charStart);
  const cell =
    parts.head === undefined
      ? undefined
      : cellBelow(parts.head, { header: heads[0], quote, charStart, pages: content.pages });
  const described = content.structure?.pictures.find(
    (picture) => picture.described && picture.charStart < charEnd && charStart < picture.charEnd,
  )?.described;
  const hasLabels = pages.some((page) => page.label !== undefined);
  return {
    sourceId: parts.sourceId,
    collection: document.collection,
    documentId: document.documentId,
    ...(parts.chunk.documentVersion === undefined ? {} : { documentVersion: parts.chunk.documentVersion }),
    chunkId: parts.chunk.chunkId,
    sourcePath: document.sourcePath,
    ...(address === undefined ? {} : { url: deepLink(address, target) }),
    title: document.title,
    authors: document.creators,
    ...(document.dateCreated === undefined ? {} : { date: document.dateCreated }),
    pageNumbers: pages.map((page) => page.number),
    ...(hasLabels ? { pageLabels: pages.map((page) => page.label ?? String(page.number)) } : {}),
    ...(sectionHeading === undefined ? {} : { sectionHeading }),
    charStart,
    charEnd,
    quote,
    ...(quoteContext === undefined ? {} : { quoteContext }),
    ...(quoteCaption === undefined ? {} : { quoteCaption }),
    ...(cell === undefined ? {} : { cell }),
    rects: withPictures(lineRects(content.pages, charStart, charEnd), content.structure?.pictures, {
      charStart,
      charEnd,
    }),
    ...(described ? { described } : {}),
    retrievalScore: Math.min(Math.max(parts.retrievalScore, 0), 1),
    located: location.located,
    quoteSimilarity: location.similarity,
  };
}

/** The value of a row below one of its heads. */
function cellBelow(
  column: number,
  {
    header = '',
    quote,
    charStart,
    pages,
  }: { header: string | undefined } & Pick<Citation, 'quote' | 'charStart'> & Pick<DocumentContent, 'pages'>,
): CitedCell | undefined {
  const heads = cellsOf(header);
  const value = valueColumn(heads, cellsOf(quote), column);
  if (value === undefined) return undefined;
  const { start, end } = cellSpan(quote, value);
  const span = { charStart: charStart + start, charEnd: charStart + end };
  const rects = lineRects(pages, span.charStart, span.charEnd);
  return { head: heads[column]!, column, quote: quote.slice(start, end), ...span, rects };
}

/** What stands over the table that an offset is in, and what its amounts are in. */
function captionOver(text: string, offset: number): string | undefined {
  const table = tableContext(text, offset);
  const [caption, unit] = [table?.caption, table?.unit].map(
    (span) =>
      span &&
      text
        .slice(span.start, span.end)
        .replace(/^#+\s+/, '')
        .trim(),
  );
  if (caption === undefined || unit === undefined || caption.includes(unit)) return caption ?? unit;
  return `${caption} ${unit}`;
}

/** Where the document is on the web, if it is. */
function addressOf(document: Document): string | undefined {
  return [document.url, document.sourcePath].find((value) => value !== undefined && /^https?:/i.test(value));
}
