import type { Tokenizer } from '../text/tokens.ts';
import type { LoadedDocument } from '../types.ts';
import type { ChunkDraft } from './chunker.ts';

export interface ValidateOptions {
  /** The embedding model's limit, in tokens of the tokenizer. */
  readonly maxTokens: number;
  /** Shortest text that stands alone, in UTF-16 code units. */
  readonly minChars?: number;
}

export interface ValidatedChunks {
  readonly valid: ChunkDraft[];
  /** `sequence` is the index of the refused draft. */
  readonly failed: { sequence: number; reason: string }[];
}

/** Keeps the drafts that are worth storing, and says why the others are not. */
export function validateChunks(
  document: LoadedDocument,
  drafts: readonly ChunkDraft[],
  tokenizer: Tokenizer,
  { maxTokens }: ValidateOptions,
): ValidatedChunks {
  const valid: ChunkDraft[] = [];
  const failed: { sequence: number; reason: string }[] = [];
  drafts.forEach((draft, sequence) => {
    const tokens = tokenizer.count(document.text.slice(draft.charStart, draft.charEnd));
    if (tokens <= maxTokens) valid.push(draft);
    else failed.push({ sequence, reason: `token limit: ${tokens} of ${maxTokens}` });
  });
  return { valid, failed };
}
