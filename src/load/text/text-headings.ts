import type { Block } from '../../types.ts';
import { raiseNumbered } from './raise-numbered.ts';
import type { Heading } from '../sections.ts';

const maxHeadingChars = 80;
const divisions =
  'Article Chapter Part Section Appendix Annex Exhibit Schedule Artikel Kapitel Teil Abschnitt Anhang Anlage Chapitre Titre Partie Annexe Artículo Capítulo Título Sección Anexo'.split(
    ' ',
  );
const division = new RegExp(
  String.raw`^(?:(?:${divisions.flatMap((name) => [name, name.toUpperCase()]).join('|')})\s+(?:[IVXLCDM]{1,7}|\d{1,3}(?:\.\d{1,3})*|[A-Z])|§\s?\d{1,4}[a-z]?)(?:$|\s*[-–—:.]|\s+\p{Lu})`,
  'u',
);
const numbered = /^(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+\p{Lu}/u;

/**
 * Headings of plain text: a line of its own, at most 80 characters, not ending like a sentence, that is
 * numbered ("1.2 Scope"), names a division ("ARTICLE IV") or is all capitals. Careful on purpose: a heading
 * must be followed by a paragraph that is not such a line of the same or a higher rank, so that lists
 * of short lines and title pages are none.
 */
export function plainTextHeadings(text: string, blocks: readonly Block[]): Heading[] {
  const levels = blocks.map((block) =>
    headingLevel(text.slice(block.charStart, Math.min(block.charEnd, block.charStart + maxHeadingChars + 1))),
  );
  const divided = levels.includes(1);
  const headings = blocks.flatMap((block, index) => {
    const level = levels[index];
    const next = levels[index + 1];
    if (level === undefined || index + 1 === blocks.length || (next !== undefined && next <= level))
      return [];
    const heading = text.slice(block.charStart, block.charEnd).replace(/\s+/g, ' ');
    return [{ text: heading, level: divided ? level : level - 1, charStart: block.charStart }];
  });
  const raised = raiseNumbered(headings);
  return headings.map((heading, index) => ({ ...heading, level: raised[index]! }));
}

/** Whether a line that opens a paragraph, or follows a sentence, names a division and is not itself a sentence. */
export const isDivision = (line: string): boolean =>
  line.length <= maxHeadingChars && !endsLikeSentence(line) && division.test(line);

const endsLikeSentence = (line: string): boolean => /[.,;:!?–—-]$/.test(line);

/** 1 for divisions and capitals, 2 and more for numbers by their depth, undefined for other lines. */
function headingLevel(line: string): number | undefined {
  if (line.length > maxHeadingChars || line.includes('\n') || endsLikeSentence(line)) return undefined;
  const number = numbered.exec(line)?.[1];
  if (number) return 1 + number.split('.').length;
  if (division.test(line) || isCapitals(line)) return 1;
  return undefined;
}

function isCapitals(line: string): boolean {
  const letters = line.match(/\p{L}/gu) ?? [];
  return (
    letters.length >= 4 &&
    letters.length * 2 > line.length &&
    letters.every((letter) => /\p{Lu}/u.test(letter))
  );
}
