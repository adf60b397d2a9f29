import type { LoadedDocument } from '../../types.ts';
import { problemsOfTables } from '../table-problems.testing.ts';

/** What is wrong with a loaded document by the promises of `Loader`; empty when all of them hold. For tests. */
export function problemsOf(document: LoadedDocument): string[] {
  return [
    ...problemsOfPages(document),
    ...problemsOfBlocks(document),
    ...problemsOfSections(document),
    ...problemsOfTables(document),
  ];
}

function problemsOfPages({ text, pages }: LoadedDocument): string[] {
  const problems: string[] = [];
  let end = 0;
  for (const page of pages) {
    if (page.charStart !== end || page.charEnd < page.charStart)
      problems.push(`page ${page.number} starts wrong`);
    end = page.charEnd;
    let last = page.charStart;
    for (const run of page.layout) {
      const at = `page ${page.number}, run ${run.charStart}`;
      if (run.charStart < last || run.charEnd <= run.charStart) problems.push(`${at}: order`);
      if (run.charEnd > page.charEnd) problems.push(`${at}: outside of the page's range`);
      if (/\s/.test(text.slice(run.charStart, run.charEnd))) problems.push(`${at}: white space`);
      const across = run.x0 >= 0 && run.x0 <= run.x1 && run.x1 <= page.width;
      const down = run.y0 >= 0 && run.y0 <= run.y1 && run.y1 <= page.height;
      if (!across || !down) problems.push(`${at}: outside of the page's box`);
      last = run.charEnd;
    }
  }
  if (end !== text.length) problems.push('the pages do not end with the text');
  return problems;
}

function problemsOfBlocks({ text, blocks }: LoadedDocument): string[] {
  const problems: string[] = [];
  let end = 0;
  for (const { charStart, charEnd } of [...blocks, { charStart: text.length, charEnd: text.length }]) {
    if (charStart < end || charEnd < charStart) problems.push(`block ${charStart}: order`);
    if (/\S/.test(text.slice(end, charStart))) problems.push(`text before ${charStart} is in no block`);
    if (/^\s|\s$/.test(text.slice(charStart, charEnd)))
      problems.push(`block ${charStart}: white space at its ends`);
    end = charEnd;
  }
  return problems;
}

function problemsOfSections({ text, sections }: LoadedDocument): string[] {
  const problems: string[] = [];
  const open: { level: number; charEnd: number }[] = [];
  let last = 0;
  for (const section of sections) {
    const at = `section ${section.charStart}`;
    if (section.charStart < last || section.charEnd > text.length) problems.push(`${at}: order`);
    if (section.charEnd <= section.charStart) problems.push(`${at}: empty`);
    if (!(section.level >= 1 && section.level <= 6)) problems.push(`${at}: level`);
    while (open.length > 0 && open.at(-1)!.charEnd <= section.charStart) open.pop();
    const parent = open.at(-1);
    if (parent && (section.charEnd > parent.charEnd || section.level <= parent.level))
      problems.push(`${at}: nesting`);
    open.push(section);
    last = section.charStart;
  }
  return problems;
}
