import type { Unit } from '../../../text/structure/quotable-units.ts';
import { labelOf } from '../../../text/structure/table-row.ts';
import { analyse } from '../../../text/terms/analyser.ts';
import { couldHavePhrase, phrasePattern } from '../../../text/words/phrases.ts';
import { wordsOf } from '../../../text/words/words-of.ts';

/** Of a sentence, where thousands are set apart. */
const mostNumbers = 2;

const lastWord = /[\p{L}\p{N}\p{M}]+(?=[\s-]*$)/u;
const firstWord = /^[\s-]*([\p{L}\p{N}\p{M}]+)/u;

interface Place {
  readonly which: number;
  /** Terms of the word before it and of the one behind. */
  readonly beside: readonly string[];
}

/** Where a text has which of several alternatives. */
function placesIn(text: string, alternatives: readonly string[], language: string): Place[] {
  if (!couldHavePhrase(text, alternatives.join('|'))) return [];
  return Array.from(text.matchAll(phrasePattern(...alternatives)), ({ 0: found, index }) => {
    const before = lastWord.exec(text.slice(0, index))?.[0] ?? '';
    const behind = firstWord.exec(text.slice(index + found.length))?.[1] ?? '';
    return {
      which: alternatives.findIndex((phrases) => found.match(phrasePattern(phrases))?.[0] === found),
      beside: [before, behind].map((word) => analyse(word, language).join(' ')),
    };
  });
}

/** A word of a question that has opposites, and where it stands there. */
export interface Opposable {
  readonly alternatives: readonly string[];
  readonly places: readonly Place[];
}

/** What of a question this looks at. */
interface Asked {
  readonly kind: string;
  readonly language: string;
  readonly terms: readonly { readonly term: string }[];
  readonly opposables: readonly Opposable[];
}

/** The words of a question that have opposites in the language of the documents, where it has none of these. */
export function opposablesIn(question: string, language: string): Opposable[] {
  return wordsOf(language).opposed.flatMap((alternatives) => {
    const places = placesIn(question, alternatives, language);
    return new Set(places.map(({ which }) => which)).size === 1 ? [{ alternatives, places }] : [];
  });
}

/**
 * Whether a unit has the opposite of a word of the question beside the same word, `gross margin` where the net margin is asked for, and neither
 * it nor anything over it has the word itself. A question for yes or no is answered by that, and a sentence with several numbers may say the
 * other in other words: `The gross salary is 3,000 euros, of which 2,100 are paid out.`
 */
export function isOfOpposite(
  { unit, context }: { readonly unit: Unit; readonly context: readonly string[] },
  { kind, language, terms, opposables }: Asked,
): boolean {
  if (kind === 'yesNo') return false;
  const isAsked = (term: string | undefined): boolean => terms.some((one) => one.term === term);
  const said = unit.kind === 'tableRow' ? labelOf(unit.text) : unit.text;
  if (unit.kind !== 'tableRow' && (said.match(/\p{Nd}+/gu) ?? []).length > mostNumbers) return false;
  const all = [unit.text, ...unit.heads, unit.runIn ?? '', ...context].join('\n');
  return opposables.some(({ alternatives, places }) => {
    const own = places[0]!.which;
    if (placesIn(all, alternatives, language).some(({ which }) => which === own)) return false;
    return placesIn(said, alternatives, language).some(({ beside }) =>
      places.some((place) => place.beside.some((term, side) => isAsked(term) && beside[side] === term)),
    );
  });
}
