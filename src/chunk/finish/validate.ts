import type { Tokenizer } from '../../text/tokens/tokens.ts';
import { levels, type LoadedDocument } from '../../types.ts';
import { Turn } from '../../util/async/turn.ts';
import type { ChunkDraft } from '../chunker.ts';
import { garbleOf } from './garble.ts';

/** Characters that a text needs that does not stand alone. */
export const fewestChars = 10;

/** UTF-8 bytes of a UTF-16 code unit; no token has less than a byte. */
const mostBytes = 3;

export interface ValidateOptions {
  /** The embedding model's limit, in tokens of the tokenizer. */
  readonly maxTokens: number;
  readonly signal?: AbortSignal;
}

export interface ValidatedChunks {
  readonly valid: ChunkDraft[];
  /** `sequence` is the index of the refused draft among those given. */
  readonly failed: { sequence: number; reason: string }[];
}

/**
 * Keeps the drafts that are worth storing and says why the others are not: nothing but white space, longer than
 * the model reads, shorter than 10 characters though other text surrounds it and it is no heading, table, list
 * or sentence, or garbled. Parents are renumbered; a draft whose parent is refused has none.
 */
export async function validateChunks(
  document: LoadedDocument,
  drafts: readonly ChunkDraft[],
  tokenizer: Tokenizer,
  { maxTokens, signal }: ValidateOptions,
): Promise<ValidatedChunks> {
  const turn = new Turn(signal);
  const reasons: (string | undefined)[] = [];
  for (const draft of drafts) {
    if (turn.isOver()) await turn.next();
    const content = document.text.slice(draft.charStart, draft.charEnd);
    const mayBeShort = draft.kind !== 'text' || draft.level === levels.sentence || drafts.length === 1;
    reasons.push(reasonAgainst(content, { maxTokens, minChars: mayBeShort ? 0 : fewestChars, tokenizer }));
  }
  const kept = [...drafts.keys()].filter((sequence) => reasons[sequence] === undefined);
  const newIndex = new Map(kept.map((sequence, index) => [sequence, index]));
  return {
    valid: kept.map((sequence) => withParent(drafts[sequence]!, newIndex)),
    failed: reasons.flatMap((reason, sequence) => (reason === undefined ? [] : [{ sequence, reason }])),
  };
}

interface ContentRules {
  readonly maxTokens: number;
  readonly minChars: number;
  readonly tokenizer: Tokenizer;
}

function reasonAgainst(
  content: string,
  { maxTokens, minChars, tokenizer }: ContentRules,
): string | undefined {
  if (content.trim() === '') return 'empty: white space only';
  if (content.length < minChars)
    return `too short: ${content.length} characters, at least ${minChars} are needed`;
  const garble = garbleOf(content);
  if (garble !== undefined) return `garbled text: ${garble}`;
  if (content.length * mostBytes <= maxTokens) return undefined;
  const tokens = tokenizer.count(content);
  return tokens > maxTokens ? `token limit: ${tokens} tokens, at most ${maxTokens} are allowed` : undefined;
}

function withParent({ parent, ...draft }: ChunkDraft, newIndex: ReadonlyMap<number, number>): ChunkDraft {
  const index = parent === undefined ? undefined : newIndex.get(parent);
  return index === undefined ? draft : { ...draft, parent: index };
}
