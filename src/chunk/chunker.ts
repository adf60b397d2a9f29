import type { Tokenizer } from '../text/tokens/tokens.ts';
import type { ChunkKind, LoadedDocument } from '../types.ts';

/** What a chunker is to keep to. */
export interface ChunkOptions {
  /** Upper bound of a chunk in tokens of `tokenizer`. */
  readonly chunkSize: number;
  /** Tokens that neighbours may share; less than `chunkSize`. */
  readonly overlap: number;
  /** What sizes are counted in. */
  readonly tokenizer: Tokenizer;
  /** Most tokens of any chunk, parents too: what the embedding model reads whole; unlimited unless given. */
  readonly mostTokens?: number;
  /** Stops the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/** A span of `document.text`, before ids, links, hashes, pages and rectangles are read off it. */
export interface ChunkDraft {
  /** Where it begins in the text of the document. */
  readonly charStart: number;
  /** Where it ends: the unit after its last one. */
  readonly charEnd: number;
  /** What it is made of. */
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
  /** Stored with every chunk, as `chunkingMethod`. */
  readonly name: string;
  /** The spans of a document; see above. */
  chunk(document: LoadedDocument, options: ChunkOptions): Promise<readonly ChunkDraft[]>;
}
