/**
 * Does a score say whether a hit answers, for every query and collection alike? Over the first hits of all queries, relevant
 * or not by the judgments (document, page, or overlap with an excerpt): the area under the ROC curve (AUC) of one threshold,
 * for `relevanceScore` and for what it is made of, with 95 % intervals by bootstrap; and whether a relevance of 0.8 is
 * right more often than one of 0.5: shares by tenths, and the expected calibration error (ECE). "With others" are also queries of the
 * other collections, which nothing answers. The mapping was chosen on SciFact's training queries and every other query
 * of `legal`; these are left out.
 *
 *   npm run bench -- retrieval/relevance [scifact legal …] [--mode full] [--stores <folder>] [--data <folder>]
 *
 * `--stores` has a store for each collection, under its name; without it documents are indexed in memory first.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { indexAll } from '../index-all.ts';
import { loadDataset, type EvaluationDataset } from '../../src/evaluate/index.ts';
import { openKnowledgeBase, type Hit, type KnowledgeBase, type RetrieveOptions } from '../../src/index.ts';
import { keywordBound } from '../../src/retrieve/combine/relevance.ts';
import { createRandom } from '../../src/util/random.ts';
import { areaUnderCurve, expectedError, tenths, type Judged } from './calibration.ts';

type Query = EvaluationDataset['queries'][number];

interface FirstHit {
  readonly isRelevant: boolean;
  readonly isOther: boolean;
  readonly scores: Readonly<Record<Score, number>>;
}

const folders = {
  scifact: 'retrieval/scifact',
  legal: 'legal',
  finance: 'finance',
  cranfield: 'retrieval/cranfield',
  cacm: 'retrieval/cacm',
};
type Name = keyof typeof folders;
const scores = ['relevance', 'cosine', 'bm25', 'coverage', 'fused'] as const;
type Score = (typeof scores)[number];
/** Queries of each other collection that are asked of one. */
const othersEach = 50;
const resamples = 500;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mode: { type: 'string', default: 'full' },
    stores: { type: 'string' },
    data: { type: 'string', default: path.join(import.meta.dirname, '../../../shared/data') },
  },
});
const mode = values.mode as NonNullable<RetrieveOptions['mode']>;
const names = Object.keys(folders) as Name[];
const datasets = new Map<Name, EvaluationDataset>();
for (const name of names) datasets.set(name, await loadDataset(path.join(values.data, folders[name])));

const every: FirstHit[] = [];
for (const name of names.filter((one) => positionals.length === 0 || positionals.includes(one))) {
  const hits = await measure(name);
  describe(name, hits);
  every.push(...hits);
}
describe('all together', every);
describeCalibration(every);

async function measure(name: Name): Promise<FirstHit[]> {
  await using kb = await open(name);
  const own = reportedQueries(name).map((query) => ({ query, isOther: false }));
  const others = names
    .filter((other) => other !== name)
    .flatMap((other) => spread(reportedQueries(other), othersEach))
    .map((query) => ({ query, isOther: true }));
  const collection = (await kb.collections()).find((one) => one.name === name)!;
  const hits: FirstHit[] = [];
  for (const { query, isOther } of [...own, ...others]) {
    const response = await kb.retrieve(query.query, { collection: name, mode, topK: 1 });
    const [hit] = response.hits;
    if (hit === undefined) continue;
    const terms = response.queries.terms.map(({ idf = 0, weight }) => ({ idf, weight }));
    const bound = keywordBound(terms, collection.chunkCount);
    hits.push({ isRelevant: !isOther && answers(hit, query), isOther, scores: scoresOf(hit, bound) });
  }
  return hits;
}

async function open(name: Name): Promise<KnowledgeBase> {
  if (values.stores !== undefined) {
    return openKnowledgeBase({ store: `sqlite:${path.join(values.stores, name)}` }, { create: false });
  }
  const kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  await indexAll(kb, [...(datasets.get(name)!.documents ?? [])], name);
  return kb;
}

function reportedQueries(name: Name): readonly Query[] {
  const { queries } = datasets.get(name)!;
  return name === 'legal' ? queries.filter((_, index) => index % 2 === 0) : queries;
}

/** At most so many of a list, evenly spread over it. */
function spread<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, list.length / count);
  return Array.from({ length: Math.min(count, list.length) }, (_, index) => list[Math.floor(index * step)]!);
}

function answers({ chunk }: Hit, { relevantDocuments, relevantPages, relevantSpans }: Query): boolean {
  const isOf = ({ documentId }: { documentId: string }) => documentId === chunk.documentId;
  if (relevantPages) return relevantPages.some((page) => isOf(page) && chunk.pageNumbers.includes(page.page));
  if (relevantSpans) {
    return relevantSpans.some(
      (span) => isOf(span) && span.charStart < chunk.charEnd && chunk.charStart < span.charEnd,
    );
  }
  return (relevantDocuments?.get(chunk.documentId) ?? 0) > 0;
}

function scoresOf(hit: Hit, bound: number): FirstHit['scores'] {
  const bm25 = hit.keywordScore ?? 0;
  return {
    relevance: hit.relevanceScore,
    cosine: hit.vectorScore ?? 0,
    bm25,
    coverage: bound > 0 ? bm25 / bound : 0,
    fused: hit.fusedScore,
  };
}

function describe(name: string, hits: readonly FirstHit[]): void {
  for (const [title, part] of [
    ['own queries', hits.filter(({ isOther }) => !isOther)],
    ['with others', hits],
  ] as const) {
    const share = part.filter(({ isRelevant }) => isRelevant).length / part.length;
    const areas = scores.map((score) => `${score} ${describeArea(part, score)}`);
    console.log(`${name}, ${title}: ${part.length}, ${(100 * share).toFixed(0)} % relevant`);
    console.log(`  AUC  ${areas.join('  ')}`);
    console.log(`  ECE  ${expectedError(judged(part, 'relevance')).toFixed(3)}`);
  }
}

function describeArea(hits: readonly FirstHit[], score: Score): string {
  const random = createRandom(1);
  const all = judged(hits, score);
  const areas = Array.from({ length: resamples }, () =>
    areaUnderCurve(all.map(() => all[Math.floor(random() * all.length)]!)),
  ).sort((a, b) => a - b);
  const at = (share: number) => areas[Math.floor(share * resamples)]!.toFixed(2);
  return `${areaUnderCurve(all).toFixed(3)} (${at(0.025)}–${at(0.975)})`;
}

function judged(hits: readonly FirstHit[], score: Score): Judged[] {
  return hits.map(({ isRelevant, scores: of }) => ({ isRelevant, score: of[score] }));
}

function describeCalibration(hits: readonly FirstHit[]): void {
  console.log('relevance → share that is relevant (hits), with others');
  for (const { hits: count, meanScore, relevantShare } of tenths(judged(hits, 'relevance'))) {
    console.log(`  ${meanScore.toFixed(2)} → ${relevantShare.toFixed(2)} (${count})`);
  }
}
