import type { Chunk, Hit, Passage } from '../../types.ts';
import type { DocumentPlace } from '../../util/document-key.ts';
import { mergeSpans, spanOf, type MergedSpan } from './merge-spans.ts';
import { partitionPoint } from '../combine/partition-point.ts';

interface CountedSpan extends MergedSpan {
  readonly tokenCount: number;
}

/** The spans from index `from` to `to` of a selection, and what comes in their place. */
export interface SelectionChange {
  readonly from: number;
  readonly to: number;
  readonly spans: readonly CountedSpan[];
  /** By how much the tokens of the selection grow. */
  readonly growth: number;
}

/** Tokens of a span, or any number above `most`; `chunk` is given where the span is one chunk alone. */
export type CountSpan = (text: string, chunk: Chunk | undefined, most: number) => number;

/** A hit and chunks that are taken for its sake. */
interface Brought {
  readonly hit: Hit;
  readonly chunks: readonly Chunk[];
}

/** What is taken of one document so far: spans in order that share no character, and the hits they are for. */
export class Selection {
  /** The document's text, over whose white space chunks are joined. */
  documentText: string | undefined;
  readonly #place: DocumentPlace;
  readonly #count: CountSpan;
  #spans: readonly CountedSpan[] = [];
  readonly #hits = new Map<string, Hit>();
  /** For each chunk taken, the best hit whose window it came with. */
  readonly #broughtBy = new Map<string, Hit>();

  constructor(place: DocumentPlace, count: CountSpan) {
    this.#place = place;
    this.#count = count;
  }

  /**
   * What taking these chunks would change; only spans beside or between them are joined and counted again. One that grows by
   * more than `most` is not to be taken: its tokens are not counted to the end.
   */
  changeFor(added: readonly Chunk[], most = Infinity): SelectionChange {
    const fresh = new Map(
      added.filter(({ chunkId }) => !this.#broughtBy.has(chunkId)).map((chunk) => [chunk.chunkId, chunk]),
    );
    const start = added.reduce((first, { charStart }) => Math.min(first, charStart), Infinity);
    const end = added.reduce((last, { charEnd }) => Math.max(last, charEnd), -Infinity);
    const from = Math.max(0, partitionPoint(this.#spans, ({ charEnd }) => charEnd < start) - 1);
    const to = Math.min(this.#spans.length, partitionPoint(this.#spans, (span) => span.charStart <= end) + 1);
    const before = this.#spans.slice(from, to);
    const merged = mergeSpans([...before, ...[...fresh.values()].map(spanOf)], this.documentText);
    const known = new Map(before.map((span) => [`${span.charStart}-${span.charEnd}`, span.tokenCount]));
    const tokensBefore = sumTokens(before);
    const spans = merged.map((span) => {
      const counted = known.get(`${span.charStart}-${span.charEnd}`);
      const only = span.chunks.length === 1 ? fresh.get(span.chunks[0]!.chunkId) : undefined;
      return { ...span, tokenCount: counted ?? this.#count(span.text, only, tokensBefore + most) };
    });
    return { from, to, spans, growth: sumTokens(spans) - tokensBefore };
  }

  /** Makes a change of `changeFor`, which took what these hits brought, best hit first. */
  take({ from, to, spans }: SelectionChange, taken: readonly Brought[]): void {
    this.#spans = [...this.#spans.slice(0, from), ...spans, ...this.#spans.slice(to)];
    for (const { hit, chunks } of taken) {
      this.#hits.set(hit.chunk.chunkId, hit);
      for (const { chunkId } of chunks) {
        if (!this.#broughtBy.has(chunkId)) this.#broughtBy.set(chunkId, hit);
      }
    }
  }

  /** A span without a hit of its own, beside text that no chunk has, ranks with the hit whose window it is from. */
  passages(): Passage[] {
    return this.#spans.map(({ chunks, ...span }) => {
      const chunkIds = chunks.map(({ chunkId }) => chunkId);
      const own = chunkIds.flatMap((chunkId) => this.#hits.get(chunkId) ?? []);
      const hits = own.length > 0 ? own : chunkIds.flatMap((chunkId) => this.#broughtBy.get(chunkId) ?? []);
      const rank = hits.reduce((best, hit) => Math.min(best, hit.rank), Infinity);
      const relevanceScore = hits.reduce((best, hit) => Math.max(best, hit.relevanceScore), 0);
      return { ...this.#place, chunkIds, chunks: [...chunks], ...span, rank, relevanceScore };
    });
  }
}

function sumTokens(spans: readonly CountedSpan[]): number {
  return spans.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
}
