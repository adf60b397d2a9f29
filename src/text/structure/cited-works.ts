import type { Section } from '../../types.ts';
import type { Span } from '../spans.ts';
import { phrasesIn } from '../words/phrases.ts';
import { wordsOf } from '../words/words-of.ts';

/** Within marks, or behind the name of a place or a month, as works have their years: `(1999)`, `. 1999;`, `Berlin 1999.`, not `since 1999,`. */
const yearOfWork =
  /(?:[.,;:(（，．；：、،]\s?|(?<!\p{L})\p{Lu}\p{L}{2,40}\s)(?:19|20)\d\d[a-z年]?(?=\s?[).,;:（）。，．；：、،]|\s*$)/gmu;
/** Years that a list of works has at least. */
const fewestYears = 3;
/** Share of the paragraphs of such a list that have one. */
const mostly = 0.5;
const paragraph = /[^\n]+(?:\n[^\n]+)*/g;
/** What stands beside the words of a heading: its number and marks. */
const besideWords = /^\P{L}+|[:：.]$/gu;

/**
 * The paragraphs in which a document lists the works that it cites: of the sections that are called so, unless most of what stands there is
 * something else, such as clauses on how a contract refers to laws. Titles are words of others, and no statements of the document's.
 *
 * @param language ISO 639-1.
 */
export function citedWorks(
  { text, sections }: { readonly text: string; readonly sections: readonly Section[] },
  language = 'en',
): Span[] {
  const headings = phrasesIn(wordsOf(language).works);
  const inOrder = sections.toSorted((a, b) => a.charStart - b.charStart);
  const works: Span[] = [];
  let listEnd = 0;
  for (const [index, { heading, charStart, charEnd }] of inOrder.entries()) {
    if (headings.includes(heading.trim().replaceAll(besideWords, '').toLowerCase()))
      listEnd = Math.max(listEnd, charEnd);
    const end = inOrder[index + 1]?.charStart ?? charEnd;
    if (charStart < listEnd) works.push(...worksIn(text, { start: charStart, end }));
  }
  return works;
}

/** Those below the heading that a span begins with. */
function worksIn(text: string, { start, end }: Span): Span[] {
  const heading = /^.*/.exec(text.slice(start, end))![0].length;
  const below = start + heading;
  const paragraphs = Array.from(text.slice(below, end).matchAll(paragraph), ({ 0: words, index }) => ({
    start: below + index,
    end: below + index + words.length,
    years: words.match(yearOfWork)?.length ?? 0,
  }));
  const works = paragraphs.filter(({ years }) => years > 0);
  const years = works.reduce((sum, one) => sum + one.years, 0);
  return years < fewestYears || works.length < mostly * paragraphs.length ? [] : works;
}
