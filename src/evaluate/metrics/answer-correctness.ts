/** Whether an answer says what it should, read off its words. 0…1 each. */
import { analyse } from '../../text/terms/analyser.ts';
import { quantitiesOf, withoutDates } from '../../text/quantities.ts';

/** Of a number, how far off it may be, as a share of it: figures are rounded. */
const tolerance = 0.01;

/** Words of any language, without endings, case and signs. */
const wordsOf = (text: string) => analyse(text, 'und');

/** 1 where both have the same words in the same order. */
export function exactMatch(answer: string, expected: string): number {
  return Number(wordsOf(answer).join(' ') === wordsOf(expected).join(' '));
}

/** The harmonic mean of the share of the answer's words that are expected and the share of the expected ones that it has. */
export function tokenF1(answer: string, expected: string): number {
  const [given, wanted] = [wordsOf(answer), wordsOf(expected)];
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of given) {
    const count = left.get(word) ?? 0;
    if (count > 0) shared += 1;
    left.set(word, count - 1);
  }
  return given.length + wanted.length === 0 ? 1 : (2 * shared) / (given.length + wanted.length);
}

/**
 * 1 where every number that is expected stands in the answer, within 1 %, with its scale or without it, as tables have it
 * in their header. Undefined where none is expected.
 */
export function numericMatch(answer: string, expected: string): number | undefined {
  const wanted = numbersIn(expected);
  if (wanted.length === 0) return undefined;
  const given = numbersIn(answer);
  return Number(wanted.every((number) => given.some((other) => isNear(number, other))));
}

const numbersIn = (text: string) => quantitiesOf(withoutDates(text));

type Quantity = ReturnType<typeof numbersIn>[number];

const isClose = (one: number, other: number) => Math.abs(one - other) <= tolerance * Math.abs(one);

function isNear(wanted: Quantity, given: Quantity): boolean {
  return (
    isClose(wanted.value, given.value) || (mayLackScale(wanted, given) && isClose(wanted.bare, given.bare))
  );
}

/** Whether one of them may have left out the scale that the other one has. */
const mayLackScale = (one: Quantity, other: Quantity) =>
  (one.scale === 1) !== (other.scale === 1) && !isShare(one) && !isShare(other);

const isShare = ({ unit }: Quantity) => unit === 'percent' || unit === 'per mille';
