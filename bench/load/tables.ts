/**
 * Tables found in PDFs against people's annotation, by cell adjacency (see `adjacency.ts`), from finding the tables to the
 * text of their cells: the EU half of the ICDAR 2013 competition, and tabula's output on other files.
 *
 *   npm run bench -- load/tables [--data <folder>] [--each]
 *
 * Precision and recall are averaged over documents, as the competition does, and pooled over all relations. `odd` and `even`
 * are the documents by number: constants were chosen on the odd ones. `--each` prints every document.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { addRelations, compare, type Counts, type Relations } from './adjacency.ts';
import { findTablesOf } from './found-tables.ts';
import { readRegions, type Region } from './icdar.ts';

const { values } = parseArgs({
  options: {
    each: { type: 'boolean', default: false },
    data: { type: 'string', default: path.join(import.meta.dirname, '../../../shared/data/pdfs') },
  },
});
if (!existsSync(values.data)) throw new Error(`${values.data} is missing: name the folder with --data.`);

interface Judged extends Counts {
  readonly name: string;
}

/** Tables are compared page by page: all relations of a page against all that are expected there. */
function judge(name: string, expected: readonly Region[], found: readonly Region[]): Judged {
  const pages = new Set([...expected, ...found].map(({ page }) => page));
  const counts = [...pages].map((page) => compare(relationsOn(page, expected), relationsOn(page, found)));
  return {
    name,
    correct: sum(counts.map(({ correct }) => correct)),
    expected: sum(counts.map((count) => count.expected)),
    found: sum(counts.map((count) => count.found)),
  };
}

function relationsOn(page: number, regions: readonly Region[]): Relations {
  const relations: Relations = new Map();
  for (const region of regions) if (region.page === page) addRelations(relations, region.cells);
  return relations;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** By documents: the means of their precisions and recalls. */
function averaged(documents: readonly Judged[]): [number, number] {
  const precision = documents.map(({ correct, found }) => (found === 0 ? 0 : correct / found));
  const recall = documents.map(({ correct, expected }) => correct / expected);
  return [sum(precision) / documents.length, sum(recall) / documents.length];
}

function pooled(documents: readonly Judged[]): [number, number] {
  const correct = sum(documents.map((document) => document.correct));
  return [
    correct / sum(documents.map(({ found }) => found)),
    correct / sum(documents.map((d) => d.expected)),
  ];
}

function figures([precision, recall]: readonly [number, number]): string {
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return [precision, recall, f1].map((value) => value.toFixed(3)).join(' | ');
}

function printRow(name: string, documents: readonly Judged[]): void {
  console.log(
    `| ${name} | ${documents.length} | ${figures(averaged(documents))} | ${figures(pooled(documents))} |`,
  );
}

async function judgeIcdar(): Promise<Judged[]> {
  const folder = path.join(values.data, 'tables-icdar2013/competition-dataset-eu');
  const names = readdirSync(folder).filter((name) => name.endsWith('.pdf'));
  const judged: Judged[] = [];
  for (const name of names.sort()) {
    const expected = readRegions(path.join(folder, name.replace('.pdf', '-str.xml')));
    judged.push(judge(name, expected, await findTablesOf(path.join(folder, name))));
  }
  return judged;
}

function isOdd({ name }: Judged): boolean {
  return Number(/\d+/.exec(name)![0]) % 2 === 1;
}

const icdar = await judgeIcdar();
console.log('| documents | number | precision | recall | F1 | pooled precision | recall | F1 |');
console.log(`| --- |${' ---: |'.repeat(7)}`);
if (values.each) for (const document of icdar) printRow(document.name, [document]);
printRow('odd', icdar.filter(isOdd));
printRow(
  'even',
  icdar.filter((document) => !isOdd(document)),
);
printRow('all', icdar);
