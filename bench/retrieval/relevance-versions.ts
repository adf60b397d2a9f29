/**
 * Does `relevanceScore` mean the same in every mode, and for documents that are nearly the same? Contracts of `legal`, each
 * alone and as twenty versions that differ in one clause, are asked the questions of LegalBench-RAG about them (without the
 * words that name the contract) and questions of other collections, which nothing answers. For each mode: the median
 * relevance of first hits that overlap the excerpt, of others, and of those to other questions; the area under the ROC curve
 * (AUC) and the expected calibration error (ECE) of all of them.
 *
 *   npm run bench -- retrieval/relevance-versions [--contracts 12] [--data <folder>]
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { indexAll } from '../index-all.ts';
import { loadDataset, type EvaluationDataset } from '../../src/evaluate/index.ts';
import { openKnowledgeBase } from '../../src/index.ts';
import { areaUnderCurve, expectedError, type Judged } from './calibration.ts';

type Query = EvaluationDataset['queries'][number];

interface FirstHit extends Judged {
  readonly kind: 'answers' | 'beside' | 'other question';
}

const modes = ['hybrid', 'vector', 'keyword'] as const;
const others = { finance: 'finance', scifact: 'retrieval/scifact', cacm: 'retrieval/cacm' };
/** Questions of each other collection that are asked of a contract. */
const othersEach = 6;
/** A contract with fewer questions is left out. */
const leastQuestions = 4;

const { values } = parseArgs({
  options: {
    contracts: { type: 'string', default: '12' },
    data: { type: 'string', default: path.join(import.meta.dirname, '../../../shared/data') },
  },
});
const legal = await loadDataset(path.join(values.data, 'legal'));
const otherQueries: string[] = [];
for (const folder of Object.values(others)) {
  const { queries } = await loadDataset(path.join(values.data, folder));
  const step = Math.floor(queries.length / othersEach);
  otherQueries.push(...Array.from({ length: othersEach }, (_, index) => queries[index * step]!.query));
}
// the other half of the questions chose the mapping
const reported = new Map<string, Query[]>();
for (const query of legal.queries.filter((_, index) => index % 2 === 0)) {
  const { documentId } = query.relevantSpans![0]!;
  reported.set(documentId, [...(reported.get(documentId) ?? []), query]);
}
const contracts = [...reported].filter(([, queries]) => queries.length >= leastQuestions);

console.log('versions  mode     answers  beside  other question  AUC    ECE');
for (const versions of [1, 20]) {
  const hits = new Map<(typeof modes)[number], FirstHit[]>(modes.map((mode) => [mode, []]));
  for (const [documentId, queries] of contracts.slice(0, Number(values.contracts))) {
    await measure(documentId, { queries, versions, hits });
  }
  for (const [mode, found] of hits) {
    const medians = (['answers', 'beside', 'other question'] as const).map((kind) =>
      median(found.filter((hit) => hit.kind === kind)),
    );
    const figures = [...medians, areaUnderCurve(found), expectedError(found)];
    console.log(versions, mode, ...figures.map((figure) => figure.toFixed(3)));
  }
}

async function measure(
  documentId: string,
  {
    queries,
    versions,
    hits,
  }: {
    readonly queries: readonly Query[];
    readonly versions: number;
    readonly hits: ReadonlyMap<(typeof modes)[number], FirstHit[]>;
  },
): Promise<void> {
  const { source } = legal.documents!.find((document) => document.documentId === documentId)!;
  const text = String(source);
  const middle = Math.floor(text.length / 2);
  const clauseOf = (version: number) => `\n\nThis is version ${version}; notice is ${version} days.\n\n`;
  await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  const documents = Array.from({ length: versions }, (_, index) => {
    const version = 10 + index; // numbers of one length, so that what follows stands at one place in all
    const changed = text.slice(0, middle) + clauseOf(version) + text.slice(middle);
    return { source: changed, sourceType: 'text' as const, documentId: `version-${version}` };
  });
  await indexAll(kb, documents);
  const moved = (offset: number) => (offset < middle ? offset : offset + clauseOf(10).length);
  for (const mode of modes) {
    for (const { query, relevantSpans } of queries) {
      const [hit] = (await kb.retrieve(query.replace(/^Consider[^;]*; /, ''), { mode, topK: 1 })).hits;
      if (hit === undefined) continue;
      const isRelevant = relevantSpans!.some(
        (span) => moved(span.charStart) < hit.chunk.charEnd && hit.chunk.charStart < moved(span.charEnd),
      );
      const kind = isRelevant ? 'answers' : 'beside';
      hits.get(mode)!.push({ kind, isRelevant, score: hit.relevanceScore });
    }
    for (const query of otherQueries) {
      const [hit] = (await kb.retrieve(query, { mode, topK: 1 })).hits;
      if (hit === undefined) continue;
      hits.get(mode)!.push({ kind: 'other question', isRelevant: false, score: hit.relevanceScore });
    }
  }
}

function median(hits: readonly Judged[]): number {
  const scores = hits.map(({ score }) => score).sort((a, b) => a - b);
  return scores[Math.floor(scores.length / 2)] ?? Number.NaN;
}
