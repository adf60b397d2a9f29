import { addRelations, compare, type Counts, type Relations } from './adjacency.ts';
import type { Region } from './icdar.ts';

/** What was found in one document. */
export interface Judged extends Counts {
  readonly name: string;
}

/** Tables are compared page by page: all relations of a page against all that are expected there. */
export function judge(name: string, expected: readonly Region[], found: readonly Region[]): Judged {
  const pages = new Set([...expected, ...found].map(({ page }) => page));
  const counts = [...pages].map((page) => compare(relationsOn(page, expected), relationsOn(page, found)));
  return {
    name,
    correct: sum(counts.map(({ correct }) => correct)),
    expected: sum(counts.map((count) => count.expected)),
    found: sum(counts.map((count) => count.found)),
  };
}

export const scoreHeader = [
  '| | documents | precision | recall | F1 | pooled precision | recall | F1 |',
  `| --- |${' ---: |'.repeat(7)}`,
].join('\n');

/** A row of the table of scores: averaged over documents, then pooled over all relations. */
export function scoreRow(name: string, documents: readonly Judged[]): string {
  return `| ${name} | ${documents.length} | ${figures(averaged(documents))} | ${figures(pooled(documents))} |`;
}

function relationsOn(page: number, regions: readonly Region[]): Relations {
  const relations: Relations = new Map();
  for (const region of regions) if (region.page === page) addRelations(relations, region.cells);
  return relations;
}

function averaged(documents: readonly Judged[]): [number, number] {
  const precision = documents.map(({ correct, found }) => (found === 0 ? 0 : correct / found));
  const recall = documents.map(({ correct, expected }) => correct / expected);
  return [sum(precision) / documents.length, sum(recall) / documents.length];
}

function pooled(documents: readonly Judged[]): [number, number] {
  const correct = sum(documents.map((document) => document.correct));
  const found = sum(documents.map((document) => document.found));
  return [found === 0 ? 0 : correct / found, correct / sum(documents.map(({ expected }) => expected))];
}

function figures([precision, recall]: readonly [number, number]): string {
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return [precision, recall, f1].map((value) => value.toFixed(3)).join(' | ');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
