import type { LoadedDocument } from '../types.ts';
import { wellFormed } from '../util/strings/well-formed.ts';
import { problemsOfTables } from './table-problems.testing.ts';

/** What is wrong with a document by what every loader promises; empty when nothing is. */
export function problemsOfDocument(document: LoadedDocument): string[] {
  return [
    ...problemsOfBlocks(document),
    ...problemsOfSections(document),
    ...problemsOfPages(document),
    ...problemsOfLinks(document),
    ...problemsOfTables(document),
    ...(wellFormed(document) === document ? [] : ['a lone surrogate']),
  ];
}

function problemsOfBlocks({ text, blocks }: LoadedDocument): string[] {
  const problems: string[] = [];
  let covered = 0;
  for (const { charStart, charEnd } of blocks) {
    if (charStart < covered || charEnd <= charStart) problems.push(`block ${charStart}: order`);
    if (text.slice(covered, charStart).trim() !== '') problems.push(`block ${charStart}: text before it`);
    covered = charEnd;
  }
  return text.slice(covered).trim() === '' ? problems : [...problems, 'text after the last block'];
}

function problemsOfSections({ text, sections }: LoadedDocument): string[] {
  const problems: string[] = [];
  const open: number[] = [];
  for (const { charStart, charEnd, level, heading } of sections) {
    if (heading === '') problems.push(`section ${charStart}: no heading`);
    if (!(level >= 1 && level <= 6)) problems.push(`section ${charStart}: level ${level}`);
    if (charStart >= charEnd) problems.push(`section ${charStart}: empty`);
    while (open.length > 0 && open.at(-1)! <= charStart) open.pop();
    if (charEnd > (open.at(-1) ?? text.length)) problems.push(`section ${charStart}: reaches out`);
    open.push(charEnd);
  }
  return problems;
}

function problemsOfPages({ text, pages }: LoadedDocument): string[] {
  const problems: string[] = [];
  let end = 0;
  for (const [index, page] of pages.entries()) {
    if (page.number !== index + 1) problems.push(`page ${index + 1}: number ${page.number}`);
    if (page.charStart !== end) problems.push(`page ${index + 1}: gap`);
    end = page.charEnd;
  }
  return pages.length === 0 || end === text.length ? problems : [...problems, 'text after the last page'];
}

function problemsOfLinks({ text, links = [] }: LoadedDocument): string[] {
  let last = 0;
  return links.flatMap(({ charStart, charEnd, url }) => {
    const isRight = charStart >= last && charStart < charEnd && charEnd <= text.length && url !== '';
    last = charStart;
    return isRight ? [] : [`link ${charStart}: order, text or address`];
  });
}
