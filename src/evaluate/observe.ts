import type { Configuration } from './configuration.ts';
import type { EvaluationDataset, EvaluationQuery, Excerpt } from './datasets/dataset.ts';
import { judgmentsOf, rankEntries, type Observation } from './observation.ts';
import type { Span } from './metrics/spans.ts';
import { wordsPattern } from '../util/strings/words-pattern.ts';

/** What a configuration gave for each query, in their order. */
export interface Observed {
  readonly configuration: Configuration;
  readonly observations: readonly Observation[];
  readonly warnings: readonly string[];
}

/** How far the queries are. */
export interface ObserveProgress {
  readonly kind: 'query';
  /** Queries done, counted once a configuration. */
  readonly done: number;
  readonly total: number;
}

export interface ObserveOptions {
  readonly depth: number;
  readonly answers: boolean;
  /** Whether answers are judged by a model where an answer is expected. */
  readonly isJudging?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (event: ObserveProgress) => void;
}

/**
 * Runs every query through every configuration, one search at a time, after one search each that is not counted (it
 * fills caches). Configurations take turns query by query, so that a disturbance of the machine meets them all.
 */
export async function observeAll(
  { queries }: EvaluationDataset,
  configurations: readonly Configuration[],
  options: ObserveOptions,
): Promise<Observed[]> {
  const { depth, signal, onProgress } = options;
  const total = queries.length * configurations.length;
  const observers = configurations.map((configuration) => ({
    configuration,
    reader: new ExcerptReader(configuration),
    observations: [] as Observation[],
  }));
  for (const { configuration } of observers) await configuration.search(queries[0]!, { depth, signal });
  let done = 0;
  for (const query of queries) {
    for (const { configuration, reader, observations } of observers) {
      signal?.throwIfAborted();
      observations.push(await observe(configuration, query, { options, reader }));
      done += 1;
      onProgress?.({ kind: 'query', done, total });
    }
  }
  return observers.map(({ configuration, reader, observations }) => ({
    configuration,
    observations,
    warnings: [...reader.warnings, ...summarise(observations.flatMap(({ outcome }) => outcome.warnings))],
  }));
}

/** Warnings of searches, each once; those that differ in their numbers alone are counted. */
function summarise(warnings: readonly string[]): string[] {
  const alike = new Map<string, Set<string>>();
  for (const warning of warnings) {
    const key = warning.replaceAll(/\d+(\.\d+)?/g, '0');
    alike.set(key, (alike.get(key) ?? new Set()).add(warning));
  }
  return [...alike.values()].map((group) => {
    const [first = ''] = group;
    return group.size === 1 ? first : `${first} (and ${group.size - 1} more with other numbers)`;
  });
}

async function observe(
  configuration: Configuration,
  query: EvaluationQuery,
  { options, reader }: { options: ObserveOptions; reader: ExcerptReader },
): Promise<Observation> {
  const { depth, answers, isJudging, signal } = options;
  const outcome = await configuration.search(query, { depth, signal });
  const excerpts = await reader.excerptsOf(query);
  const answer = answers ? await configuration.ask?.(query, { signal }) : undefined;
  const isExpected = typeof query.answer === 'string';
  const judgedCorrect =
    isJudging && answer?.answered && isExpected
      ? await configuration.judge?.(query, answer, { signal })
      : undefined;
  return {
    query,
    outcome,
    entries: rankEntries(outcome.hits, query).slice(0, depth),
    judgments: judgmentsOf(query),
    excerpts,
    chunks: await reader.chunksAround(excerpts),
    answer,
    judgedCorrect,
  };
}

/** Finds the excerpts of queries, and the chunks of their documents, as a configuration stored them. */
class ExcerptReader {
  readonly warnings = new Set<string>();
  readonly #configuration: Configuration;
  readonly #texts = new Map<string, Promise<string | undefined> | undefined>();
  readonly #chunks = new Map<string, Promise<readonly Span[]> | undefined>();

  constructor(configuration: Configuration) {
    this.#configuration = configuration;
  }

  /** The spans of the stored text that are relevant. An excerpt that is not there is left out, with a warning. */
  async excerptsOf({ relevantSpans = [] }: EvaluationQuery): Promise<Span[]> {
    const located: Span[] = [];
    for (const excerpt of relevantSpans) {
      const { documentId } = excerpt;
      if (!this.#texts.has(documentId)) {
        this.#texts.set(documentId, this.#configuration.documentText?.(documentId));
      }
      const text = this.#texts.get(documentId);
      const span = text === undefined ? excerpt : locateExcerpt(excerpt, (await text) ?? '');
      if (span !== undefined) located.push(span);
      else
        this.warnings.add(
          `Excerpts of document "${documentId}" are not in its stored text; they are left out`,
        );
    }
    return located;
  }

  /** All chunks of the documents that hold the excerpts. */
  async chunksAround(excerpts: readonly Span[]): Promise<Span[]> {
    const chunks: Span[] = [];
    for (const documentId of new Set(excerpts.map((excerpt) => excerpt.documentId))) {
      if (!this.#chunks.has(documentId)) {
        this.#chunks.set(documentId, this.#configuration.chunksOf?.(documentId));
      }
      chunks.push(...((await this.#chunks.get(documentId)) ?? []));
    }
    return chunks;
  }
}

/**
 * Where an excerpt stands in the text as it was stored: at its offsets where its words stand there, else the nearest
 * place with the same words, white space compared loosely; undefined when it is nowhere.
 */
export function locateExcerpt(
  { documentId, charStart, charEnd, text: words }: Excerpt,
  text: string,
): Span | undefined {
  if (text.slice(charStart, charEnd) === words) return { documentId, charStart, charEnd };
  if (words.trim() === '') return undefined;
  const pattern = new RegExp(wordsPattern(words), 'gu');
  const distance = ({ index }: { index: number }) => Math.abs(index - charStart);
  const [nearest] = [...text.matchAll(pattern)].sort((a, b) => distance(a) - distance(b));
  return nearest && { documentId, charStart: nearest.index, charEnd: nearest.index + nearest[0].length };
}
