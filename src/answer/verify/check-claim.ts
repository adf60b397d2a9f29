import { GenerationError } from '../../errors.ts';
import type { Entailment } from '../../models/entailment/entailment.ts';
import type { Claim } from '../../types.ts';
import type { CitationList, LocatedQuote } from '../cite/citation-list.ts';
import { oneLine } from '../../util/strings/one-line.ts';
import type { DraftClaim } from '../generator.ts';
import { withWholeSentences } from '../passages.ts';
import { tableHeadsOver } from '../../text/structure/table-context.ts';
import type { Support, SupportOptions } from './support.ts';
import { isMoney, isYear, quantitiesOf } from '../../text/quantities.ts';
import { splitUnits, type Unit } from '../../text/structure/quotable-units.ts';

/** Whether sentences say what a claim says. */
export type CheckSupport = (
  claim: string,
  evidence: readonly string[],
  options: Pick<SupportOptions, 'language' | 'context' | 'signal'>,
) => Promise<Support>;

export interface ClaimChecks {
  readonly list: CitationList;
  /** Checks claims in words of their own; without one claims are quotes, and stay unchecked. */
  readonly checkSupport?: CheckSupport;
  readonly signal?: AbortSignal;
}

export interface CheckedClaim {
  readonly claim: Claim;
  /** The quotes that stand in their documents, whether they bear the claim out or not. */
  readonly quotes: readonly LocatedQuote[];
  readonly warnings: readonly string[];
}

/**
 * Looks for the quotes of a claim in the documents, and whether what stands there bears the claim out. A claim that has no quote
 * there, or that is rejected, gets no citations.
 */
export async function checkClaim({ text, supports }: DraftClaim, checks: ClaimChecks): Promise<CheckedClaim> {
  const { list } = checks;
  const quotes: LocatedQuote[] = [];
  for (const support of supports) {
    const quote = await list.locate(support);
    if (quote !== undefined) quotes.push(quote);
  }
  const words = oneLine(text);
  const support = await supportFor(words, quotes, checks);
  const { supported, probability, reason, warning } = support;
  const citations = supported === 'no' ? [] : quotes.map((quote) => list.cite(quote).sourceId);
  return {
    claim: {
      text: words,
      citations: [...new Set(citations)],
      supported,
      ...(probability === undefined ? {} : { probability }),
    },
    quotes,
    warnings: [
      ...(reason === undefined ? [] : [`“${words}” is not supported: ${reason}.`]),
      ...(warning === undefined ? [] : [warning]),
    ],
  };
}

async function supportFor(
  claim: string,
  quotes: readonly LocatedQuote[],
  { checkSupport, signal }: ClaimChecks,
): Promise<Support> {
  const [first] = quotes;
  if (first === undefined) return { supported: 'no' };
  if (checkSupport === undefined) return { supported: 'unchecked' };
  // Title and headings often name what sentences are about.
  const context = quotes.flatMap((quote) => {
    const { context: headings = [], subjects = [] } = quote.passage;
    return [...headersOver(quote), ...headings, ...subjects];
  });
  const { language } = first.document;
  return checkSupport(claim, unique(quotes.flatMap(sentencesOf)), {
    language,
    context: unique(context),
    signal,
  });
}

const unique = (texts: readonly string[]) => [...new Set(texts)];

/** The whole sentences, items or rows that a quote was taken from: what was left out may turn its meaning. */
function sentencesOf(quote: LocatedQuote): string[] {
  const touched = unitsUnder(quote);
  if (touched.length > 0) return touched.map(({ text }) => text);
  const { passage, document, content, location } = quote;
  const { charStart, charEnd } = location;
  const span = { ...passage, charStart, charEnd, text: content.text.slice(charStart, charEnd) };
  return [withWholeSentences(span, content.text, document.language).text];
}

function unitsUnder({ passage, document, location }: LocatedQuote): Unit[] {
  const from = location.charStart - passage.charStart;
  const to = location.charEnd - passage.charStart;
  const units = splitUnits(passage.text, { language: document.language, code: passage.code });
  return units.filter(({ start, end }) => start < to && from < end);
}

/** Headings and headers of tables over a quote. */
function headersOver(quote: LocatedQuote): string[] {
  const { content, location } = quote;
  const lines = unitsUnder(quote).flatMap(({ context, heads }) => [...context, ...heads]);
  return [...tableHeadsOver(content.text, location.charStart), ...lines].filter(isHeader);
}

/** Without amounts: the first row of a table without a header says what it says of something else. */
function isHeader(line: string): boolean {
  return quantitiesOf(line).every(({ bare, unit }) =>
    unit === undefined ? bare <= 31 || isYear(bare) : unit !== 'percent' && !isMoney(unit),
  );
}

/** From this probability on a claim is supported. */
const certain = 0.5;

/**
 * A check that has a model decide what words cannot: whether evidence in other words bears the claim out. What words reject stays
 * rejected, and the model is not asked. Where it fails, the claim is unchecked, with a warning.
 */
export function withEntailment(checkSupport: CheckSupport, entailment: Entailment): CheckSupport {
  return async (claim, evidence, options) => {
    const support = await checkSupport(claim, evidence, options);
    if (support.supported === 'no') return support;
    try {
      const { entailed, contradicted } = await entailment.judge({ claim, evidence, signal: options.signal });
      if (entailed >= certain) return { supported: 'yes', probability: entailed };
      const reason = contradicted >= certain ? 'the source says otherwise' : 'the source does not say so';
      return { supported: 'no', probability: entailed, reason };
    } catch (error) {
      if (!(error instanceof GenerationError)) throw error;
      return { ...support, warning: `Claims were checked by words alone: ${error.message}` };
    }
  };
}
