import type { DocumentContent } from '../../store/store.ts';
import type { Citation, CitedAnswer, Document, Hit, Passage } from '../../types.ts';
import { documentKey, type DocumentPlace } from '../../util/ids/document-key.ts';
import { buildCitation } from './citation.ts';
import type { DraftSupport, PassageInContext } from '../generator.ts';
import { isOf } from '../passages.ts';
import { locateQuote, type QuoteLocation } from './locate.ts';
import { groupBy } from '../../util/lists/group-by.ts';

interface CitationSources {
  readonly passages: readonly PassageInContext[];
  readonly hits: readonly Hit[];
  readonly contents: (place: DocumentPlace) => Promise<DocumentContent | undefined>;
  readonly document: (place: DocumentPlace) => Document | undefined;
}

/** A quote that stands in its document. */
export interface LocatedQuote {
  readonly passage: PassageInContext;
  readonly document: Document;
  readonly content: DocumentContent;
  readonly location: QuoteLocation;
  /** As `DraftSupport` has it. */
  readonly head?: number | undefined;
}

/** The citations of one answer, numbered from 1 in the order of first use; the same span has one number. */
export class CitationList {
  readonly citations: Citation[] = [];
  /** One for each support that was dropped. */
  readonly warnings: string[] = [];
  readonly #sources: CitationSources;

  constructor(sources: CitationSources) {
    this.#sources = sources;
  }

  /** Where the words of a support stand, or `undefined` and a warning when the documents do not bear them out. */
  async locate({ passage: index, quote, charStart, head }: DraftSupport): Promise<LocatedQuote | undefined> {
    const passage = this.#sources.passages[index];
    if (passage === undefined)
      return this.#drop(`A citation of passage ${index + 1}, which was not given, was dropped.`);
    const document = this.#sources.document(passage);
    const content = await this.#sources.contents(passage);
    if (document === undefined || content === undefined) {
      return this.#drop(`A quote was dropped: document ${passage.documentId} is not there any more.`);
    }
    const within = { start: passage.charStart, end: passage.charEnd };
    const location = locateQuote(content.text, quote, { charStart, within });
    if (location.located === 'no') {
      return this.#drop(`A quote was dropped: “${shortened(quote)}” does not stand in “${document.title}”.`);
    }
    return { passage, document, content, location, head };
  }

  /** The citation of a quote that was found; a new one is put at the end. */
  cite({ passage, document, content, location, head }: LocatedQuote): Citation {
    const known = this.citations.find(
      (citation) =>
        documentKey(citation) === documentKey(passage) &&
        citation.charStart === location.charStart &&
        citation.charEnd === location.charEnd,
    );
    if (known !== undefined) return known;
    const { chunkId, score } = chunkAt(passage, this.#sources.hits, location);
    const sourceId = this.citations.length + 1;
    const chunk = { chunkId, documentVersion: passage.documentVersion };
    const parts = { sourceId, document, content, chunk, location, head, retrievalScore: score };
    const { quoteContext, ...citation } = buildCitation(parts);
    const isQuoted = this.citations.some(
      ({ quote, ...other }) => quote === quoteContext && documentKey(other) === documentKey(citation),
    );
    const cited = quoteContext === undefined || isQuoted ? citation : { ...citation, quoteContext };
    this.citations.push(cited);
    return cited;
  }

  /** The citations by document. */
  async groups(): Promise<CitedAnswer['groups']> {
    const texts = new Map<string, string>();
    for (const citation of this.citations) {
      const content = await this.#sources.contents(citation);
      texts.set(documentKey(citation), content?.text ?? '');
    }
    return groupByDocument(this.citations, (citation) => texts.get(documentKey(citation))!);
  }

  #drop(warning: string): undefined {
    this.warnings.push(warning);
    return undefined;
  }
}

type Span = Pick<Passage, 'charStart' | 'charEnd'>;

/**
 * The chunk of the passage that has the most of a span, of equals the best hit; for a span in the sentences that a
 * passage was widened by, which none of its chunks has, the chunk beside the nearest hit, else the nearest chunk.
 */
function chunkAt(passage: Passage, hits: readonly Hit[], span: Span): { chunkId: string; score: number } {
  const own = new Map(
    hits.filter((hit) => isOf(passage, hit)).map((hit) => [hit.chunk.chunkId, hit] as const),
  );
  const rankOf = (chunkId: string) => own.get(chunkId)?.rank ?? Number.MAX_SAFE_INTEGER;
  const nearest = passage.chunks.toSorted(
    (a, b) => shared(b, span) - shared(a, span) || rankOf(a.chunkId) - rankOf(b.chunkId),
  )[0];
  const hit = nearest && own.get(nearest.chunkId);
  const score = hit?.relevanceScore ?? passage.relevanceScore;
  if (nearest === undefined || hit === undefined || shared(nearest, span) > 0) {
    return { chunkId: nearest?.chunkId ?? passage.chunkIds[0] ?? '', score };
  }
  const { prevChunkId, nextChunkId } = hit.chunk;
  const beside = span.charStart < nearest.charStart ? prevChunkId : nextChunkId;
  return { chunkId: beside ?? nearest.chunkId, score: beside ? passage.relevanceScore : score };
}

/** Characters that two spans have in common; below 0, how far apart they are. */
function shared(a: Span, b: Span): number {
  return Math.min(a.charEnd, b.charEnd) - Math.max(a.charStart, b.charStart);
}

function shortened(quote: string): string {
  const line = quote.replaceAll(/\s+/g, ' ').trim();
  return line.length <= 80 ? line : `${line.slice(0, 79)}…`;
}

interface Excerpt {
  readonly charStart: number;
  charEnd: number;
}

/**
 * One entry a document, in the order of their first citations. Its excerpts are exact slices of its text, in
 * reading order: quotes of one paragraph that overlap or stand side by side are one.
 *
 * @param textOf the whole text of a citation's document.
 */
export function groupByDocument(
  citations: readonly Citation[],
  textOf: (citation: Citation) => string,
): CitedAnswer['groups'] {
  return [...groupBy(citations, documentKey).values()].map((own) => {
    const first = own[0]!;
    const text = textOf(first);
    return {
      collection: first.collection,
      documentId: first.documentId,
      title: first.title,
      sourcePath: first.sourcePath,
      citations: own.map(({ sourceId }) => sourceId),
      excerpts: merged(own, text).map(({ charStart, charEnd }) => text.slice(charStart, charEnd)),
    };
  });
}

/** Nothing, or white space without a blank line. */
const sideBySide = /^(?:[^\S\n]*\n)?[^\S\n]*$/;

function merged(citations: readonly Citation[], text: string): Excerpt[] {
  const excerpts: Excerpt[] = [];
  for (const { charStart, charEnd } of citations.toSorted((a, b) => a.charStart - b.charStart)) {
    const last = excerpts.at(-1);
    if (last !== undefined && sideBySide.test(text.slice(last.charEnd, charStart))) {
      last.charEnd = Math.max(last.charEnd, charEnd);
    } else excerpts.push({ charStart, charEnd });
  }
  return excerpts;
}
