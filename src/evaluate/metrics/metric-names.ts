import { ConfigError } from '../../errors.ts';
import type { CitedAnswer } from '../../types.ts';
import { nearestName } from '../../util/strings/nearest-name.ts';
import {
  abstentionRate,
  citationPrecision,
  citationRecall,
  locatedShare,
  type Evidence,
} from './answer-metrics.ts';
import { exactMatch, numericMatch, tokenF1 } from './answer-correctness.ts';
import type { EvaluationDataset, EvaluationQuery } from '../datasets/dataset.ts';
import {
  averagePrecision,
  ndcgAt,
  precisionAt,
  recallAt,
  reciprocalRank,
  successAt,
  type Judgments,
} from './metrics.ts';
import type { Observation } from '../observation.ts';
import { filterAccuracy, routingAccuracy } from './routing-metrics.ts';
import { precisionOmega, spanIou, spanPrecision, spanRecall } from './span-metrics.ts';
import type { Span } from './spans.ts';

/** A metric with its cut-off: `ndcg@10`, `mrr`, `spanRecall@5`. */
export interface Metric {
  readonly name: string;
  /** Ranks that it looks at; 0 where it has no cut-off. */
  readonly k: number;
  /** What it is read off: needs answers, or not. */
  readonly kind: 'ranking' | 'span' | 'answer' | 'routing';
  /** 0…1; undefined where the query says nothing about it, so that it stays out of the mean. */
  valueOf(observation: Observation): number | undefined;
}

type Definition = Omit<Metric, 'name' | 'k' | 'valueOf'> & {
  readonly hasCutOff: boolean;
  readonly valueOf: (k: number, observation: Observation) => number | undefined;
};

const ranking = (
  metric: (k: number, ranking: readonly string[], judgments: Judgments) => number,
  hasCutOff = true,
): Definition => ({
  kind: 'ranking',
  hasCutOff,
  valueOf: (k, { entries, judgments }) =>
    [...judgments.values()].some((grade) => grade > 0)
      ? metric(
          k,
          entries.map(({ id }) => id),
          judgments,
        )
      : undefined,
});

const span = (metric: (retrieved: readonly Span[], excerpts: readonly Span[]) => number): Definition => ({
  kind: 'span',
  hasCutOff: true,
  valueOf: (k, { outcome, excerpts }) =>
    excerpts.length > 0 ? metric(outcome.hits.slice(0, k), excerpts) : undefined,
});

const answer = (
  valueOf: (given: CitedAnswer, observation: Observation) => number | undefined,
): Definition => ({
  kind: 'answer',
  hasCutOff: false,
  valueOf: (_k, observation) =>
    observation.answer === undefined ? undefined : valueOf(observation.answer, observation),
});

/** Of the queries that have an answer; what is declined is not right. */
const correctness = (
  valueOf: (given: string, expected: string, observation: Observation) => number | undefined,
): Definition =>
  answer(({ answer: given, answered }, observation) => {
    const expected = observation.query.answer;
    if (typeof expected !== 'string') return undefined;
    const value = valueOf(answered ? given : '', expected, observation);
    return answered || value === undefined ? value : 0;
  });

const definitions: Readonly<Record<string, Definition>> = {
  ndcg: ranking(ndcgAt),
  precision: ranking(precisionAt),
  recall: ranking(recallAt),
  success: ranking(successAt),
  hitRate: ranking(successAt),
  mrr: ranking((_k, ...rest) => reciprocalRank(...rest), false),
  map: ranking((_k, ...rest) => averagePrecision(...rest), false),
  spanRecall: span(spanRecall),
  spanPrecision: span(spanPrecision),
  spanIou: span(spanIou),
  precisionOmega: {
    kind: 'span',
    hasCutOff: false,
    valueOf: (_k, { chunks, excerpts }) =>
      excerpts.length > 0 ? precisionOmega(chunks, excerpts) : undefined,
  },
  citationPrecision: answer(({ citations, answered }, observation) =>
    answered && isJudged(observation) ? citationPrecision(citations, evidenceOf(observation)) : undefined,
  ),
  citationRecall: answer(({ citations, answered }, observation) =>
    citationRecall(answered ? citations : [], evidenceOf(observation)),
  ),
  locatedShare: answer(({ citations, answered }) => (answered ? locatedShare(citations) : undefined)),
  abstentionRate: answer((given) => abstentionRate([given])),
  abstentionAccuracy: answer(({ answered }, observation) => {
    if (observation.query.answer === null) return answered ? 0 : 1;
    return isJudged(observation) || observation.query.answer !== undefined ? Number(answered) : undefined;
  }),
  answerExact: correctness(exactMatch),
  answerF1: correctness(tokenF1),
  answerNumeric: correctness(numericMatch),
  answerCorrect: correctness((_given, _expected, { judgedCorrect }) => judgedCorrect ?? 0),
  routingAccuracy: {
    kind: 'routing',
    hasCutOff: false,
    valueOf: (_k, { outcome, query: { expectedCollections } }) =>
      expectedCollections && routingAccuracy(outcome.collections ?? [], expectedCollections),
  },
  filterAccuracy: {
    kind: 'routing',
    hasCutOff: false,
    valueOf: (_k, { outcome, query: { expectedFilters } }) =>
      expectedFilters === undefined ? undefined : filterAccuracy(outcome.filter, expectedFilters),
  },
};

/** What answers a query, as the dataset knows it: judged documents and chunks with a grade above 0. */
function evidenceOf({ query, excerpts }: Observation): Evidence {
  return {
    spans: query.relevantSpans && excerpts,
    pages: query.relevantPages,
    chunkIds: relevant(query.relevantChunks),
    documentIds: relevant(query.relevantDocuments),
  };
}

const relevant = (judgments: Judgments | undefined) =>
  judgments && [...judgments].filter(([, grade]) => grade > 0).map(([id]) => id);

const isJudged = (observation: Observation) =>
  Object.values(evidenceOf(observation)).some((list) => list !== undefined && list.length > 0);

const shapes = Object.entries(definitions).map(([name, { hasCutOff }]) => (hasCutOff ? `${name}@k` : name));

/**
 * The metric of a name such as `ndcg@10`.
 * @throws ConfigError for an unknown name, or a cut-off that is missing, needless or not a whole number above 0.
 */
export function parseMetric(name: string): Metric {
  const [, family = '', cutOff] = /^(\w+?)(?:@(\d+))?$/.exec(name.trim()) ?? [];
  const definition = Object.hasOwn(definitions, family) ? definitions[family] : undefined;
  const k = Number(cutOff ?? 0);
  if (definition === undefined || definition.hasCutOff !== k > 0) {
    throw new ConfigError(`There is no metric "${name}"`, { hint: hintFor(family, cutOff) });
  }
  return {
    name: name.trim(),
    k,
    kind: definition.kind,
    valueOf: (observation) => definition.valueOf(k, observation),
  };
}

/** The nearest name with the cut-off that was given or a usual one, where it needs one. */
function hintFor(family: string, cutOff = '10'): string {
  const nearest = nearestName(family, Object.keys(definitions));
  if (nearest === undefined) return `Known are ${shapes.join(', ')}.`;
  return `Did you mean ${definitions[nearest]!.hasCutOff ? `${nearest}@${cutOff}` : nearest}?`;
}

const rankingMetrics = ['ndcg@10', 'recall@10', 'recall@100', 'precision@10', 'success@10', 'mrr', 'map'];
const spanMetrics = ['spanRecall@5', 'spanPrecision@5', 'spanIou@5', 'precisionOmega', 'spanRecall@20'];
const answerMetrics = [
  'citationPrecision',
  'citationRecall',
  'locatedShare',
  'abstentionRate',
  'abstentionAccuracy',
];

/** Read off words; `answerCorrect` asks a model, so it is measured where it is named. */
const correctnessMetrics = ['answerExact', 'answerF1', 'answerNumeric'];

/** The metrics that fit what a dataset knows; the first is the one to judge by. */
export function defaultMetrics({ queries }: EvaluationDataset, { answers = false } = {}): string[] {
  const some = (test: (query: EvaluationQuery) => unknown) => queries.some((query) => Boolean(test(query)));
  const hasSpans = some(({ relevantSpans }) => relevantSpans);
  const hasRanking = some((query) => query.relevantDocuments ?? query.relevantPages ?? query.relevantChunks);
  return [
    ...(hasSpans ? spanMetrics : hasRanking ? rankingMetrics : []),
    ...(some(({ expectedCollections }) => expectedCollections) ? ['routingAccuracy'] : []),
    ...(some(({ expectedFilters }) => expectedFilters) ? ['filterAccuracy'] : []),
    ...(answers ? answerMetrics : []),
    ...(answers && some(({ answer: expected }) => expected) ? correctnessMetrics : []),
  ];
}
