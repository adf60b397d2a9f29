import { lineRects } from '../text/rectangles.ts';
import type { Tokenizer } from '../text/tokens.ts';
import type { Chunk, LoadedDocument, Metadata } from '../types.ts';
import { sha256 } from '../util/hash.ts';
import type { ChunkDraft } from './chunker.ts';

export interface FinishOptions {
  readonly documentId: string;
  /** Name of the chunker; a draft's own `method` goes before it. */
  readonly chunkingMethod: string;
  readonly tokenizer: Tokenizer;
  readonly embeddingModel: string;
  /** ISO 8601. */
  readonly embeddedAt: string;
  /** The document's metadata. */
  readonly metadata: Metadata;
  /** Opens every chunk's `context`. */
  readonly title?: string;
}

export interface FinishedChunk {
  readonly chunk: Chunk;
  /** Title, heading path and the draft's own context, joined by line breaks: embedded and indexed beside the content. */
  readonly context: string;
}

/** Reads everything that a stored chunk says off its span. */
export function finishChunks(
  document: LoadedDocument,
  drafts: readonly ChunkDraft[],
  options: FinishOptions,
): FinishedChunk[] {
  const idOf = (sequence: number) => `${options.documentId}#${String(sequence).padStart(4, '0')}`;
  return drafts.map((draft, sequence) => {
    const content = document.text.slice(draft.charStart, draft.charEnd);
    const chunk: Chunk = {
      chunkId: idOf(sequence),
      documentId: options.documentId,
      sequence,
      charStart: draft.charStart,
      charEnd: draft.charEnd,
      content,
      contentHash: sha256(content),
      pageNumbers: document.pages
        .filter((page) => page.charStart < draft.charEnd && page.charEnd > draft.charStart)
        .map((page) => page.number),
      sectionHeading: draft.headingPath.at(-1),
      headingPath: [...draft.headingPath],
      kind: draft.kind,
      tokenCount: options.tokenizer.count(content),
      charCount: content.length,
      overlapPrevChars: 0,
      overlapNextChars: 0,
      uniqueStart: draft.charStart,
      uniqueEnd: draft.charEnd,
      prevChunkId: sequence > 0 ? idOf(sequence - 1) : undefined,
      nextChunkId: sequence < drafts.length - 1 ? idOf(sequence + 1) : undefined,
      level: draft.level ?? 3,
      hierarchyPath: draft.headingPath.join(' > '),
      chunkingMethod: draft.method ?? options.chunkingMethod,
      embeddingModel: options.embeddingModel,
      embeddedAt: options.embeddedAt,
      totalChunks: drafts.length,
      rects: lineRects(document.pages, draft.charStart, draft.charEnd),
      metadata: options.metadata,
    };
    return { chunk, context: [options.title, ...draft.headingPath, draft.context].filter(Boolean).join('\n') };
  });
}
