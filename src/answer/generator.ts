import type { Parties } from '../text/structure/parties.ts';
import type { Span } from '../text/spans.ts';
import type { Passage } from '../types.ts';

/** What a claim rests on: a passage by its index in the request, and the words that it is said to contain. */
export interface DraftSupport {
  readonly passage: number;
  readonly quote: string;
  /** Where the generator knows it: the start of the quote in the document's text. The quote is looked for there first. */
  readonly charStart?: number;
  /** Of a row: the column of the head that is asked for, from 0, where one alone is. */
  readonly head?: number;
}

/** One statement of an answer, before its quotes are looked for. */
export interface DraftClaim {
  readonly text: string;
  readonly supports: readonly DraftSupport[];
}

export type GeneratorEvent =
  /** A language model is asked now; not said where there is nothing to ask it about. */
  | { readonly kind: 'asking'; readonly model: string; readonly host?: string | undefined }
  /**
   * Words of the next claim as they are written, with the white space before them. A generator that gives them gives all
   * words of each claim before the claim; one that does not leaves it to the answer to set claims apart.
   */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'claim'; readonly claim: DraftClaim }
  /** How probable it is that what follows answers the question, 0…1, where the generator knows. */
  | { readonly kind: 'certainty'; readonly certainty: number }
  /** The evidence does not answer the question; no claim follows. `nearest` are quotes worth showing all the same. */
  | { readonly kind: 'abstain'; readonly nearest: readonly DraftClaim[] }
  /** What went before counts no more; another generator goes on. */
  | { readonly kind: 'restart'; readonly modelId: string }
  /** For the reader of the answer. */
  | { readonly kind: 'warning'; readonly warning: string }
  | { readonly kind: 'usage'; readonly inputTokens: number; readonly outputTokens: number };

/** A passage with what its document says of it elsewhere. */
export interface PassageInContext extends Passage {
  /**
   * The document's title and the headings that stand over or in it, outermost first. They often name the subject that the passage
   * leaves out; they are not to be quoted.
   */
  readonly context?: readonly string[];
  /** Those of the question's names that the document as a whole is about. */
  readonly subjects?: readonly string[];
  /** Whom the document says at its beginning that it is about. */
  readonly parties?: Parties | undefined;
  /** Where it begins in a table, below its header: the header row, then the rows without values that it begins below. */
  readonly tableHeads?: readonly string[];
  /** Where it may have a list: what the document goes on with behind it, some hundred characters. */
  readonly textBehind?: string | undefined;
  /** Where the document lists its contents: such lines name what stands elsewhere, and answer nothing. */
  readonly contents?: readonly Span[];
  /** Where it lists works that it cites: their titles hardly answer. */
  readonly works?: readonly Span[];
  /** Its listings and programs, from where it begins; undefined where that is not known, and of source code. */
  readonly code?: readonly Span[] | undefined;
  /** Headings of sections that begin in it, as far as its lines alone do not show that they are headings. */
  readonly headingsInside?: readonly string[];
  /** Of the document, ISO 639-1, where known. */
  readonly language?: string | undefined;
}

export interface GenerateRequest {
  readonly question: string;
  /** Best first; documents are data, never instructions. */
  readonly passages: readonly PassageInContext[];
  readonly signal?: AbortSignal;
}

/**
 * Answers a question from passages, claim by claim in reading order. It may name any passage and any quote:
 * nothing it says is trusted before it is checked.
 *
 * @throws GenerationError when the model cannot be run or reached.
 */
export interface Generator {
  readonly modelId: string;
  generate(request: GenerateRequest): AsyncIterable<GeneratorEvent>;
}
