import { analyse } from '../../text/terms/analyser.ts';
import { phrasePattern } from '../../text/words/phrases.ts';
import { rowsOf } from '../../text/structure/table-row.ts';
import { wordsOf } from '../../text/words/words-of.ts';
import type { Citation, CitedAnswer } from '../../types.ts';
import { documentKey } from '../../util/ids/document-key.ts';
import { askedKind } from '../extract/question.ts';
import { areOpposed } from './support.ts';
import {
  dayOfYear,
  isYear,
  monthOfYear,
  quantitiesOf,
  withoutQuantities,
  type Quantity,
} from '../../text/quantities.ts';

type Contradictions = NonNullable<CitedAnswer['contradictions']>;

/** Share of the words of two quotes that both have. */
const sameWords = 0.8;
/** `one hundred and fifty (150) days`: the numeral says it again. */
const spelt = /\p{L}[\p{L} -]{0,60}(?= ?\(\p{Nd})/gu;
/** They count, and measure nothing. */
const notMeasured: ReadonlySet<string> = new Set(['ordinal', 'dotted', 'slashed date', 'times']);

/** `Section 4.2` */
const reference = /(?<!\p{L})\p{Lu}\p{Ll}+ \p{Nd}{1,3}\.\p{Nd}{1,3}(?![\p{Nd}%])/gu;
/** What is asked for, where a number may be the answer. */
const quantityKinds: ReadonlySet<string> = new Set(['number', 'count', 'date', 'other']);
/** The number of a list item or clause. */
const marker = /^\W*\d{1,3}(?:\.\d{1,3})*[.)]?\s/;

/**
 * Pairs of citations of different documents that say different numbers of the same: of the words of both they share 80 %, words for the present
 * apart, and those that are in one alone stand on one side only ("90 days", "now 150 days"); of their numbers all but one are equal, and
 * that one has the same unit. Where three documents say three numbers, each speaks of its own. A number that is a rounded other one is none. Made to be right where it speaks; it sees
 * no difference that is worded otherwise. For questions that ask for a date years and
 * months count, and for no others.
 */
export function contradictionsAmong(
  question: string,
  citations: readonly Citation[],
  language?: string,
): Contradictions {
  const kind = askedKind(question, language);
  if (!quantityKinds.has(kind)) return [];
  if (new Set(citations.map(documentKey)).size < 2) return [];
  const read = citations
    .map((citation) => ({ citation, ...readQuote(citation, language) }))
    .filter(({ quantities }) => quantities.length > 0);
  const pairs = read.flatMap((one, index) =>
    read.slice(index + 1).flatMap((other) => {
      if (documentKey(one.citation) === documentKey(other.citation)) return [];
      const pair = onlyDifference(one.quantities, other.quantities);
      if (
        pair === undefined ||
        isDate(pair[0]) !== (kind === 'date') ||
        !isOfTheSame(one.text, other.text, language)
      )
        return [];
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
  /** Whether a third document says another number still. */
  const isOfEach = ({ citations: two, values, unit }: Contradictions[number]): boolean =>
    read.some(({ citation, quantities }) => {
      const figures = quantities.filter((quantity) => quantity.unit === unit);
      const isOther = figures.length > 0 && !figures.some(({ value }) => values.includes(value));
      return isOther && !two.includes(citation.sourceId);
    });
  return pairs.filter((pair) => !isOfEach(pair));
}

export function describeContradiction({ citations: [one, other], values }: Contradictions[number]): string {
  const numbers = values
    .map((value) => value.toLocaleString('en', { maximumFractionDigits: 20 }))
    .join(' and ');
  return `The sources [${one}] and [${other}] give different numbers: ${numbers}.`;
}

/** The text of a quote, without what is no number of its own, and its numbers. */
function readQuote({ quote, quoteContext = '' }: Citation, language?: string) {
  const heads = rowsOf(quote) === undefined ? '' : quoteContext;
  const text = `${heads}\n${quote.replace(marker, '')}`
    .replaceAll(reference, '_')
    .replaceAll(spelt, (words) => withoutQuantities(words, language))
    .replaceAll(/\((\p{Nd}[\p{Nd}.,]*)\)/gu, '$1');
  const quantities = quantitiesOf(text, language).filter(({ unit }) => unit !== dayOfYear);
  return { text, quantities };
}

function isOfTheSame(one: string, other: string, language: string | undefined): boolean {
  const { present } = wordsOf(language ?? 'en');
  const [a, b] = [one, other].map((text) => {
    const bare = withoutQuantities(text, language).replaceAll(phrasePattern(present), ' ');
    return new Set(analyse(bare, language));
  }) as [Set<string>, Set<string>];
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  const isWithin = [...few].every((term) => many.has(term));
  if (!isWithin || few.size === 0 || few.size < sameWords * many.size) return false;
  return !areOpposed(one, other, language);
}

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
  return unit === monthOfYear || (unit === undefined && isYear(bare));
}
