/**
 * The one BM25 of all stores, so that the same documents rank the same way in each:
 *
 *   score = Σ q(n) · idf · tf / (tf + k1 · (1 − b + b · length / averageLength))      over the query's distinct terms
 *   idf   = ln(1 + (N − df + ½) / (df + ½))      of N chunks, df have the term (as in Lucene)
 *   q(n)  = (k3 + 1) · n / (k3 + n)              for a term that the query has n times (as in Okapi)
 *
 * A term of the context (title, headings) counts `contextWeight` times in tf and length. No chunk's score reaches
 * Σ q(n) · idf.
 */
import { otherFormsOfDates } from '../spelled-dates.ts';
import { analyse } from './analyser.ts';
import { keywordTerms, partTerms } from './keyword-terms.ts';
import { wordsIn } from './query-words.ts';

const k1 = 1.2;
const b = 0.75;
const k3 = 2;
/** How often a term of the context counts. */
export const contextWeight = 3;

/** What the words of an expansion weigh together. */
const expansionWeight = 0.3;

/** A term of a query. */
export interface QueryTerm {
  readonly term: string;
  /** q(n) ≥ 1; less for a term of an expansion. */
  readonly weight: number;
  /** What the same word is in other languages of the documents: what has one of these has the term. */
  readonly forms?: readonly string[];
  /** The query itself has it not. */
  readonly isExpansion?: true;
}

/**
 * The query's distinct terms in the order of their first use, then those that only its expansions have.
 *
 * @param languages of the documents, that of most first
 * @param expansions words that mean the same as some of the query
 */
export function queryTerms(
  query: string,
  languages: readonly string[] = [],
  expansions: readonly string[] = [],
): QueryTerm[] {
  const counts = new Map<string, number>();
  const formsOf = new Map<string, Set<string>>();
  const words = languages.length > 1 ? wordsIn(query, languages) : [];
  const whole = languages.length > 1 ? partTerms(query) : keywordTerms(query, languages[0]);
  for (const [term, ...forms] of [...words, ...whole.map((one) => [one] as const)]) {
    counts.set(term, (counts.get(term) ?? 0) + 1);
    if (forms.length > 0) formsOf.set(term, new Set([...(formsOf.get(term) ?? []), ...forms]));
  }
  const own = [...counts].map(([term, count]) => {
    const forms = formsOf.get(term);
    return { term, weight: ((k3 + 1) * count) / (k3 + count), ...(forms && { forms: [...forms] }) };
  });
  const others = new Map(expansions.flatMap((text) => weigh(analyse(text, languages[0]))));
  for (const date of otherFormsOfDates(query, languages)) {
    for (const term of isSpelled(date) ? analyse(date, languages[0]) : keywordTerms(date).slice(-1))
      others.set(term, 1);
  }
  for (const term of counts.keys()) others.delete(term);
  return [...own, ...[...others].map(([term, weight]) => ({ term, weight, isExpansion: true as const }))];
}

/** In figures a date is one term. */
const isSpelled = (date: string): boolean => /\p{L}/u.test(date);

const weigh = (terms: readonly string[]) =>
  terms.map((term) => [term, expansionWeight / terms.length] as const);

/** 0 when no chunk has the term. */
export function inverseDocumentFrequency(chunkCount: number, having: number): number {
  return having === 0 ? 0 : Math.log(1 + (chunkCount - having + 0.5) / (having + 0.5));
}

/** A term's part of the score before idf and query weight: 0…1, growing with `frequency`, falling with length. */
export function saturation(frequency: number, relativeLength: number): number {
  return frequency / (frequency + lengthNorm(relativeLength));
}

/** What a frequency must be for half of the term's part of the score; `relativeLength` is length / averageLength. */
export function lengthNorm(relativeLength: number): number {
  return k1 * (1 - b + b * relativeLength);
}
