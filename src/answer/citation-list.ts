import type { DocumentContent } from '../store/store.ts';
import type { Citation, Document, Hit, Passage } from '../types.ts';
import { documentKey, type DocumentPlace } from '../util/document-key.ts';
import { buildCitation } from './cite.ts';
import type { DraftSupport } from './generator.ts';
import { isOf } from './passages.ts';
import { locateQuote } from './verify.ts';

export interface CitationSources {
  readonly passages: readonly Passage[];
  readonly hits: readonly Hit[];
  readonly contents: (place: DocumentPlace) => Promise<DocumentContent | undefined>;
  readonly document: (place: DocumentPlace) => Document | undefined;
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

  /** The citation of a support, or `undefined` and a warning when the documents do not bear it out. */
  async cite({ passage: index, quote, charStart }: DraftSupport): Promise<Citation | undefined> {
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
    if (location.verified === 'no') {
      return this.#drop(`A quote was dropped: “${shortened(quote)}” does not stand in “${document.title}”.`);
    }
    const known = this.citations.find(
      (citation) =>
        documentKey(citation) === documentKey(document) &&
        citation.charStart === location.charStart &&
        citation.charEnd === location.charEnd,
    );
    if (known !== undefined) return known;
    const { chunkId, score } = chunkAt(passage, this.#sources.hits, location);
    const sourceId = this.citations.length + 1;
    const parts = { sourceId, document, content, chunk: { chunkId }, location, retrievalScore: score };
    const citation = buildCitation(parts);
    this.citations.push(citation);
    return citation;
  }

  #drop(warning: string): undefined {
    this.warnings.push(warning);
    return undefined;
  }
}

/**
 * The chunk of the passage in which a span starts: a hit's own chunk, the one that has the whole span first;
 * else the neighbour of the nearest hit on that side.
 */
function chunkAt(
  passage: Passage,
  hits: readonly Hit[],
  { charStart, charEnd }: { charStart: number; charEnd: number },
): { chunkId: string; score: number } {
  const own = hits.filter((hit) => isOf(passage, hit));
  const holding = own.filter(({ chunk }) => chunk.charStart <= charStart && charStart < chunk.charEnd);
  const whole = holding.find(({ chunk }) => charEnd <= chunk.charEnd) ?? holding[0];
  if (whole !== undefined) return { chunkId: whole.chunk.chunkId, score: whole.relevanceScore };
  const distance = ({ chunk }: Hit) => Math.max(chunk.charStart - charStart, charStart - chunk.charEnd);
  const nearest = own.toSorted((a, b) => distance(a) - distance(b))[0]?.chunk;
  const beside =
    nearest === undefined || charStart < nearest.charStart ? nearest?.prevChunkId : nearest.nextChunkId;
  return { chunkId: beside ?? nearest?.chunkId ?? passage.chunkIds[0] ?? '', score: passage.relevanceScore };
}

function shortened(quote: string): string {
  const line = quote.replaceAll(/\s+/g, ' ').trim();
  return line.length <= 80 ? line : `${line.slice(0, 79)}…`;
}
