import { missingName } from './names.ts';
import { analyse } from '../../text/terms/analyser.ts';
import {
  type Quantity,
  dayOfYear,
  isYear,
  missingQuantity,
  quantitiesOf,
  withoutDates,
  withoutQuantities,
} from '../../text/quantities.ts';
import { phrasePattern } from '../../text/words/phrases.ts';
import { wordsOf } from '../../text/words/words-of.ts';
import type { Words } from '../../text/words/words.ts';
import type { Claim } from '../../types.ts';

export interface SupportOptions {
  /** ISO 639-1; English unless given. */
  readonly language?: string;
  /**
   * What stands over the evidence and is no statement: titles, headings, headers of tables, names that the documents are
   * about where they say "we".
   */
  readonly context?: readonly string[];
  readonly signal?: AbortSignal;
}

export interface Support {
  readonly supported: Claim['supported'];
  /** 0…1, that the evidence bears the claim out, by a model of entailment. */
  readonly probability?: number;
  /** Why it does not, for the reader of the answer: `the source has another date`. */
  readonly reason?: string;
  /** For the reader of the answer. */
  readonly warning?: string;
}

/** Longer claims and evidence, in characters, are compared by their beginning. */
const mostCompared = 20_000;

/**
 * What words alone tell of a claim beside the sentences that it cites, taken together: `no` where they say otherwise, else `unchecked`. They
 * never tell that a claim is true.
 *
 * @param evidence Sentences, rows, or whole quotes; several are one body of evidence (a claim may need two).
 */
export async function supportOf(
  claim: string,
  evidence: readonly string[],
  options: SupportOptions = {},
): Promise<Support> {
  const { language, context = [], signal } = options;
  signal?.throwIfAborted();
  const said = evidence.filter((text) => text.trim() !== '').map((text) => text.slice(0, mostCompared));
  if (said.length === 0 || claim.trim() === '') return { supported: 'no' };
  const reason = whyRejected(claim.slice(0, mostCompared), { said, context }, language);
  return reason === undefined ? { supported: 'unchecked' } : { supported: 'no', reason };
}

/**
 * The claim is about what a sentence says where the sentence has this share of its terms; only then can a denial, a condition or an
 * opposite of the sentence be about the claim.
 */
const sameSubject = 0.5;

export interface Evidence {
  /** Whole sentences, rows or items. */
  readonly said: readonly string[];
  /** What stands over them and says nothing by itself: titles, headings, headers of tables. */
  readonly context: readonly string[];
}

/**
 * Why the words of evidence do not bear a claim out, for a reader; `undefined` where words do not tell. It finds what a claim must not change,
 * whatever its other words: numbers, names, who does it to whom, and what denies, limits, excepts or merely tells. That
 * nothing is found says nothing of the truth of the claim.
 *
 * @param language ISO 639-1. Of languages without a file in src/text/words, numbers, dates and names alone are compared.
 */
export function whyRejected(claim: string, { said, context }: Evidence, language = 'en'): string | undefined {
  const all = [...said, ...context];
  const number = missingQuantity(claim, all, language);
  if (number !== undefined)
    return number.unit === dayOfYear ? 'the source has another date' : 'the source does not have its numbers';
  const name = missingName(claim, all, language);
  if (name !== undefined) return `the source does not name ${name}`;
  const reader = new Reader(language);
  const read = reader.read(claim);
  const closest = said
    .map((sentence) => reader.read(sentence))
    .reduce((a, b) => (reader.shared(read, b) > reader.shared(read, a) ? b : a));
  if (reader.shared(read, closest) < sameSubject) return undefined;
  return reader.difference(read, closest);
}

/** Whether one text denies what the other says, or says its opposite. */
export function areOpposed(one: string, other: string, language = 'en'): boolean {
  return new Reader(language).areOpposed(one, other);
}

/** The parts of a text between its marks and the words that join clauses. */
export const clausesOf = (text: string, language: string): string[] =>
  text
    .replaceAll(phrasePattern(wordsOf(language).joins), ' ; ')
    .split(/[;:|()\n。；：，、،؛]|[.,!?](?=\s|$)/u);

interface ReadText {
  readonly text: string;
  readonly terms: readonly string[];
  /** Without those of dates. */
  readonly numbers: readonly Quantity[];
}

class Reader {
  readonly #language: string;
  readonly #words: Words;

  constructor(language: string) {
    this.#language = language;
    this.#words = wordsOf(language);
  }

  read(text: string): ReadText {
    return {
      text,
      terms: this.#termsOf(text),
      numbers: quantitiesOf(withoutDates(text, this.#language), this.#language),
    };
  }

  /** Share of the claim's terms that the other text has; 1 where the claim has none. */
  shared({ terms }: ReadText, other: ReadText): number {
    if (terms.length === 0) return 1;
    return terms.filter((term) => other.terms.includes(term)).length / terms.length;
  }

  difference(claim: ReadText, source: ReadText): string | undefined {
    if (this.areOpposed(claim.text, source.text)) return 'the source says otherwise';
    if (this.#drops(claim, source, this.#words.exceptions)) return 'the source makes an exception';
    if (this.#drops(claim, source, this.#words.conditions)) return 'the source makes it a condition';
    if (this.#isHearsay(claim.text, source.text)) return 'the source says that somebody says so';
    if (this.#differsInForce(claim.text, source.text))
      return 'the source says otherwise what may, must or is';
    if (this.#isAnothers(claim.text, source)) return 'the source says it of another';
    if (this.#isSwapped(claim, source)) return 'the source says it the other way round';
    return undefined;
  }

  areOpposed(claim: string, source: string): boolean {
    return this.#isDenied(claim, source) || this.#isOpposite(claim, source);
  }

  #termsOf(text: string): string[] {
    const { negations, exceptions, conditions, weak, strong, able, passive } = this.#words;
    const bare = withoutQuantities(text, this.#language).replaceAll(
      phrasePattern(negations, exceptions, conditions, weak, strong, able, passive),
      ' ',
    );
    return analyse(bare, this.#language);
  }

  #has(list: string, text: string): boolean {
    return text.search(phrasePattern(list)) !== -1;
  }

  #clausesOf(text: string): string[] {
    return clausesOf(text, this.#language);
  }

  /** Terms of clauses with an even and with an odd number of negations. A limit such as `no later than` denies nothing. */
  #polarityOf(text: string) {
    const { negations, bounds } = this.#words;
    const affirmed = new Set<string>();
    const denied = new Set<string>();
    const plain = text.replaceAll(phrasePattern(...Object.values(bounds)), ' ');
    for (const clause of this.#clausesOf(plain)) {
      const count = [...clause.matchAll(phrasePattern(negations))].length;
      for (const term of this.#termsOf(clause)) (count % 2 === 1 ? denied : affirmed).add(term);
    }
    return { affirmed, denied };
  }

  /** They share a term that only one of them denies, and none that both do. */
  #isDenied(claim: string, source: string): boolean {
    const [a, b] = [this.#polarityOf(claim), this.#polarityOf(source)];
    if ([...a.denied].some((term) => b.denied.has(term))) return false;
    const denies = (one: typeof a, other: typeof a) =>
      [...one.denied].some((term) => !one.affirmed.has(term) && other.affirmed.has(term));
    return denies(a, b) || denies(b, a);
  }

  /** One says one alternative alone, the other another one alone. A denied alternative counts for none. */
  #isOpposite(claim: string, source: string): boolean {
    if (this.#has(this.#words.negations, claim) !== this.#has(this.#words.negations, source)) return false;
    const { order, exclusive } = this.#words;
    return [order, ...exclusive].some((alternatives) => {
      const said = alternatives.filter((list) => this.#has(list, claim));
      const written = alternatives.filter((list) => this.#has(list, source));
      return said.length > 0 && written.length > 0 && !said.some((list) => written.includes(list));
    });
  }

  /**
   * The source says something under a condition, or with an exception, of which the claim has nothing: neither such a word nor a term of
   * that part alone; or the claim says as a fact what stands in that part only.
   */
  #drops(claim: ReadText, source: ReadText, list: string): boolean {
    const pattern = phrasePattern(list);
    if (claim.text.search(pattern) !== -1) return false;
    const part = this.#partAfter(source.text, pattern);
    if (part === undefined) return false;
    const within = new Set(this.#termsOf(part));
    const outside = new Set(this.#termsOf(source.text.replace(part, ' ')));
    const saysWithin = claim.terms.some((term) => within.has(term) && !outside.has(term));
    const saysOutside = claim.terms.filter((term) => outside.has(term) && !within.has(term)).length;
    if (list === this.#words.exceptions)
      return !this.#has(this.#words.negations, claim.text) && saysOutside > 0;
    return saysWithin ? saysOutside === 0 : saysOutside >= claim.terms.length / 2;
  }

  /** From such a word to the end of its clause, or of the sentence where the word stands in its middle. */
  #partAfter(text: string, pattern: RegExp): string | undefined {
    const start = text.search(pattern);
    if (start === -1) return undefined;
    const rest = text.slice(start);
    return /^.*?(?=[,;，；،。]|\.(?:\s|$)|$)/su.exec(rest)?.[0];
  }

  #isHearsay(claim: string, source: string): boolean {
    const { hearsay } = this.#words;
    return this.#has(hearsay, source) && !this.#has(hearsay, claim);
  }

  #differsInForce(claim: string, source: string): boolean {
    const { weak, strong, able, negations } = this.#words;
    if (this.#has(negations, claim) && this.#has(negations, source)) return false;
    const saysWeak = this.#has(weak, claim) || this.#has(able, claim);
    const isWeak = this.#has(weak, source);
    const isStrong = this.#has(strong, source);
    if (isWeak && !isStrong) return !saysWeak;
    return isStrong && !isWeak && saysWeak && !this.#has(strong, claim);
  }

  /** Who may or must by the claim stands in the source, but is not the one who may or must there. */
  #isAnothers(claim: string, source: ReadText): boolean {
    const beside = this.#besideModals(source.text);
    const there = new Set(beside.flat());
    if (!beside.some(([before]) => before !== undefined)) return false; // the verb stands first
    return this.#besideModals(claim).some(
      ([term]) => term !== undefined && !there.has(term) && source.terms.includes(term),
    );
  }

  /** The terms before and behind each `may` or `must`: who may stands before it, and behind it in a question or an inversion. */
  #besideModals(text: string): (string | undefined)[][] {
    const pattern = phrasePattern(this.#words.weak, this.#words.strong, this.#words.able);
    return this.#clausesOf(text).flatMap((clause) => {
      const at = clause.search(pattern);
      if (at === -1) return [];
      return [[this.#termsOf(clause.slice(0, at)).at(-1), this.#termsOf(clause.slice(at))[0]]];
    });
  }

  /**
   * Two terms of the claim stand in the source the other way round, with one of both between them (`landlord pays tenant`); or two numbers
   * do, while the terms stand in the same order.
   */
  #isSwapped(claim: ReadText, source: ReadText): boolean {
    if (this.#has(this.#words.passive, claim.text) !== this.#has(this.#words.passive, source.text))
      return false;
    if (this.#has(this.#words.mutual, claim.text)) return false;
    if (areNumbersSwapped(claim, source)) return true;
    if (!this.#words.orderTellsRoles) return false;
    const written = this.#clausesOf(source.text).map((clause) => onlyOnce(this.#termsOf(clause)));
    return this.#clausesOf(claim.text).some((clause) => {
      const said = onlyOnce(this.#termsOf(clause));
      return written.some((other) => isReversed(said, other));
    });
  }
}

const onlyOnce = (terms: readonly string[]) =>
  terms.filter((term) => terms.indexOf(term) === terms.lastIndexOf(term));

/** Two neighbours of one term have changed places around it. */
function isReversed(said: readonly string[], written: readonly string[]): boolean {
  return said.some((middle, index) => {
    const at = written.indexOf(middle);
    if (at < 1 || index < 1) return false;
    const [before, after] = [said[index - 1]!, said.slice(index + 1, index + 3)];
    const there = written.indexOf(before);
    return there > at && there <= at + 2 && after.includes(written[at - 1]!);
  });
}

/** Two numbers of one unit stand in another order, while the terms of both stand in the same. */
function areNumbersSwapped(claim: ReadText, source: ReadText): boolean {
  const terms = claim.terms.filter((term) => source.terms.includes(term));
  const there = source.terms.filter((term) => claim.terms.includes(term));
  if (terms.length < 2 || terms.join(' ') !== there.join(' ')) return false;
  const units = new Set(claim.numbers.map(({ unit }) => unit));
  return [...units].some((unit) => {
    const valuesIn = ({ numbers }: ReadText) =>
      numbers
        .filter((number) => number.unit === unit && !(unit === undefined && isYear(number.value)))
        .map(({ value }) => value);
    const own = valuesIn(claim).filter((value) => valuesIn(source).includes(value));
    const other = valuesIn(source).filter((value) => own.includes(value));
    return (
      own.length > 1 && own.length === other.length && own.some((value, index) => value !== other[index])
    );
  });
}
