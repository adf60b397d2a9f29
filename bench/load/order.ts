/**
 * Reading order on pages with columns, beside poppler's order and Docling's.
 *
 *   npm run bench -- load/order [--joints] [--data <folder>]
 *
 * Columns are two blocks of poppler's, of at least four lines with four words a line, that stand side by side. Two words
 * that follow each other in our text, on one line of the page but in two such blocks, are a joint across columns: a
 * page whose columns are interleaved has one for every line. Similarity to poppler's order is twice the longest common
 * subsequence of words over the words of both sides; poppler is no truth either, and reads tables by columns. `--joints`
 * prints them. Files with Docling's Markdown are compared with that too. Needs `pdftotext` of poppler-utils.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { boundsOf, type Box } from '../../src/load/pdf/geometry.ts';
import { loadDocument } from '../../src/load/load.ts';
import type { LoadedDocument } from '../../src/types.ts';
import { addCompared, compareWords, nothing, popplerWords, similarity, wordsOf } from './compare-words.ts';
import type { Lines } from './compare-words.ts';
import { collectedPdfs, defaultData, filings, loadPages, popplerOf, requestFor } from './pdf-files.ts';
import type { PdfFile } from './pdf-files.ts';

const { values } = parseArgs({
  options: { joints: { type: 'boolean', default: false }, data: { type: 'string', default: defaultData } },
});

const minLines = 4;
const wordsALine = 4;

/** The boxes of blocks of running text that have another one beside them. */
function columnsOf(blocks: readonly Lines[]): Box[] {
  const running = blocks
    .filter((lines) => lines.length >= minLines && lines.flat().length >= wordsALine * lines.length)
    .map((lines) => boundsOf(lines.flat()));
  return running.filter((block) => running.some((other) => sideBySide(block, other)));
}

function sideBySide(a: Box, b: Box): boolean {
  const apart = Math.max(a.x0, b.x0) >= Math.min(a.x1, b.x1);
  return apart && Math.min(a.y1, b.y1) > Math.max(a.y0, b.y0);
}

/** The words, with their follower, after which our text goes on in another column of the same line. */
function jointsAcross({ text, pages: [page] }: LoadedDocument, columns: readonly Box[]): string[] {
  const columnOf = (run: Box) => columns.findIndex((column) => holdsCentre(column, run));
  return page!.layout.flatMap((run, index, runs) => {
    const next = runs[index + 1];
    if (!next || !onOneLine(run, next)) return [];
    const [here, there] = [columnOf(run), columnOf(next)];
    if (here < 0 || there < 0 || !sideBySide(columns[here]!, columns[there]!)) return [];
    return [text.slice(run.charStart, next.charEnd)];
  });
}

function holdsCentre(box: Box, { x0, y0, x1, y1 }: Box): boolean {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1;
}

function onOneLine(a: Box, b: Box): boolean {
  return Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0) > 0.5 * Math.min(a.y1 - a.y0, b.y1 - b.y0);
}

async function compareFile(file: PdfFile): Promise<void> {
  const columns = popplerOf(file).map((blocks) => ({ blocks, columns: columnsOf(blocks) }));
  if (!columns.some((page) => page.columns.length > 0)) return;
  const loaded = await loadPages(file);
  let compared = nothing;
  let pages = 0;
  const joints: string[] = [];
  columns.forEach((theirs, index) => {
    const page = loaded[index];
    if (!page || page.garbled || theirs.columns.length === 0) return;
    pages++;
    joints.push(
      ...jointsAcross(page.document, theirs.columns).map((joint) => `  page ${index + 1}: ${joint}`),
    );
    const words = popplerWords(theirs.blocks.flat());
    compared = addCompared(compared, compareWords(wordsOf(page.document.text), words));
  });
  if (pages === 0) return;
  console.log(`| ${file.name} | ${pages} | ${joints.length} | ${similarity(compared).toFixed(3)} |`);
  if (values.joints) for (const joint of joints) console.log(joint);
}

/** Docling's Markdown without its marks. */
function doclingWords(markdown: string): string[] {
  return wordsOf(markdown.replace(/<!--.*?-->|[#|*_\\]|^\s*[-:]+\s*$/gm, ' '));
}

async function compareWithDocling(file: PdfFile): Promise<void> {
  const name = path.basename(file.path, '.pdf').replace(/^.*__/, '');
  const markdown = path.join(values.data, 'pdfs/_ground-truth/docling-md', `${name}.md`);
  if (!existsSync(markdown)) return;
  const { text } = await loadDocument(requestFor(file));
  const compared = compareWords(
    doclingWords(text.replaceAll('|', ' ')),
    doclingWords(readFileSync(markdown, 'utf8')),
  );
  console.log(`| ${file.name} | ${similarity(compared).toFixed(3)} |`);
}

const collected = collectedPdfs(values.data);
console.log('| file | pages with columns | joints across columns | similarity to pdftotext |');
console.log('| --- | ---: | ---: | ---: |');
for (const file of [...collected, ...filings(values.data)]) await compareFile(file);
console.log('\n| file | similarity to Docling |\n| --- | ---: |');
for (const file of collected) await compareWithDocling(file);
