import type { Tokenizer } from '../../text/tokens/tokens.ts';
import { levels, type LoadedDocument } from '../../types.ts';
import { Turn } from '../../util/async/turn.ts';
import type { ChunkDraft } from '../chunker.ts';

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

/** Shares of the characters other than white space above which text is taken for a failed decoding. */
const MOST_REPLACED = 0.05;
const MOST_PRIVATE = 0.1;
const MOST_CONTROLS = 0.05;
const MOST_MISREAD = 0.1;
const LEAST_WORDY = 0.2;
/** Fewer characters than these say nothing about their ratio. */
const ENOUGH_CHARACTERS = 20;

/** UTF-8 that was read as Latin-1 or Windows-1252: Ã©, â€™, Â§. */
const misread = /[ÃÂ][\u0080-\u00bf‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€[\u0080-\u00bf™œ\u009d“”˜¦¢]?/gu;

/** Lines of tables, rules and dot leaders, which are no sign of anything. */
const rules = /[|\-–—_.·…=*#+:]/gu;

/** What is wrong with text that no one can read, or undefined for text that someone can. */
function garbleOf(text: string): string | undefined {
  if (isPlainlyFine(text)) return undefined;
  const total = countOf(text, /\S/gu);
  const ruled = countOf(text, rules);
  const share = (pattern: RegExp) => countOf(text, pattern) / Math.max(1, total);
  if (share(/\ufffd/gu) > MOST_REPLACED) return 'characters that could not be decoded';
  if (share(/\p{Private_Use}/gu) > MOST_PRIVATE)
    return 'private-use characters of a font without a character map';
  if (share(/(?!\s)\p{Cc}|\p{Surrogate}/gu) > MOST_CONTROLS) return 'control characters';
  if (total < ENOUGH_CHARACTERS) return undefined;
  if (2 * share(misread) > MOST_MISREAD) return 'text decoded with the wrong character encoding';
  if (total - ruled < ENOUGH_CHARACTERS) return undefined;
  const words = countOf(text, /[\p{L}\p{N}\p{M}\p{Emoji_Presentation}]/gu);
  return words < LEAST_WORDY * (total - ruled) ? 'hardly any letters or digits' : undefined;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Says in one pass of most texts what the shares above would: too few characters are odd for any of them. */
function isPlainlyFine(text: string): boolean {
  let wordy = 0;
  let odd = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const letter = code | 0x20;
    if ((letter >= 0x61 && letter <= 0x7a) || (code >= 0x30 && code <= 0x39)) wordy += 1;
    else if (code > 0x7e || (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d)) odd += 1;
  }
  const leastShare = Math.min(MOST_REPLACED, MOST_PRIVATE, MOST_CONTROLS, MOST_MISREAD / 2);
  return wordy >= LEAST_WORDY * text.length && odd <= leastShare * wordy;
}
