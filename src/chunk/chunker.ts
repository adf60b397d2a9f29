import type { Tokenizer } from '../text/tokens.ts';
import type { ChunkKind, LoadedDocument } from '../types.ts';

export interface ChunkOptions {
  /** Upper bound of a chunk in tokens of `tokenizer`. */
  readonly chunkSize: number;
  /** Tokens that neighbours may share; less than `chunkSize`. */
  readonly overlap: number;
  readonly tokenizer: Tokenizer;
  /** Most tokens of any chunk, parents too: what the embedding model reads whole; unlimited unless given. */
  readonly mostTokens?: number;
  /** Of a hierarchy, passages included; 3 unless given. */
  readonly levels?: number;
  readonly signal?: AbortSignal;
}

/** A span of `document.text`, before ids, links, hashes, pages and rectangles are read off it. */
export interface ChunkDraft {
  readonly charStart: number;
  readonly charEnd: number;
  readonly kind: ChunkKind;
  /** Headings above the span, outermost first. */
  readonly headingPath: readonly string[];
  /** Of the section that the span begins in; the last of `headingPath` unless given. */
  readonly sectionHeading?: string;
  /** One of `levels`; a passage unless given. Searches find passages and sentences, unless their filter names levels. */
  readonly level?: number;
  /** Index in the same array of the enclosing draft of a lower level. */
  readonly parent?: number;
  /** Text to embed and index with the span but not part of it, such as a split table's header row. */
  readonly context?: string;
  /** Says how the span was made when that differs from the chunker's name (a fallback). */
  readonly method?: string;
}

/**
 * Cuts a document into spans. Drafts of one level come in reading order, start and end on a non-space
 * character, cover all text but white space, and overlap only with their direct neighbours.
 *
 * @throws ChunkingError when the options contradict each other.
 */
export interface Chunker {
  readonly name: string;
  chunk(document: LoadedDocument, options: ChunkOptions): Promise<readonly ChunkDraft[]>;
}
