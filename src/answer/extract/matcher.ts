import type { WordVectors } from '../../embed/embedder.ts';
import { withPlainTimes } from '../../text/quarters.ts';
import { analyse } from '../../text/terms/analyser.ts';
import type { Question } from './question.ts';
import type { Word } from './tokens.ts';

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

/** What a term is to the question. */
export interface Match {
  /** The terms of the question that it has or shares its beginning with. */
  readonly credits: readonly TermCredit[];
  /** Index of the question's term that it is, -1 where it is none. */
  readonly same: number;
  /** The share of the question's weight that it has, 0…1. */
  readonly weight: number;
}

interface TermCredit {
  readonly index: number;
  readonly credit: number;
}

/** Measures terms against one question; remembers every term that it has seen. */
export class TermMatcher {
  readonly question: Question;
  readonly #weights: Float64Array;
  readonly #total: number;
  readonly #matches = new Map<string, Match>();
  readonly #vectors: WordVectors;
  readonly #asked: readonly (Float64Array | undefined)[];
  readonly #focuses = new Map<string, number>();
  readonly #alike = new Map<string, readonly TermCredit[]>();

  constructor(question: Question, vectors: WordVectors) {
    this.question = question;
    this.#weights = Float64Array.from(question.terms, ({ weight }) => weight);
    this.#total = this.#weights.reduce((sum, weight) => sum + weight, 0);
    this.#vectors = vectors;
    this.#asked = question.terms.map(({ word, isName }) => {
      const vector = isName ? undefined : vectors(word);
      return vector && Float64Array.from(vector); // converted once, not with every word
    });
  }

  match(term: string): Match {
    const known = this.#matches.get(term);
    if (known !== undefined) return known;
    const credits: TermCredit[] = [];
    let [same, weight] = [-1, 0];
    for (let index = 0; index < this.#weights.length; index++) {
      const credit = kinship(this.question.terms[index]!.term, term);
      if (credit === 0) continue;
      credits.push({ index, credit });
      weight += (credit * this.#weights[index]!) / this.#total;
      if (credit === 1) same = index;
    }
    const match = { credits, same, weight };
    this.#matches.set(term, match);
    return match;
  }

  /** Of a heading's or a label's terms the share that the question has, 0…1: what stands under another subject's is of that. */
  focus(heading: string): number {
    const known = this.#focuses.get(heading);
    if (known !== undefined) return known;
    const terms = [...new Set(analyse(withPlainTimes(heading), this.question.language))];
    const asked = terms.filter((term) => this.match(term).credits.length > 0).length;
    const focus = terms.length === 0 ? 0 : asked / terms.length;
    this.#focuses.set(heading, focus);
    return focus;
  }

  credit(matches: readonly Match[]): Credit {
    const united = new Float64Array(this.#weights.length);
    for (const { credits } of matches) raise(united, credits);
    return united;
  }

  /** Credit for words of like meaning, 0…1; none for names and numbers, in whose place another is another thing. */
  creditOfMeaning(words: readonly Word[]): Credit {
    const united = new Float64Array(this.#weights.length);
    for (const { lower, terms, hasDigit } of words) {
      if (!hasDigit && terms.length > 0) raise(united, this.#alikeTo(lower));
    }
    return united;
  }

  #alikeTo(word: string): readonly TermCredit[] {
    const known = this.#alike.get(word);
    if (known !== undefined) return known;
    const vector = this.#vectors(word);
    const credits: TermCredit[] = [];
    for (let index = 0; index < this.#asked.length; index++) {
      const asked = this.#asked[index];
      if (asked === undefined || vector === undefined) continue;
      const credit = (cosine(asked, vector) - unrelated) / (alike - unrelated);
      if (credit > 0) credits.push({ index, credit: Math.min(credit, 1) });
    }
    this.#alike.set(word, credits);
    return credits;
  }

  /** Share of the question that is credited, by weight, 0…1. */
  coverage(credit: Credit): number {
    return this.#share((term) => credit[term]!);
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

  /** Of the question's names and numbers, or of its other words, the share, by weight, that is credited, 0…1; 1 where there are none. */
  coverageOf(which: 'names' | 'others', credit: Credit): number {
    const isAsked = (term: number): boolean => this.question.terms[term]!.isName === (which === 'names');
    const whole = this.#share((term) => Number(isAsked(term)));
    return whole === 0 ? 1 : this.#share((term) => (isAsked(term) ? credit[term]! : 0)) / whole;
  }

  /** The share of the question's weight that the heaviest of its terms has without credit, 0…1. */
  heaviestMissing(credit: Credit): number {
    if (this.#total === 0) return 0;
    const missing = this.#weights.map((weight, index) => weight * (1 - credit[index]!));
    return Math.max(...missing) / this.#total;
  }

  /** The share of the question's weight that lies on terms with less credit than `least`, 0…1. */
  lacking(credit: Credit, least: number): number {
    return this.#share((term) => Number(credit[term]! < least));
  }

  /** Share of the question's weight that lies on names and numbers without any credit, 0…1. */
  missingNames(credit: Credit): number {
    return this.#share((term) => Number(this.question.terms[term]!.isName && credit[term] === 0));
  }

  /** Share of the question's weight, 0…1, of each of whose terms so much counts. */
  #share(of: (term: number) => number): number {
    if (this.#total === 0) return 0;
    let sum = 0;
    for (let term = 0; term < this.#weights.length; term++) sum += this.#weights[term]! * of(term);
    return sum / this.#total;
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

function raise(united: Credit, credits: readonly TermCredit[]): void {
  for (const { index, credit } of credits) united[index] = Math.max(united[index]!, credit);
}

function kinship(a: string, b: string): number {
  if (a === b) return 1;
  if (arabic.test(a) && arabic.test(b)) return haveSameRoot(a, b) ? kinCredit : 0;
  const longest = Math.max(a.length, b.length);
  let shared = 0;
  while (shared < longest && a.charCodeAt(shared) === b.charCodeAt(shared)) shared++;
  const isKin = shared >= kinLength && shared >= kinShare * longest && !/\p{N}/u.test(a);
  return isKin ? kinCredit : 0;
}

const arabic = /^\p{Script=Arabic}/u;
/** Long vowels of Arabic come and go within the forms of a word. */
const longVowels = /[اويىآ]/g;
/** Letters that Arabic writes before a word as one with it: and, so, by, as, for, the, and the persons of a verb. */
const prefixes = /^[وفبكلاستين]{0,2}$/;

/** Whether two Arabic words have the same consonants, but for letters that are put before one of them. */
function haveSameRoot(a: string, b: string): boolean {
  const [short, long] = [a, b]
    .map((word) => word.replaceAll(longVowels, ''))
    .sort((x, y) => x.length - y.length);
  if (short!.length < 3 || !long!.endsWith(short!)) return false;
  return prefixes.test(long!.slice(0, long!.length - short!.length));
}

/** Of vectors of unit length; four sums at a time, as each waits for its last step. */
function cosine(a: Float64Array, b: Float32Array): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let at = 0; at < a.length; at += 4) {
    first += a[at]! * b[at]!;
    second += a[at + 1]! * b[at + 1]!;
    third += a[at + 2]! * b[at + 2]!;
    fourth += a[at + 3]! * b[at + 3]!;
  }
  return first + second + third + fourth;
}
