import type { Citation, CitedAnswer, Claim, RetrieveResponse } from '../types.ts';
import { documentKey } from '../util/ids/document-key.ts';
import type { CitationList, LocatedQuote } from './cite/citation-list.ts';
import { inlineMarkers } from './cite/format.ts';
import type { DraftClaim, DraftSupport, GeneratorEvent } from './generator.ts';
import { checkClaim, type ClaimChecks } from './verify/check-claim.ts';

/** What stands where the markers would for a claim that its sources do not bear out. */
const notSupported = '[not supported]';
const standsAlone = /^\s*(?:[-*+•◦▪‣·–|]|\(?\d{1,3}[.)]\s)/;

/**
 * An answer while it comes. The words of all `text` events since the last `restart`, put together, are the answer's text,
 * markers included; a citation comes before the first marker that has its number, and both stay as they are.
 */
export type AnswerEvent =
  /** Comes first, of a knowledge base: what was found. */
  | { readonly kind: 'retrieval'; readonly retrieval: RetrieveResponse }
  /** A language model is asked now, to which one may have to wait: `provider:model`, and the host where it listens, where that is known. */
  | { readonly kind: 'asking'; readonly model: string; readonly host?: string | undefined }
  | { readonly kind: 'text'; readonly text: string }
  /** Found in its document; there is none that is not. */
  | { readonly kind: 'citation'; readonly citation: Citation }
  /** Its words are there, its citations are known. */
  | { readonly kind: 'claim'; readonly claim: Claim }
  /** What came before counts no more: nothing of it held, or the model failed. */
  | { readonly kind: 'restart' }
  /** Comes last, once. */
  | { readonly kind: 'done'; readonly answer: CitedAnswer };

type Note = Extract<GeneratorEvent, { kind: 'abstain' | 'certainty' | 'warning' | 'usage' }>;

/** One answer in the making: what its generator has said so far, and what held of it. */
export class Draft {
  readonly claims: Claim[] = [];
  /** How probable it is that it answers, 0…1, where the generator said so. */
  certainty?: number;
  usage?: { inputTokens: number; outputTokens: number };
  list: CitationList;
  modelId: string;
  #text = new AnswerText();
  #warnings: string[] = [];
  /** What to show when there is no answer. */
  #nearest: DraftClaim[] = [];
  /** Quotes of claims that did not hold. */
  #quotes: LocatedQuote[] = [];

  constructor(list: CitationList, modelId: string) {
    this.list = list;
    this.modelId = modelId;
  }

  get text(): string {
    return this.#text.text;
  }

  get isEmpty(): boolean {
    return this.#text.text === '';
  }

  /** Whether a claim has a quote that was found, and is not rejected. */
  get hasHeld(): boolean {
    return this.claims.some(({ supported }) => supported !== 'no');
  }

  get warnings(): string[] {
    return [...this.#warnings, ...this.list.warnings];
  }

  write(text: string): AnswerEvent {
    this.#text.write(text);
    return { kind: 'text', text };
  }

  /** Checks a claim; gives its new citations, what is still to be written of it, and the claim. */
  async *add(draft: DraftClaim, checks: Omit<ClaimChecks, 'list'>): AsyncGenerator<AnswerEvent, void> {
    const known = this.list.citations.length;
    const { claim, quotes, warnings } = await checkClaim(draft, { ...checks, list: this.list });
    this.#warnings.push(...warnings);
    if (claim.supported === 'no') this.#quotes.push(...quotes);
    this.claims.push(claim);
    yield* asEvents(this.list.citations.slice(known));
    yield { kind: 'text', text: this.#text.close(claim, this.list.citations) };
    yield { kind: 'claim', claim };
  }

  note(event: Note): void {
    if (event.kind === 'warning') this.#warnings.push(event.warning);
    else if (event.kind === 'certainty') this.certainty = event.certainty;
    else if (event.kind === 'abstain') this.#nearest.push(...event.nearest);
    else this.usage = { inputTokens: event.inputTokens, outputTokens: event.outputTokens };
  }

  /** Forgets all but warnings and usage. */
  restart(list: CitationList, modelId: string): void {
    this.#warnings.push(...this.list.warnings);
    this.list = list;
    this.modelId = modelId;
    this.#text = new AnswerText();
    this.claims.length = 0;
    delete this.certainty;
    this.#nearest = [];
    this.#quotes = [];
  }

  /** Cites a quote that no claim rests on. */
  async *cite(support: DraftSupport): AsyncGenerator<AnswerEvent, void> {
    const known = this.list.citations.length;
    const quote = await this.list.locate(support);
    if (quote !== undefined) this.list.cite(quote);
    yield* asEvents(this.list.citations.slice(known));
  }

  /** Cites the nearest evidence: what the generator names, or else what its claims quoted. */
  async *citeNearest(most: number): AsyncGenerator<AnswerEvent, void> {
    const located: LocatedQuote[] = [];
    for (const support of this.#nearest.slice(0, most).flatMap(({ supports }) => supports)) {
      const quote = await this.list.locate(support);
      if (quote !== undefined) located.push(quote);
    }
    for (const quote of this.#nearest.length > 0 ? located : this.#quotes) {
      // Which cell is meant is said of answers alone.
      if (this.list.citations.length < most) this.list.cite({ ...quote, head: undefined });
    }
    yield* asEvents(this.list.citations);
  }
}

const asEvents = (citations: readonly Citation[]): AnswerEvent[] =>
  citations.map((citation) => ({ kind: 'citation', citation }));

/**
 * The text of an answer while it comes: claims in their order, each with its markers. Words that were streamed stay as
 * they are. Of claims that come whole, sentences of one document run on in a paragraph, list items and table rows have
 * their own lines, another document begins another paragraph.
 */
class AnswerText {
  text = '';
  #previous: { claim: Claim; document: string | undefined } | undefined;
  /** Whether words of the next claim are there already. */
  #isOpen = false;

  write(words: string): void {
    this.text += words;
    this.#isOpen = true;
  }

  /** Ends a claim; gives what that adds. */
  close(claim: Claim, citations: readonly Citation[]): string {
    const first = citations.find(({ sourceId }) => sourceId === claim.citations[0]);
    const document = first && documentKey(first);
    const words = this.#isOpen ? '' : this.#spaceBefore(claim, document) + claim.text;
    const added = `${words} ${claim.supported === 'no' ? notSupported : inlineMarkers(claim.citations)}`;
    this.text += added;
    this.#previous = { claim, document };
    this.#isOpen = false;
    return added;
  }

  #spaceBefore(claim: Claim, document: string | undefined): string {
    if (this.#previous === undefined) return '';
    if (document !== this.#previous.document) return '\n\n';
    return standsAlone.test(this.#previous.claim.text) || standsAlone.test(claim.text) ? '\n' : ' ';
  }
}
