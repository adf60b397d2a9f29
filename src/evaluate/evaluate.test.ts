import { describe, expect, it } from 'vitest';
import type { Configuration } from './configuration.ts';
import type { EvaluationDataset, EvaluationQuery } from './datasets/dataset.ts';
import { evaluate } from './evaluate.ts';
import { checkGate, parseGate } from './gate.ts';
import type { FoundChunk } from './observation.ts';
import { configurationFromRun } from './files/run-configuration.ts';

/** Ten documents a query, of which the first and third are relevant; each has two pages of one chunk each. */
const queries: EvaluationQuery[] = Array.from({ length: 6 }, (_, index) => ({
  queryId: `q${index}`,
  query: `query ${index}`,
  relevantDocuments: new Map([
    [`d${index}0`, 2],
    [`d${index}2`, 1],
  ]),
}));
const dataset: EvaluationDataset = { name: 'made up', queries, references: [], warnings: [] };

const chunk = (documentId: string, page: number, score: number): FoundChunk => ({
  documentId,
  chunkId: `${documentId}#000${page - 1}`,
  pageNumbers: [page],
  charStart: (page - 1) * 100,
  charEnd: page * 100,
  score,
});

const rank = ({ queryId }: EvaluationQuery): FoundChunk[] =>
  Array.from({ length: 10 }, (_, index) => `d${queryId.slice(1)}${index}`).flatMap((documentId, index) => [
    chunk(documentId, 1, 1 - index / 10),
    chunk(documentId, 2, 0.95 - index / 10),
  ]);

const configuration = (
  name: string,
  search: (query: EvaluationQuery) => FoundChunk[],
  extra: Partial<Configuration> = {},
): Configuration => ({
  name,
  settings: {},
  search: async (query) => ({
    hits: search(query),
    ms: 3,
    stages: [{ stage: 'search', ms: 2, count: 1 }],
    warnings: [],
  }),
  ...extra,
});
const good = configuration('good', rank);
const warning: Configuration = {
  ...good,
  search: async (query) => ({
    hits: rank(query),
    ms: 1,
    stages: [],
    warnings: [`${queries.indexOf(query)} hits are below 0.9`, 'Nothing reranks'],
  }),
};
const reversed = configuration('reversed', (query) =>
  rank(query)
    .toReversed()
    .map((hit, index) => ({ ...hit, score: 1 - index / 100 })),
);

describe('evaluate', () => {
  it('ranks documents by their best chunk and gives means, curves and latency', async () => {
    const { configurations } = await evaluate(dataset, [good], {
      metrics: ['ndcg@10', 'recall@1', 'mrr', 'map'],
    });
    const [result] = configurations;
    // gains 2, 0, 1: DCG = 2 + 1/2 = 2.5; ideal 2 + 1/1.584963 = 2.630930
    expect(result!.metrics['ndcg@10']).toBeCloseTo(2.5 / 2.63093, 5);
    expect(result!.metrics).toMatchObject({ 'recall@1': 0.5, mrr: 1 });
    expect(result!.metrics['map']).toBeCloseTo((1 + 2 / 3) / 2, 9);
    expect(result!.intervals['recall@1']).toEqual([0.5, 0.5]);
    expect(result!.latencyMs).toMatchObject({ p50: 3, p95: 3, stages: { search: { p50: 2 } } });
    expect(result!.recallCurve.slice(0, 3)).toEqual([
      { k: 1, recall: 0.5 },
      { k: 2, recall: 0.5 },
      { k: 3, recall: 1 },
    ]);
    expect(result!.comparison).toBeUndefined();
    expect(result!.queries).toHaveLength(6);
  });

  it('compares each configuration with the first', async () => {
    const { configurations } = await evaluate(dataset, [good, reversed], { metrics: ['ndcg@10'] });
    const { baseline, metrics } = configurations[1]!.comparison!;
    expect(baseline).toBe('good');
    expect(metrics['ndcg@10']).toMatchObject({ wins: 0, ties: 0, losses: 6, pValue: 2 / 64 });
    expect(metrics['ndcg@10']!.difference).toBeCloseTo(
      configurations[1]!.metrics['ndcg@10']! - configurations[0]!.metrics['ndcg@10']!,
      9,
    );
  });

  it('has a gate catch reversed ranks', async () => {
    const gate = await parseGate('ndcg@10: 0.9\nmrr: 0.9\n', 'gate.yaml');
    const { configurations } = await evaluate(dataset, [good, reversed], { metrics: ['ndcg@10', 'mrr'] });
    expect(checkGate(gate, configurations.slice(0, 1))).toEqual([]);
    expect(checkGate(gate, configurations.slice(1))).toHaveLength(2);
  });

  it('has a gate catch pages that are off by one', async () => {
    const pages = {
      ...dataset,
      queries: queries.map((query, index) => ({
        ...query,
        relevantPages: [{ documentId: `d${index}0`, page: 1 }],
      })),
    };
    const offByOne = configuration('off by one', (query) =>
      rank(query).map((hit) => ({ ...hit, pageNumbers: hit.pageNumbers.map((page) => page + 1) })),
    );
    const gate = await parseGate('recall@10: 0.99', 'gate.yaml');
    const { configurations } = await evaluate(pages, [good, offByOne], { metrics: ['recall@10', 'mrr'] });
    expect(configurations[0]!.metrics).toEqual({ 'recall@10': 1, mrr: 1 });
    expect(checkGate(gate, configurations)).toEqual([
      'gate.yaml:1:12: recall@10 of off by one is 0.0000, less than 0.99',
    ]);
  });

  it('judges by chunks where chunks are judged', async () => {
    const chunks = { ...dataset, queries: [{ ...queries[0]!, relevantChunks: new Map([['d00#0001', 1]]) }] };
    const { configurations } = await evaluate(chunks, [good], { metrics: ['mrr'] });
    expect(configurations[0]!.metrics['mrr']).toBe(1 / 2);
  });

  it('measures excerpts where they stand in the stored text', async () => {
    const text = `${'x '.repeat(55)}the answer${' y'.repeat(80)}`;
    const excerpt = { documentId: 'd00', charStart: 0, charEnd: 10, text: 'the answer' }; // really at 110
    const spans = { ...dataset, queries: [{ ...queries[0]!, relevantSpans: [excerpt] }] };
    const stored = configuration('stored', rank, {
      documentText: async () => text,
      chunksOf: async (documentId) => [chunk(documentId, 1, 0), chunk(documentId, 2, 0)],
    });
    const { configurations } = await evaluate(spans, [stored]);
    expect(configurations[0]!.metrics).toMatchObject({
      'spanRecall@5': 1,
      'spanPrecision@5': 10 / 500,
      'spanIou@5': 10 / 500,
      precisionOmega: 10 / 100,
    });
  });

  it('warns of excerpts that are nowhere', async () => {
    const excerpt = { documentId: 'd00', charStart: 0, charEnd: 4, text: 'gone' };
    const spans = { ...dataset, queries: [{ ...queries[0]!, relevantSpans: [excerpt] }] };
    const stored = configuration('stored', rank, { documentText: async () => 'something else' });
    const { configurations } = await evaluate(spans, [stored]);
    expect(configurations[0]!.warnings.join()).toMatch(/document "d00" are not in its stored text/);
    expect(configurations[0]!.metrics).toEqual({});
  });

  it.each([
    ['ndgc@10', 'Did you mean ndcg@10?'],
    ['ndcg', 'Did you mean ndcg@10?'],
    ['recal@100', 'Did you mean recall@100?'],
    ['mrr@5', 'Did you mean mrr?'],
    ['speed', 'Known are ndcg@k, precision@k,'],
  ])('says what was meant by the metric %s', async (name, hint) => {
    await expect(evaluate(dataset, [good], { metrics: [name] })).rejects.toThrow(
      expect.objectContaining({ hint: expect.stringContaining(hint) }),
    );
  });

  it('leaves queries without a relevant document out of the means and says so', async () => {
    const more = { ...dataset, queries: [...queries, { queryId: 'none', query: 'none' }] };
    const { configurations } = await evaluate(more, [good], { metrics: ['recall@10'] });
    expect(configurations[0]!.metrics['recall@10']).toBe(1);
    expect(configurations[0]!.warnings).toEqual([
      'recall@10: the mean of 6 of 7 queries; the others say nothing of what is needed',
    ]);
  });

  it('says once what several metrics lack', async () => {
    const more = { ...dataset, queries: [...queries, { queryId: 'none', query: 'none' }] };
    const metrics = ['ndcg@10', 'recall@10', 'mrr', 'routingAccuracy', 'filterAccuracy'];
    const { configurations } = await evaluate(more, [good], { metrics });
    expect(configurations[0]!.warnings).toEqual([
      'ndcg@10, recall@10, mrr: the mean of 6 of 7 queries; the others say nothing of what is needed',
      'routingAccuracy, filterAccuracy: not measured, as no query says what is needed',
    ]);
  });

  it('says so when nothing at all is found', async () => {
    const { configurations } = await evaluate(dataset, [good, configuration('blind', () => [])]);
    expect(configurations.map(({ warnings }) => warnings)).toEqual([
      [],
      ['"blind" found nothing for any query: look at its filter and its collection'],
    ]);
  });

  it('says once what searches warn of in other numbers', async () => {
    const { configurations } = await evaluate(dataset, [warning]);
    expect(configurations[0]!.warnings).toEqual([
      '0 hits are below 0.9 (and 5 more with other numbers)',
      'Nothing reranks',
    ]);
  });

  it('gives runs from which the same numbers come again', async () => {
    const metrics = ['ndcg@10', 'map', 'recall@10'];
    const first = await evaluate(dataset, [good, reversed], { metrics });
    const replayed = [...first.runs].map(([name, run]) => configurationFromRun(name, run));
    const second = await evaluate(dataset, replayed, { metrics });
    expect(second.configurations.map((one) => one.metrics)).toEqual(
      first.configurations.map((one) => one.metrics),
    );
  });

  it('says so when a run lacks queries', async () => {
    const { runs } = await evaluate(dataset, [configuration('whole', rank)]);
    const partial = configurationFromRun('partial', new Map([...runs.get('whole')!].slice(1)));
    const { configurations } = await evaluate(dataset, [partial], { metrics: ['ndcg@10'] });
    expect(configurations[0]!.warnings).toEqual(['The run has no hits for some queries; they count as 0']);
    expect(configurations[0]!.queries[0]!.metrics).toEqual({ 'ndcg@10': 0 });
  });

  it('measures answers, routing and filters', async () => {
    const asked: EvaluationQuery[] = [
      { ...queries[0]!, expectedCollections: ['a'], expectedFilters: { format: 'pdf' } },
      { queryId: 'none', query: 'none', answer: null },
    ];
    const citation = { documentId: 'd00', chunkId: 'd00#0000', charStart: 0, charEnd: 5, pageNumbers: [1] };
    const answering = configuration('answering', rank, {
      search: async (query) => ({
        hits: rank(query),
        ms: 1,
        stages: [],
        collections: ['a'],
        filter: { format: 'text' },
        warnings: [],
      }),
      ask: async ({ queryId }) =>
        ({
          answered: queryId !== 'none',
          citations: [
            { ...citation, located: 'exact' },
            { ...citation, documentId: 'other', located: 'no' },
          ],
        }) as never,
    });
    const { configurations } = await evaluate({ ...dataset, queries: asked }, [answering], { answers: true });
    expect(configurations[0]!.metrics).toMatchObject({
      routingAccuracy: 1,
      filterAccuracy: 0,
      citationPrecision: 1 / 2,
      citationRecall: 1 / 2,
      locatedShare: 1 / 2,
      abstentionRate: 1 / 2,
      abstentionAccuracy: 1,
    });
  });

  it('searches once more than it counts, tells its progress, and stops at the signal', async () => {
    let searches = 0;
    const controller = new AbortController();
    const counting = configuration('counting', (query) => {
      searches += 1;
      return rank(query);
    });
    const events: number[] = [];
    const run = evaluate(dataset, [counting], {
      signal: controller.signal,
      onProgress: ({ done, total }) => {
        events.push(done / total);
        if (done === 3) controller.abort(new Error('stopped'));
      },
    });
    await expect(run).rejects.toThrow('stopped');
    expect(searches).toBe(1 + 3);
    expect(events).toEqual([1 / 6, 2 / 6, 3 / 6]);
  });

  it('refuses unknown metrics, repeated names, and datasets that judge nothing', async () => {
    await expect(evaluate(dataset, [good], { metrics: ['ndcg'] })).rejects.toThrow(/no metric "ndcg"/);
    await expect(evaluate(dataset, [good], { metrics: ['mrr@5'] })).rejects.toThrow(/no metric/);
    await expect(evaluate(dataset, [good, good])).rejects.toThrow(/Two configurations are called "good"/);
    const unjudged = { ...dataset, queries: [{ queryId: 'a', query: 'a' }] };
    await expect(evaluate(unjudged, [good])).rejects.toThrow(/no relevance judgments/);
  });
});
