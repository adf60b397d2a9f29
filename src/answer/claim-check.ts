import type { Claim } from '../types.ts';
import type { CitationList, LocatedQuote } from './citation-list.ts';
import { oneLine } from './compose.ts';
import type { DraftClaim } from './generator.ts';
import { withWholeSentences } from './passages.ts';
import { isMoney, quantitiesOf } from './quantities.ts';
import { isYear } from './question.ts';
import { tableHeaderOver } from './quote-context.ts';
import type { Support, SupportOptions } from './support.ts';
import { splitUnits, type Unit } from './units.ts';

/** Whether sentences say what a claim says. */
export type CheckSupport = (
  claim: string,
  evidence: readonly string[],
  options: Pick<SupportOptions, 'language' | 'context' | 'signal'>,
) => Promise<Support>;

export interface ClaimChecks {
  readonly list: CitationList;
  /** Claims in words of their own are checked by it; without one a verified quote is enough. */
  readonly checkSupport?: CheckSupport;
  /** Title and headings of each passage, which often name what its sentences are about. */
  readonly contexts: readonly (readonly string[])[];
  /** Of the question's names those that each passage's document is about. */
  readonly subjects: readonly (readonly string[])[];
  readonly signal?: AbortSignal;
}

export interface CheckedClaim {
  readonly claim: Claim;
  /** The quotes that stand in their documents, whether they bear the claim out or not. */
  readonly quotes: readonly LocatedQuote[];
  readonly warnings: readonly string[];
}

const unsupported: Support = { supported: false, confidence: 0, contradicted: false, isStrictlyEqual: false };
const verbatim: Support = { supported: true, confidence: 1, contradicted: false, isStrictlyEqual: true };

/**
 * Looks for the quotes of a claim in the documents, and whether what stands there says the claim. Only a claim that is
 * borne out gets citations; its confidence falls with the similarity of the best quote and with the support.
 */
export async function checkClaim(
  { text, supports, confidence }: DraftClaim,
  checks: ClaimChecks,
): Promise<CheckedClaim> {
  const { list } = checks;
  const quotes: LocatedQuote[] = [];
  for (const support of supports) {
    const quote = await list.locate(support);
    if (quote !== undefined) quotes.push(quote);
  }
  const words = oneLine(text);
  const support = await supportFor(words, quotes, checks);
  const citations = support.supported ? quotes.map((quote) => list.cite(quote).sourceId) : [];
  const similarity = Math.max(0, ...quotes.map(({ location }) => location.similarity));
  return {
    claim: {
      text: words,
      citations: [...new Set(citations)],
      confidence: Math.min(Math.max(confidence, 0), 1) * similarity * support.confidence,
      supported: support.supported,
    },
    quotes,
    warnings: [
      ...(support.contradicted ? [`The source that “${words}” cites says otherwise.`] : []),
      ...(support.warning === undefined ? [] : [support.warning]),
    ],
  };
}

async function supportFor(
  claim: string,
  quotes: readonly LocatedQuote[],
  { checkSupport, contexts, subjects, signal }: ClaimChecks,
): Promise<Support> {
  const [first] = quotes;
  if (first === undefined) return unsupported;
  if (checkSupport === undefined || quotes.some((quote) => isVerbatim(claim, quote))) return verbatim;
  const context = quotes.flatMap((quote) => [
    ...headersOver(quote),
    ...(contexts[quote.index] ?? []),
    ...(subjects[quote.index] ?? []),
  ]);
  const { language } = first.document;
  return checkSupport(claim, unique(quotes.flatMap(sentencesOf)), {
    language,
    context: unique(context),
    signal,
  });
}

const unique = (texts: readonly string[]) => [...new Set(texts)];

/** A part of a sentence is not enough: "nobody said that …" may stand before it. */
const isVerbatim = (claim: string, quote: LocatedQuote): boolean =>
  oneLine(sentencesOf(quote).join(' ')) === claim;

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
  const units = splitUnits(passage.text, { language: document.language });
  return units.filter(({ start, end }) => start < to && from < end);
}

/** Headings and headers of tables over a quote. */
function headersOver(quote: LocatedQuote): string[] {
  const { content, location } = quote;
  const lines = unitsUnder(quote).flatMap(({ context }) => context.split('\n'));
  return [tableHeaderOver(content.text, location.charStart) ?? '', ...lines].filter(isHeader);
}

/** Without amounts: the first row of a table without a header says what it says of something else. */
function isHeader(line: string): boolean {
  return quantitiesOf(line).every(({ bare, unit }) =>
    unit === undefined ? bare <= 31 || isYear(String(bare)) : unit !== 'percent' && !isMoney(unit),
  );
}
