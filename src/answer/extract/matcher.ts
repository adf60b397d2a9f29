import type { WordVectors } from '../../embed/embedder.ts';
import type { Question } from './question.ts';

/** Of a question that the name of a document has all but this much of, that name is what is asked about. */
const fewestBeyond = 0.05;

/** Cosines of words that have nothing to do with one another, and of those that mean nearly the same. */
const unrelated = 0.15;
const alike = 0.6;
/** Credit for a word that only shares its beginning with the question's: `invention` for `inventor`. */
const kinCredit = 0.7;
const kinLength = 5;
const kinShare = 0.6;

/**
 * For each of the question's terms, how well a text has it: 1 the same term, 0.7 one of the same beginning
 * (at least 5 letters and 60 % of the longer one; never for numbers), 0 none.
 */
export type Credit = Float64Array;

/** Measures terms against one question; remembers every term that it has seen. */
export class TermMatcher {
  readonly #question: Question;
  readonly #total: number;
  readonly #known = new Map<string, readonly (readonly [index: number, credit: number])[]>();
  readonly #vectors: WordVectors;
  readonly #alike = new Map<string, readonly (readonly [index: number, credit: number])[]>();

  constructor(question: Question, vectors: WordVectors) {
    this.#question = question;
    this.#vectors = vectors;
    this.#total = question.terms.reduce((sum, { weight }) => sum + weight, 0);
  }

  credit(terms: Iterable<string>): Credit {
    const credit = new Float64Array(this.#question.terms.length);
    for (const term of terms) {
      for (const [index, value] of this.matches(term)) credit[index] = Math.max(credit[index]!, value);
    }
    return credit;
  }

  /** Credit for words of like meaning, 0…1; none for names and numbers, in whose place another is another thing. */
  creditOfMeaning(words: Iterable<string>): Credit {
    const credit = new Float64Array(this.#question.terms.length);
    for (const word of words) {
      for (const [index, value] of this.#alikeTo(word)) credit[index] = Math.max(credit[index]!, value);
    }
    return credit;
  }

  #alikeTo(word: string): readonly (readonly [index: number, credit: number])[] {
    const known = this.#alike.get(word);
    if (known !== undefined) return known;
    const vector = /\p{Nd}/u.test(word) ? undefined : this.#vectors(word);
    const matches = this.#question.terms.flatMap((term, index) => {
      const own = vector === undefined || term.isName ? undefined : this.#vectors(term.word);
      const value = own === undefined ? 0 : (cosine(own, vector!) - unrelated) / (alike - unrelated);
      return value <= 0 ? [] : [[index, Math.min(value, 1)] as const];
    });
    this.#alike.set(word, matches);
    return matches;
  }

  /** Share of the question that is credited, by weight, 0…1. */
  coverage(credit: Credit): number {
    if (this.#total === 0) return 0;
    return (
      this.#question.terms.reduce((sum, { weight }, index) => sum + weight * credit[index]!, 0) / this.#total
    );
  }

  /**
   * Share that is credited of what the identity of a document leaves open of the question, 0…1: which document is asked
   * (`Under the lease of Mill Lane, …`) says nothing of where in it the answer stands.
   */
  coverageBeyond(identity: Credit, credit: Credit): number {
    const known = this.coverage(identity);
    if (1 - known < fewestBeyond) return this.coverage(credit);
    return (this.coverage(unite([identity, credit])) - known) / (1 - known);
  }

  /** Share of the question's weight that lies on names and numbers without any credit, 0…1. */
  missingNames(credit: Credit): number {
    if (this.#total === 0) return 0;
    return (
      this.#question.terms.reduce(
        (sum, { weight, isName }, index) => sum + (isName && credit[index] === 0 ? weight : 0),
        0,
      ) / this.#total
    );
  }

  /** The share of the question's weight that a term has, 0…1. */
  weightOf(term: string): number {
    const matches = this.matches(term);
    return (
      matches.reduce((sum, [index, value]) => sum + value * this.#question.terms[index]!.weight, 0) /
      (this.#total || 1)
    );
  }

  matches(term: string): readonly (readonly [index: number, credit: number])[] {
    const known = this.#known.get(term);
    if (known !== undefined) return known;
    const matches = this.#question.terms.flatMap(({ term: asked }, index) => {
      const value = kinship(asked, term);
      return value === 0 ? [] : [[index, value] as const];
    });
    this.#known.set(term, matches);
    return matches;
  }
}

/** The better of the credits, term by term. */
export function unite(credits: readonly Credit[]): Credit {
  const united = new Float64Array(credits[0]?.length ?? 0);
  for (const credit of credits) {
    for (let index = 0; index < credit.length; index++)
      united[index] = Math.max(united[index]!, credit[index]!);
  }
  return united;
}

function kinship(a: string, b: string): number {
  if (a === b) return 1;
  const longest = Math.max(a.length, b.length);
  if (Math.min(a.length, b.length) < kinLength || /\p{N}/u.test(a)) return 0;
  let shared = 0;
  while (shared < longest && a[shared] === b[shared]) shared++;
  return shared >= kinLength && shared >= kinShare * longest ? kinCredit : 0;
}

function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!;
  return sum;
}
