import type { Document } from '../../types.ts';
import { wordsOfName, type NameWords } from './name-words.ts';

/** What is looked at of a document. */
export type DescribedDocument = Pick<
  Document,
  'documentId' | 'chunkCount' | 'title' | 'sourcePath' | 'updatedAt'
>;

/** A term of a query that names of documents have. */
export interface NamingTerm {
  readonly term: string;
  readonly word: string;
  /** Chunks of those documents together. */
  readonly chunkCount: number;
}

/** A document that a query may name, and how much of the query speaks for it. */
export interface ScoredDocument {
  readonly documentId: string;
  readonly score: number;
}

export interface NamedDocument {
  readonly documentId: string;
  /** How much of the query speaks for it, compared with the document that most speaks for: above 0, up to 1. */
  readonly share: number;
}

interface KnownDocument {
  readonly documentId: string;
  readonly chunkCount: number;
  /** The terms of each of its names. */
  readonly names: readonly (readonly string[])[];
}

/** The documents whose names have a term. */
interface Having {
  documents: KnownDocument[];
  chunkCount: number;
}

/** A document of one chunk has its title beside all that it says, and is found by it anyway. */
export const fewestChunks = 2;
/** A term that more documents have finds none; it tells apart those that others find. */
const mostOfTerm = 1000;
/** Of what a term weighs that one document alone has, the least that names one. */
const leastWeight = 0.5;
/** Of the weight of all terms of a name, the least that the query has. */
const leastCoverage = 0.3;
/** A document counts as named beside the best where its weight is this share of the best one's. */
const leastShare = 0.6;
/** More documents than these are of a kind that is named, and none of them is. */
const mostNamed = 20;

/**
 * What the documents of a collection are called: by title and name of the file. A query names a document when it has rare words
 * of one of its names:
 *
 *   weight(term)     idf over the names · purity²      purity: of the chunks that have the term, the share in documents so named
 *   weight(document) Σ weight of its terms             at least half the idf of a term that one document alone has
 *   coverage         Σ weight / Σ idf of a name        at least 0.3; numbers that the query lacks are not counted
 *
 * The purity is what tells names from other words: `Bosch` stands in the contract with Bosch, `information` in all.
 */
export class DocumentNames {
  readonly #documents = new Map<string, KnownDocument>();
  readonly #byTerm = new Map<string, Having>();
  #updatedAt = '';
  /** Of the collection, those of one chunk among them. */
  documentCount = 0;

  /** How many documents it knows. */
  get size(): number {
    return this.#documents.size;
  }

  /** The latest change of a document that is known. */
  get updatedAt(): string {
    return this.#updatedAt;
  }

  /** A document that is known already is replaced; one of one chunk is forgotten. */
  put(document: DescribedDocument): void {
    const { documentId, chunkCount, updatedAt } = document;
    const former = this.#documents.get(documentId);
    if (former) this.#forget(former);
    if (updatedAt > this.#updatedAt) this.#updatedAt = updatedAt;
    if (chunkCount < fewestChunks) return;
    const names = namesOf(document).map((name) => [...wordsOfName(name).keys()]);
    const known = { documentId, chunkCount, names };
    this.#documents.set(documentId, known);
    for (const term of termsOf(known)) {
      const having = this.#byTerm.get(term) ?? { documents: [], chunkCount: 0 };
      having.documents.push(known);
      having.chunkCount += chunkCount;
      this.#byTerm.set(term, having);
    }
  }

  #forget(document: KnownDocument): void {
    this.#documents.delete(document.documentId);
    for (const term of termsOf(document)) {
      const having = this.#byTerm.get(term)!;
      having.documents = having.documents.filter((one) => one !== document);
      having.chunkCount -= document.chunkCount;
      if (having.documents.length === 0) this.#byTerm.delete(term);
    }
  }

  /** Those of a query's words that names have. */
  termsIn(words: NameWords): NamingTerm[] {
    return [...words].flatMap(([term, word]) => {
      const having = this.#byTerm.get(term);
      return having ? [{ term, word, chunkCount: having.chunkCount }] : [];
    });
  }

  /**
   * The documents that a query may name, best first: `bestNamed` of those that are allowed.
   * @param purities of its terms, 0…1
   */
  scoredBy(purities: ReadonlyMap<string, number>): ScoredDocument[] {
    const weights = new Map([...purities].map(([term, purity]) => [term, this.#idf(term) * purity ** 2]));
    return this.#foundBy(weights)
      .filter((document) => this.#coverage(document, weights) >= leastCoverage)
      .map((document) => ({
        documentId: document.documentId,
        score: sumOf(termsOf(document), weights),
      }))
      .sort((a, b) => b.score - a.score);
  }

  /** The documents for which terms of few documents speak enough. */
  #foundBy(weights: ReadonlyMap<string, number>): KnownDocument[] {
    const scores = new Map<KnownDocument, number>();
    for (const [term, weight] of weights) {
      const documents = this.#byTerm.get(term)?.documents ?? [];
      if (documents.length > mostOfTerm) continue;
      for (const document of documents) scores.set(document, (scores.get(document) ?? 0) + weight);
    }
    const least = leastWeight * idf(this.documentCount, 1);
    return [...scores].filter(([, score]) => score >= least).map(([document]) => document);
  }

  /** Of its best covered name. */
  #coverage({ names }: KnownDocument, weights: ReadonlyMap<string, number>): number {
    const coverages = names.map((name) => {
      const counted = name.filter((term) => weights.has(term) || !/\d/.test(term));
      const whole = counted.reduce((sum, term) => sum + this.#idf(term), 0);
      return whole === 0 ? 0 : sumOf(counted, weights) / whole;
    });
    return Math.max(0, ...coverages);
  }

  #idf(term: string): number {
    return idf(this.documentCount, this.#byTerm.get(term)?.documents.length ?? 0);
  }
}

/** The documents that a query names, of those that it may name, best first. */
export function bestNamed(scored: readonly ScoredDocument[]): NamedDocument[] {
  const best = scored[0]?.score ?? 0;
  const named = scored.filter(({ score }) => score >= leastShare * best);
  if (named.length > mostNamed) return [];
  return named.map(({ documentId, score }) => ({ documentId, share: score / best }));
}

const idf = (count: number, having: number) => Math.log(1 + (count - having + 0.5) / (having + 0.5));

const termsOf = ({ names }: KnownDocument) => new Set(names.flat());

const sumOf = (terms: Iterable<string>, weights: ReadonlyMap<string, number>) =>
  [...terms].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);

function namesOf({ title, sourcePath }: DescribedDocument): string[] {
  const path = decoded(sourcePath).split(/[/\\]/);
  const file = path.findLast((part) => part !== '') ?? '';
  const names = [decoded(title), file.replace(/\.[a-z]{2,5}$/i, '')];
  return names.filter((name) => name !== '');
}

/** With the characters that an address writes as `%20`, where they are any. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
