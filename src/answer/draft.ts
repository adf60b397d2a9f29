import type { Citation, Claim } from '../types.ts';
import type { AnswerEvent } from './answer-event.ts';
import type { CitationList, LocatedQuote } from './citation-list.ts';
import { checkClaim, type ClaimChecks } from './verify/check-claim.ts';
import { AnswerText } from './compose.ts';
import type { DraftClaim, GeneratorEvent } from './generator.ts';

type Note = Extract<GeneratorEvent, { kind: 'abstain' | 'certainty' | 'warning' | 'usage' }>;

/** One answer in the making: what its generator has said so far, and what held of it. */
export class Draft {
  readonly claims: Claim[] = [];
  /** How probable it is that it answers, 0…1, where the generator said so. */
  certainty?: number;
  usage?: { inputTokens: number; outputTokens: number };
  #list: CitationList;
  #modelId: string;
  #text = new AnswerText();
  #warnings: string[] = [];
  /** What to show when there is no answer. */
  #nearest: DraftClaim[] = [];
  /** Quotes of claims that did not hold. */
  #quotes: LocatedQuote[] = [];

  constructor(list: CitationList, modelId: string) {
    this.#list = list;
    this.#modelId = modelId;
  }

  get list(): CitationList {
    return this.#list;
  }

  get modelId(): string {
    return this.#modelId;
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
    return [...this.#warnings, ...this.#list.warnings];
  }

  write(text: string): AnswerEvent {
    this.#text.write(text);
    return { kind: 'text', text };
  }

  /** Checks a claim; gives its new citations, what is still to be written of it, and the claim. */
  async *add(draft: DraftClaim, checks: Omit<ClaimChecks, 'list'>): AsyncGenerator<AnswerEvent, void> {
    const known = this.#list.citations.length;
    const { claim, quotes, warnings } = await checkClaim(draft, { ...checks, list: this.#list });
    this.#warnings.push(...warnings);
    if (claim.supported === 'no') this.#quotes.push(...quotes);
    this.claims.push(claim);
    yield* asEvents(this.#list.citations.slice(known));
    yield { kind: 'text', text: this.#text.close(claim, this.#list.citations) };
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
    this.#warnings.push(...this.#list.warnings);
    this.#list = list;
    this.#modelId = modelId;
    this.#text = new AnswerText();
    this.claims.length = 0;
    delete this.certainty;
    this.#nearest = [];
    this.#quotes = [];
  }

  /** Cites the nearest evidence: what the generator names, or else what its claims quoted. */
  async *citeNearest(most: number): AsyncGenerator<AnswerEvent, void> {
    const located: LocatedQuote[] = [];
    for (const support of this.#nearest.slice(0, most).flatMap(({ supports }) => supports)) {
      const quote = await this.#list.locate(support);
      if (quote !== undefined) located.push(quote);
    }
    for (const quote of this.#nearest.length > 0 ? located : this.#quotes) {
      if (this.#list.citations.length < most) this.#list.cite(quote);
    }
    yield* asEvents(this.#list.citations);
  }
}

const asEvents = (citations: readonly Citation[]): AnswerEvent[] =>
  citations.map((citation) => ({ kind: 'citation', citation }));
