/**
 * The words of our text beside poppler's, on pages of running text in one column.
 *
 *   npm run bench -- load/text [--pages] [--data <folder>]
 *
 * Pages are chosen by poppler's lines: at least 50 words, seven of ten of them in lines that are at least 60 % as wide as
 * all text of the page. Similarity is twice the longest common subsequence of words over the words of both sides, summed
 * over a file's pages, so order counts as well. Running heads stay in. Hyphens count for nothing on either side, so that it
 * does not matter which of those at the ends of lines are dropped. `--pages` prints the least similar pages. Needs
 * `pdftotext` of poppler-utils. Left out are garbled pages, right-to-left text, which poppler gives in the order in which it is
 * seen, and files with which poppler is not done in half a minute.
 */
import { parseArgs } from 'node:util';
import { boundsOf } from '../../src/load/pdf/geometry.ts';
import type { Box } from '../../test/support/poppler.ts';
import {
  addCompared,
  compareWords,
  nothing,
  popplerWords,
  similarity,
  wordsOf,
  type Compared,
  type Lines,
} from './compare-words.ts';
import { collectedPdfs, defaultData, filings, loadPages, popplerOf, type PdfFile } from './pdf-files.ts';

const { values } = parseArgs({
  options: { pages: { type: 'boolean', default: false }, data: { type: 'string', default: defaultData } },
});

const minWords = 50;
const wideLine = 0.6;
const shareInWideLines = 0.7;
const target = 0.97;

/** Poppler gives these letters from left to right, as they are seen. */
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

function isOneColumn(lines: Lines): boolean {
  const words = lines.flat();
  const { x0, x1 } = boundsOf(words);
  const wide = lines.filter((line) => widthOf(line) >= wideLine * (x1 - x0));
  if (words.some(({ text }) => rightToLeft.test(text))) return false;
  return words.length >= minWords && wide.flat().length >= shareInWideLines * words.length;
}

function widthOf(line: readonly Box[]): number {
  const { x0, x1 } = boundsOf(line);
  return x1 - x0;
}

/** Pages by number that are compared, of a file that opens; none otherwise. */
async function compareFile(file: PdfFile): Promise<Map<number, Compared>> {
  const pages = popplerOf(file).map((blocks) => blocks.flat());
  const compared = new Map<number, Compared>();
  if (!pages.some(isOneColumn)) return compared;
  const ours = await loadPages(file);
  pages.forEach((lines, index) => {
    const page = ours[index];
    if (!page || page.garbled || !isOneColumn(lines)) return;
    compared.set(index + 1, compareWords(wordsOf(page.document.text), popplerWords(lines)));
  });
  return compared;
}

function worst(pages: ReadonlyMap<number, Compared>): string {
  return [...pages]
    .map(([number, page]) => ({ number, similarity: similarity(page) }))
    .filter((page) => page.similarity < target)
    .sort((a, b) => a.similarity - b.similarity)
    .slice(0, 8)
    .map((page) => `${page.number} (${page.similarity.toFixed(2)})`)
    .join(', ');
}

let all = nothing;
let pageCount = 0;
console.log('| file | pages | words | similarity |');
console.log('| --- | ---: | ---: | ---: |');
for (const file of [...filings(values.data), ...collectedPdfs(values.data)]) {
  const pages = await compareFile(file);
  if (pages.size === 0) continue;
  const sum = [...pages.values()].reduce(addCompared, nothing);
  console.log(`| ${file.name} | ${pages.size} | ${sum.theirs} | ${similarity(sum).toFixed(4)} |`);
  if (values.pages && worst(pages)) console.log(`  pages below ${target}: ${worst(pages)}`);
  all = addCompared(all, sum);
  pageCount += pages.size;
}
console.log(`| all | ${pageCount} | ${all.theirs} | ${similarity(all).toFixed(4)} |`);
