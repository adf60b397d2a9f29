import { withSpelledDates } from '../../text/spelled-dates.ts';
import { analyse } from '../../text/terms/analyser.ts';
import { identifiersIn } from '../../text/terms/identifiers.ts';
import { calendarOf } from '../../text/words/calendar.ts';
import { phrasePattern } from '../../text/words/phrases.ts';
import { wordsOf } from '../../text/words/words-of.ts';
import type { Document } from '../../types.ts';
import { namesOf } from '../verify/names.ts';

/** A document that another one may mean. */
export interface MeantDocument {
  readonly document: Pick<Document, 'title' | 'sourcePath'>;
  readonly text: string;
}

/** Where a document says what it is, in characters from its beginning. */
export const openingLength = 2_000;
/** Of a title, the share of words that names it. */
const leastOfTitle = 0.6;
/** Of the names of a text, and of the words of each, the share that the document has that it means: somebody may have come in later. */
const leastNames = 2 / 3;
/** A number of a document has at least so many characters. */
const shortestIdentifier = 5;

/**
 * Whether a text that says that it changes another one means this document: it has most words of the title, or two names and a number, or with some words of the title a date, all numbers of the title, and
 * nothing of it speaks against: the names that it gives stand there, as do its dates and numbers of documents, one of them at least.
 */
export function isMeant(naming: string, { document, text }: MeantDocument, language = 'en'): boolean {
  const opening = text.slice(0, openingLength);
  const own = opening + document.title;
  const title = new Set(analyse(document.title, language).filter((term) => !/^\p{Nd}/u.test(term)));
  const said = new Set(analyse(naming, language));
  const digits = document.title.match(/\p{Nd}+/gu) ?? []; // `Unit 4` is not `Unit 5`
  if (digits.some((number) => !naming.includes(number))) return false;
  const share = [...title].filter((term) => said.has(term)).length / Math.max(1, title.size);
  const names = distinctNames(naming, text, { language, title });
  const known = names.filter(
    (name) => name.filter((word) => text.includes(word)).length >= leastNames * name.length,
  );
  const dates = common(
    datesIn(naming, language, share < leastOfTitle ? undefined : title),
    datesIn(own + text.slice(-openingLength), language),
  );
  const numbers = common(numbersIn(naming), numbersIn(own));
  if (dates === 'none' || numbers === 'none' || known.length < leastNames * names.length) return false;
  if (share >= leastOfTitle && (title.size > 1 || known.length > 0 || dates === 'some' || numbers === 'some'))
    return true;
  const ownTerms = new Set(analyse(opening, language));
  const isFileName = ![...title].some((term) => ownTerms.has(term));
  return known.length >= 2 && (numbers === 'some' || ((share > 0 || isFileName) && dates === 'some'));
}

/** Names that tell parties: none of a word that either text has in small letters too, or that the title has, or that says that something is changed. */
function distinctNames(
  naming: string,
  text: string,
  { language, title }: { language: string; title: ReadonlySet<string> },
): string[][] {
  const changes = phrasePattern(wordsOf(language).amending.changes);
  const months = new Set(calendarOf(language).months.flat());
  const isGeneric = (word: string) =>
    word.length < 3 ||
    months.has(word) ||
    word.search(changes) !== -1 ||
    naming.includes(word.toLowerCase()) ||
    text.includes(word.toLowerCase()) ||
    analyse(word, language).every((term) => title.has(term));
  const names = namesOf(naming.replaceAll(defined, ' ').replaceAll(marks, ''), language).map(({ words }) =>
    words.filter((word) => !isGeneric(word)),
  );
  return [
    ...new Map(names.filter((words) => words.length > 0).map((words) => [words.join(' '), words])).values(),
  ];
}

/** (the “Supplier”): what a party is called in one text alone. */
const defined = /\([^()]{0,20}["“”„'][^()]{1,60}["“”'][^()]{0,20}\)/gu;

/** Marks of a heading or of emphasis at the beginning of a line. */
const marks = /^[#*_> ]+/gmu;

/** Characters between a title and its date. */
const reach = 60;
const oneDate = /(?<!\p{Nd})\d{1,2} \p{L}{3,12}\.? \d{4}(?!\p{Nd})/gu;

/** The dates of a text; with a title, those that stand behind a word of it: a change has a date of its own. */
function datesIn(text: string, language: string, title?: ReadonlySet<string>): ReadonlySet<string> {
  const spelled = withSpelledDates(text.replaceAll('\n\n', '. ').replaceAll(/\s/g, ' '), language);
  const isBehindTitle = (index: number) => {
    const before = spelled
      .slice(Math.max(0, index - reach), index)
      .split(/[.;:] /)
      .at(-1)!;
    return analyse(before, language).some((term) => title!.has(term));
  };
  const dates = Array.from(spelled.matchAll(oneDate)).filter(
    ({ index }) => title === undefined || isBehindTitle(index),
  );
  return new Set(dates.map(([date]) => date));
}

const numbersIn = (text: string): ReadonlySet<string> =>
  new Set(
    identifiersIn(text).filter(
      (one) =>
        /\d/.test(one) && /[\p{L}/-]/u.test(one) && one.length >= shortestIdentifier && !isDate.test(one),
    ),
  );
const isDate = /^\d{4}-\d{1,2}-\d{1,2}$|^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}$/;

/** Whether two texts that both have such have some in common. */
function common(one: ReadonlySet<string>, other: ReadonlySet<string>): 'some' | 'none' | 'unknown' {
  if (one.size === 0 || other.size === 0) return 'unknown';
  return [...one].some((each) => other.has(each)) ? 'some' : 'none';
}
