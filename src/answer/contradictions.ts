import { analyse } from '../text/analyser.ts';
import type { Citation, CitedAnswer } from '../types.ts';
import { documentKey } from '../util/document-key.ts';
import { answerKind, withoutReferences, type AnswerKind } from './answer-kind.ts';
import { withoutMonths } from './dates.ts';
import { numberWordsOf } from './number-words.ts';
import { isDenied, isOpposite, polarityOf } from './polarity.ts';
import { quantitiesOf, withoutQuantities } from './quantities.ts';
import type { Quantity } from './quantity.ts';
import { isYear } from './question.ts';

type Contradictions = NonNullable<CitedAnswer['contradictions']>;

/** Share of the words of two quotes that both have. */
const sameWords = 0.8;
const monthUnit = 'month of the year';
/** The words of `one hundred and fifty (150) days`. */
const spelt = new RegExp(
  String.raw`\b(?:(?:${[...numberWordsOf('en').values.keys(), 'one', 'hundred', 'thousand', 'and'].join('|')})[ -])+\((\p{Nd}[\p{Nd}.,]*)\)`,
  'giu',
);
/** They count or date, and measure nothing. */
const notMeasured: ReadonlySet<string> = new Set(['ordinal', 'dotted', 'slashed date']);
const askingKinds: ReadonlySet<AnswerKind> = new Set(['number', 'amount', 'date']);

/**
 * Pairs of citations of different documents that say different numbers of the same: of the words of both they share 80 %, and
 * those that are in one alone stand on one side only ("90 days", "now 150 days"); of their numbers all but one are equal, and
 * that one has the same unit. A number that is a rounded other one is none. Made to be right where it speaks; it sees
 * no difference that is worded otherwise. For questions that ask for a number, an amount or a date; of these alone years and
 * months count.
 */
export function contradictionsAmong(
  question: string,
  citations: readonly Citation[],
  language?: string,
): Contradictions {
  const kind = answerKind(question);
  if (!askingKinds.has(kind)) return [];
  const read = citations.map((citation) => ({ citation, ...readQuote(citation, language) }));
  return read.flatMap((one, index) =>
    read.slice(index + 1).flatMap((other) => {
      if (documentKey(one.citation) === documentKey(other.citation)) return [];
      const pair = isOfTheSame(one, other) ? onlyDifference(one.quantities, other.quantities) : undefined;
      if (pair === undefined || isDate(pair[0]) !== (kind === 'date')) return [];
      const { unit } = pair[0];
      return [
        {
          citations: [one.citation.sourceId, other.citation.sourceId],
          values: pair.map(({ value }) => value),
          ...(unit === undefined ? {} : { unit }),
        },
      ];
    }),
  );
}

export function describeContradiction({ citations }: Contradictions[number]): string {
  return `The sources ${citations.map((number) => `[${number}]`).join(' and ')} give different numbers of the same.`;
}

interface ReadQuote {
  readonly text: string;
  readonly terms: ReadonlySet<string>;
  readonly quantities: readonly Quantity[];
  readonly language: string | undefined;
}

function readQuote({ quote, quoteContext = '' }: Citation, language?: string): ReadQuote {
  const text = withoutReferences(`${quoteContext}\n${quote}`).replaceAll(spelt, '$1');
  const terms = new Set(analyse(withoutQuantities(withoutMonths(text), language), language));
  return { text, terms, quantities: quantitiesOf(text, language), language };
}

function isOfTheSame(one: ReadQuote, other: ReadQuote): boolean {
  const [few, many] =
    one.terms.size <= other.terms.size ? [one.terms, other.terms] : [other.terms, one.terms];
  const isWithin = [...few].every((term) => many.has(term));
  if (!isWithin || few.size === 0 || few.size < sameWords * many.size) return false;
  const [a, b] = [one, other].map(({ text, language }) => polarityOf(text, language)) as [Polarity, Polarity];
  return !isDenied(a, b) && !isOpposite(one.text, other.text);
}

type Polarity = ReturnType<typeof polarityOf>;

/** The one number of each that the other does not have, where there is one in each, of the same unit. */
function onlyDifference(
  one: readonly Quantity[],
  other: readonly Quantity[],
): readonly [Quantity, Quantity] | undefined {
  const [a, ...moreOfOne] = one.filter((quantity) => !other.some((each) => isSame(quantity, each)));
  const [b, ...moreOfOther] = other.filter((quantity) => !one.some((each) => isSame(quantity, each)));
  if (a === undefined || b === undefined || moreOfOne.length > 0 || moreOfOther.length > 0) return undefined;
  if (a.unit !== b.unit || notMeasured.has(a.unit ?? '') || isDate(a) !== isDate(b)) return undefined;
  return [a, b];
}

const isSame = (a: Quantity, b: Quantity) => a.unit === b.unit && (isRounded(a, b) || isRounded(b, a));

/** Whether a number is the other one with fewer decimals: 92 million for 91.8 million. */
function isRounded({ bare, scale }: Quantity, { value }: Quantity): boolean {
  const decimals = String(bare).split('.')[1]?.length ?? 0;
  return Number((value / scale).toFixed(Math.min(decimals, 100))) === bare;
}

function isDate({ unit, bare }: Quantity): boolean {
  return unit === monthUnit || (unit === undefined && isYear(String(bare)));
}
