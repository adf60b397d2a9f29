import type { Section } from '../../types.ts';
import { phrasesIn } from '../words/phrases.ts';
import { wordsOf } from '../words/words-of.ts';

const year = /(?<!\p{Nd})(?:19|20)\d\d(?!\p{Nd})/gu;
/** Years that a list of works has at least. */
const fewestYears = 3;
/** What stands beside the words of a heading: its number and marks. */
const besideWords = /^\P{L}+|[:：.]$/gu;

/** Whether a text may be of a list of works: each has its year. */
export const mayListWorks = (text: string): boolean => (text.match(year)?.length ?? 0) >= fewestYears;

/**
 * The sections in which a document lists the works that it cites. Their titles are words of others, and no statements of the document's.
 * @param language ISO 639-1.
 */
export function sectionsOfWorks(sections: readonly Section[], language = 'en'): Section[] {
  const headings = phrasesIn(wordsOf(language).works);
  return sections.filter(({ heading }) =>
    headings.includes(heading.trim().replaceAll(besideWords, '').toLowerCase()),
  );
}
