/** `pincite/evaluate`: metrics, datasets, comparison, gate and report, usable without a knowledge base. */
export {
  averagePrecision,
  mean,
  ndcgAt,
  precisionAt,
  quantile,
  recallAt,
  reciprocalRank,
  successAt,
  type Judgments,
} from './metrics/metrics.ts';
export { precisionOmega, spanIou, spanPrecision, spanRecall } from './metrics/span-metrics.ts';
export { type Span } from './metrics/spans.ts';
export {
  abstentionRate,
  citationPrecision,
  citationRecall,
  locatedShare,
  type Evidence,
} from './metrics/answer-metrics.ts';
export { filterAccuracy, routingAccuracy } from './metrics/routing-metrics.ts';
export { latencyByStage, summariseLatency, type Latency } from './metrics/latency.ts';
export { formatRun, orderAsTrecEval, parseRun, type Run, type RunEntry } from './files/run.ts';
export { formatQrels, parseQrels, type Qrels } from './files/qrels.ts';
export {
  bootstrapInterval,
  compare,
  randomisationTest,
  type Comparison,
  type Interval,
  type ResamplingOptions,
} from './metrics/significance.ts';
export { loadDataset } from './datasets/load-dataset.ts';
export { parseYamlQueries } from './datasets/yaml.ts';
export { formatSkeleton, type SkeletonDocument } from './datasets/skeleton.ts';
export { writeGrades, type GivenGrade } from './datasets/grades.ts';
export { formatDrafts, type DraftedQuery, type DraftOrigin } from './synthesize/format-drafts.ts';
export type {
  CorpusDocument,
  EvaluationDataset,
  EvaluationQuery,
  Excerpt,
  PageReference,
  Reference,
} from './datasets/dataset.ts';
export type { Configuration, SearchOptions } from './configuration.ts';
export type { FoundChunk, Observation, SearchOutcome } from './observation.ts';
export type { ObserveProgress } from './observe.ts';
export { evaluate, type MeasureOptions } from './evaluate.ts';
export { tune, type TuneOptions, type Tuning } from './tune.ts';
export { configurationFromRun } from './files/run-configuration.ts';
export type { ConfigurationResult, EvaluationResult, QueryResult } from './result.ts';
export { defaultMetrics, parseMetric, type Metric } from './metrics/metric-names.ts';
export { checkGate, parseGate, type GateLimit } from './gate.ts';
export { renderReport, type ReportOptions } from './report/report.ts';
