import type { Unit } from './units.ts';

/** Longer sentences are quoted by clause, in characters. */
const longSentence = 600;
/** Behind a semicolon, or before a numbered entry (`3.2 By-laws`, `10.1 364-Day Credit`) or a bullet at the beginning of a line. */
const boundary = /;\s+|\n\s*(?=\d+(?:\.\d+)+\s+(?:\p{Nd}+-)?\p{Lu}|[•◦▪*-]\s)/gu;
/** In front of clauses it says the contrary of them, or when they hold: `The tenant may not: …`. */
const turns =
  /\b(?:no|not(?! limited to)|nor|none|neither|never|without|except|excluding|excluded|excludes|unless|if|prohibited|forbidden|other than|subject to)\b|n['’]t\b/i;

/** Behind clauses it holds of all of them. */
const limits = /^(?:and |or )?(?:but|except|however|if|in each case|nor|provided|unless)\b/i;

/**
 * Units with very long sentences, as of a list without full stops, by clause. Each but the first stands below what leads in to
 * them all, as below a heading. None is cut within brackets, nor where what
 * stands in front or behind turns or limits its meaning.
 */
export function inClauses(units: readonly Unit[]): Unit[] {
  return units.flatMap((unit) => {
    const isLong = unit.kind === 'sentence' && unit.text.length > longSentence;
    return isLong ? clausesOf(unit) : [unit];
  });
}

function clausesOf(unit: Unit): Unit[] {
  const { text } = unit;
  const starts = startsOf(text);
  const first = text.slice(0, starts[1]);
  const leadIn = first.slice(0, first.indexOf(':') + 1);
  const isLimited = starts.some((start) => limits.test(text.slice(start)));
  if (turns.test(leadIn || first) || isLimited) return [unit];
  const below = [unit.context, leadIn].filter((line) => line !== '').join('\n');
  return starts.map((start, at) => {
    const clause = text.slice(start, starts[at + 1]).trimEnd();
    const span = { start: unit.start + start, end: unit.start + start + clause.length };
    return { ...unit, ...span, text: clause, context: at === 0 ? unit.context : below };
  });
}

function startsOf(sentence: string): number[] {
  const starts = [0];
  for (const { 0: mark, index } of sentence.matchAll(boundary)) {
    const start = index + mark.length;
    const isInside = mark.startsWith(';') && isInBrackets(sentence.slice(starts.at(-1), start));
    if (start < sentence.length && !isInside) starts.push(start);
  }
  return starts;
}

/** `a) the first` closes none. */
function isInBrackets(text: string): boolean {
  const count = (bracket: string) => text.split(bracket).length - 1;
  return count('(') > count(')');
}
