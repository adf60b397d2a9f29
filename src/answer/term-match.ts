import { isYear, type Question } from './question.ts';

/** Credit for a word that only shares its beginning with the question's: `invention` for `inventor`. */
const kinCredit = 0.7;
const kinLength = 5;
const kinShare = 0.6;
const fewestListed = 3;

/**
 * For each of the question's terms, how well a set of terms has it: 1 the same term, 0.7 one of the same
 * beginning (at least 5 letters and 60 % of the longer one; never for numbers), 0 none.
 */
export type Credit = Float64Array;

/** Measures terms against one question; remembers every term that it has seen. */
export class TermMatcher {
  readonly #question: Question;
  readonly #total: number;
  /** Places of the years of a list, one of which is enough; two years are the ends of a span, and both count. */
  readonly #listedYears: readonly number[];
  readonly #known = new Map<string, readonly (readonly [index: number, credit: number])[]>();

  constructor(question: Question) {
    this.#question = question;
    this.#total = question.terms.reduce((sum, { weight }) => sum + weight, 0);
    const years = yearsAmong(question);
    this.#listedYears = years.length < fewestListed ? [] : years;
  }

  credit(terms: Iterable<string>): Credit {
    const credit = new Float64Array(this.#question.terms.length);
    for (const term of terms) {
      for (const [index, value] of this.#matches(term)) credit[index] = Math.max(credit[index] ?? 0, value);
    }
    return credit;
  }

  /** Credit for the question's own words. */
  creditAll(terms: ReadonlySet<string>): Credit {
    return Float64Array.from(this.#question.terms, ({ term }) => (terms.has(term) ? 1 : 0));
  }

  /** Share of the question that is credited, weighted by IDF, 0…1. */
  coverage(credit: Credit): number {
    if (this.#total === 0) return 0;
    const listed = Math.max(0, ...this.#listedYears.map((index) => credit[index] ?? 0));
    const found = this.#question.terms.reduce(
      (sum, { weight }, index) =>
        sum + weight * (this.#listedYears.includes(index) ? listed : (credit[index] ?? 0)),
      0,
    );
    return found / this.#total;
  }

  /** Share of the question's names and numbers that are credited at all; 1 when it has none. */
  distinctiveCoverage(credit: Credit): number {
    const places = [...this.#question.terms.keys()].filter(
      (index) => this.#question.terms[index]?.distinctive,
    );
    return places.length === 0
      ? 1
      : places.filter((index) => (credit[index] ?? 0) > 0).length / places.length;
  }

  /** Share of terms, each counted once, that the question has; 0 for none. */
  askedShare(terms: readonly string[]): number {
    const own = [...new Set(terms)];
    if (own.length === 0) return 0;
    const credits = own.map((term) => Math.max(0, ...this.#matches(term).map(([, value]) => value)));
    return credits.reduce((sum, credit) => sum + credit, 0) / own.length;
  }

  /** Whether all of the question's names are credited at all, and one of its years. */
  hasAllNames(credit: Credit): boolean {
    const { terms } = this.#question;
    const hasNames = terms.every(
      ({ term, strict }, index) => !strict || isYear(term) || (credit[index] ?? 0) > 0,
    );
    return hasNames && this.hasSomeYear(credit);
  }

  /** Whether one of the question's years is credited; true where it has none. */
  hasSomeYear(credit: Credit): boolean {
    const years = yearsAmong(this.#question);
    return years.length === 0 || years.some((index) => (credit[index] ?? 0) > 0);
  }

  /** How many of the question's terms are neither names nor years. */
  get restLength(): number {
    return this.#question.terms.filter(({ strict }) => !strict).length;
  }

  /** Share of the question without its names and years that is credited, weighted by IDF; 1 when nothing else is asked. */
  restCoverage(credit: Credit): number {
    const rest = this.#question.terms.map(({ weight, strict }) => (strict ? 0 : weight));
    const total = rest.reduce((sum, weight) => sum + weight, 0);
    if (total === 0) return 1;
    return rest.reduce((sum, weight, index) => sum + weight * (credit[index] ?? 0), 0) / total;
  }

  #matches(term: string): readonly (readonly [number, number])[] {
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

function yearsAmong({ terms }: Question): number[] {
  return terms.flatMap(({ term, strict }, index) => (strict && isYear(term) ? [index] : []));
}

/** The better of the credits, term by term. */
export function unite(credits: readonly Credit[]): Credit {
  const united = new Float64Array(credits[0]?.length ?? 0);
  for (const credit of credits) {
    for (let index = 0; index < credit.length; index++) {
      united[index] = Math.max(united[index]!, credit[index]!);
    }
  }
  return united;
}

/** Whether terms have one of those wanted, or one of the same beginning; true where none is wanted. */
export function hasKin(wanted: ReadonlySet<string>, terms: readonly string[]): boolean {
  if (wanted.size === 0) return true;
  return terms.some((term) => [...wanted].some((other) => kinship(term, other) > 0));
}

function kinship(a: string, b: string): number {
  if (a === b) return 1;
  const longest = Math.max(a.length, b.length);
  if (Math.min(a.length, b.length) < kinLength || /\p{N}/u.test(a)) return 0;
  let shared = 0;
  while (shared < longest && a[shared] === b[shared]) shared++;
  return shared >= kinLength && shared >= kinShare * longest ? kinCredit : 0;
}
