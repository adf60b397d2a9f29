/** What goes with each chunk: it is repeated so often that the title and the headings must be short. The document keeps them whole. */
import { segmentSpans } from '../../text/graphemes-and-words.ts';
import type { LoadedDocument } from '../../types.ts';

/** Characters, of a title and of one heading. */
const longestTitle = 300;
const longestHeading = 200;
/** Characters of all headings of a path together. */
const longestPath = 600;
/** Headings of a path; further ones are left out in its midst. */
const mostHeadings = 20;

/** A title as it stands over the chunks of its document: at most 300 characters. */
export function shortTitle(title: string): string {
  return shorten(title, longestTitle);
}

/** The document with section headings of at most 200 characters. */
export function withShortHeadings(document: LoadedDocument): LoadedDocument {
  if (document.sections.every(({ heading }) => heading.length <= longestHeading)) return document;
  const sections = document.sections.map((section) => ({
    ...section,
    heading: shorten(section.heading, longestHeading),
  }));
  return { ...document, sections };
}

/** A heading path of about 600 characters at most; the outermost heading and the innermost ones stay. */
export function shortPath(headings: readonly string[]): readonly string[] {
  const kept =
    headings.length <= mostHeadings ? headings : [headings[0]!, ...headings.slice(1 - mostHeadings)];
  const length = kept.reduce((sum, heading) => sum + heading.length, 0);
  if (length <= longestPath) return kept;
  const each = Math.floor(longestPath / kept.length);
  return kept.map((heading) => shorten(heading, each));
}

/** The beginning of a text, up to the end of a word where one is near, with an ellipsis in place of the rest. */
function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const beginning = text.trimStart().slice(0, most + 1);
  const whole = segmentSpans(beginning, 'grapheme').findLast(({ end }) => end < most)?.end ?? most - 1;
  const space = beginning.lastIndexOf(' ', whole);
  return `${beginning.slice(0, space > most / 2 ? space : whole).trimEnd()}…`;
}
