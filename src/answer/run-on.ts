import type { Unit } from './units.ts';

/** `Soekarno-`: a word goes on behind a break. */
const endsInWord = /\p{L}[-‐\u00ad]$/u;
const endsOpen = /[\p{L}\p{N},]$/u;
const beginsInside = /^\p{Ll}/u;

/** Whether a unit ends within a word: it is not to be quoted. */
export function isCutInWord({ text }: Unit): boolean {
  return endsInWord.test(text);
}

/**
 * Units with the sentences whole that a page or column breaks: one that ends within a word or without a stop, and the
 * next where it goes on with that word or in lower case.
 *
 * @param passage What the units are of.
 */
export function joinRunOns(units: readonly Unit[], passage: string): Unit[] {
  const joined: Unit[] = [];
  for (const unit of units) {
    const last = joined.at(-1);
    if (last === undefined || !runsOn(last, unit)) joined.push(unit);
    else joined[joined.length - 1] = { ...last, end: unit.end, text: passage.slice(last.start, unit.end) };
  }
  return joined;
}

function runsOn(last: Unit, next: Unit): boolean {
  if (last.kind !== 'sentence' || next.kind !== 'sentence') return false;
  return isCutInWord(last) || (endsOpen.test(last.text) && beginsInside.test(next.text));
}
