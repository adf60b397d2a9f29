/**
 * Measuring this knowledge base: configurations over a dataset (this file), the best way to merge the searches (`tune.ts`), drafts of
 * queries by a language model (`synthesize.ts`).
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import {
  chunkingOverrideSchema,
  overrideChunking,
  nameOfMethod,
  type ChunkingOverride,
} from '../../config/settings/chunking.ts';
import { CollectionNotFoundError, ConfigError } from '../../errors.ts';
import type { Configuration } from '../../evaluate/configuration.ts';
import type { EvaluationDataset } from '../../evaluate/datasets/dataset.ts';
import { loadDataset } from '../../evaluate/datasets/load-dataset.ts';
import { evaluate, type MeasureOptions } from '../../evaluate/evaluate.ts';
import { describePlace } from '../../evaluate/files/line-error.ts';
import { parseMetric } from '../../evaluate/metrics/metric-names.ts';
import type { EvaluationResult } from '../../evaluate/result.ts';
import type { StoreReader } from '../../store/store.ts';
import { counted } from '../../util/strings/counted.ts';
import { requireWholeCollections } from '../ask/access.ts';
import { adaptCollection } from '../adapt/adapt.ts';
import { addDocuments } from '../add/add.ts';
import { createConfiguration, placesOf, type EvaluatedParts } from './evaluated-configuration.ts';
import type { DocumentInput } from '../add/inputs.ts';
import { collectionNameSchema, parseOptions } from '../parts/options.ts';
import type { Parts } from '../parts/parts.ts';
import { buildRetrieveRequest } from '../search/query.ts';
import type { RetrieveOptions } from '../search/retrieve-options.ts';

/** One way of indexing and searching, by what differs from the configuration in force. */
export interface EvaluatedConfiguration {
  /** What the report calls it. */
  readonly name: string;
  /** How it searches. */
  readonly retrieve?: RetrieveOptions;
  /** How it cuts documents. Needs documents to index: the dataset's, or `documents`. */
  readonly chunking?: ChunkingOverride;
  /** Whether the built-in model is adapted. Needs documents to index, unless it says what is in force. */
  readonly embedding?: { readonly adapt?: Config['embedding']['adapt'] };
}

/** What `evaluate` takes. */
export interface EvaluateOptions extends Omit<MeasureOptions, 'onProgress'> {
  /** The first is the baseline; the configuration in force unless given. */
  readonly configurations?: readonly EvaluatedConfiguration[];
  /** Measured beside them, such as runs of other systems. */
  readonly others?: readonly Configuration[];
  /**
   * The collection to search. Where documents are indexed for the evaluation, they go there and stay; without a
   * name they go to collections that are removed in the end.
   */
  readonly collection?: string;
  /** Documents to index first, instead of those that come with the dataset. */
  readonly documents?: readonly (string | DocumentInput)[];
  /** Called as documents are indexed, and queries run. */
  readonly onProgress?: (event: EvaluateProgress) => void;
}

/** How far an evaluation is. */
export interface EvaluateProgress {
  /** Documents are indexed, then queries run. */
  readonly kind: 'document' | 'query';
  /** So far. */
  readonly done: number;
  /** Of so many. */
  readonly total: number;
}

/** Indexes what is to be indexed, measures every configuration, and removes what was made for it. */
export async function evaluateDataset(
  evaluated: EvaluatedParts,
  source: string | EvaluationDataset,
  options: EvaluateOptions = {},
): Promise<EvaluationResult> {
  const { parts } = evaluated;
  const dataset = typeof source === 'string' ? await loadDataset(source) : source;
  const inputs = options.documents ?? dataset.documents;
  if (inputs !== undefined) requireWholeCollections(parts, 'evaluate'); // it makes and removes collections
  const plan = planCollections(dataset, { inputs, options, config: parts.config });
  checkOptions(options, parts);
  try {
    const warnings = [...dataset.warnings, ...(await indexAll(parts, inputs, { plan, options }))];
    for (const one of plan) {
      await checkReferences(parts, dataset, placesOf(one, parts.config.retrieval.routing));
    }
    const configurations = plan.map((one) => createConfiguration(evaluated, one));
    const result = await evaluate(dataset, [...configurations, ...(options.others ?? [])], options);
    const withOurs = (given: readonly string[]) => [...warnings, ...given];
    return {
      ...result,
      configurations: result.configurations.map((one) => ({ ...one, warnings: withOurs(one.warnings) })),
    };
  } finally {
    if (inputs !== undefined && options.collection === undefined) await removeAll(parts, plan);
  }
}

/** What would fail only after the documents are indexed. */
function checkOptions({ configurations = [], metrics = [] }: EvaluateOptions, { config }: Parts): void {
  for (const metric of metrics) parseMetric(metric);
  for (const configuration of configurations) checkRetrieve(configuration, config);
}

function checkRetrieve({ name, retrieve = {} }: EvaluatedConfiguration, config: Config): void {
  try {
    buildRetrieveRequest('any query', retrieve, config);
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    const { message, hint, context } = cause;
    throw new ConfigError(`In ${placeOf(name)}: ${message}`, { hint, context, cause });
  }
}

const placeOf = (name: string) => `configuration "${name}" (--compare on the command line)`;

interface Planned {
  readonly configuration: EvaluatedConfiguration;
  readonly collection: string;
}

interface Planning {
  readonly inputs: readonly unknown[] | undefined;
  readonly options: EvaluateOptions;
  readonly config: Config;
}

/**
 * The collection that each configuration searches: one a way of indexing.
 * @throws ConfigError when documents would have to be indexed anew and there are none.
 */
function planCollections(dataset: EvaluationDataset, { inputs, options, config }: Planning): Planned[] {
  const made = `evaluation-${randomUUID().slice(0, 8)}`;
  const base = options.collection ?? (inputs === undefined ? (dataset.collection ?? 'default') : made);
  parseOptions(collectionNameSchema, base, 'collection');
  return (options.configurations ?? [{ name: 'default' }]).map((configuration) => {
    const ways = waysOfIndexing(configuration, config);
    if (ways.length === 0) return { configuration, collection: base };
    if (inputs === undefined) {
      throw new ConfigError(
        `Configuration "${configuration.name}" indexes documents anew, and there are none to index`,
        {
          hint: 'Name them with `documents` (`--documents` on the command line), or use a dataset that has a corpus.',
        },
      );
    }
    return { configuration, collection: [base, ...ways].join(' ') };
  });
}

const embeddingSchema = z.strictObject({ adapt: z.enum(['auto', 'off']).optional() });

/** What of a configuration changes the collection, in words. */
function waysOfIndexing(
  { name, chunking, embedding = {} }: EvaluatedConfiguration,
  config: Config,
): string[] {
  const ways: string[] = [];
  if (chunking !== undefined) {
    const own = parseOptions(chunkingOverrideSchema, chunking, `chunking of ${placeOf(name)}`);
    const cut = overrideChunking(config.chunking, own);
    ways.push(`${nameOfMethod(cut.method)} ${cut.chunkSize}-${cut.overlap}`);
    if (cut.method === 'semantic') ways.push(cut.breakpoints ?? 'percentile');
  }
  const { adapt = config.embedding.adapt } = parseOptions(
    embeddingSchema,
    embedding,
    `embedding of ${placeOf(name)}`,
  );
  if (adapt !== config.embedding.adapt) ways.push(`adapt ${adapt}`);
  return ways;
}

/** Indexes each collection of the plan once; gives what could not be indexed. */
async function indexAll(
  parts: Parts,
  inputs: readonly (string | DocumentInput)[] | undefined,
  { plan, options }: { plan: readonly Planned[]; options: EvaluateOptions },
): Promise<string[]> {
  if (inputs === undefined) return [];
  const collections = new Map(plan.map(({ collection, configuration }) => [collection, configuration]));
  const warnings: string[] = [];
  for (const [position, [collection, { chunking, embedding }]] of [...collections].entries()) {
    const withChunking = (input: string | DocumentInput): DocumentInput =>
      typeof input === 'string' ? { source: input, chunking } : { ...input, chunking };
    const itsParts = withEmbedding(parts, embedding);
    const { signal } = options;
    const { errors, adapting } = await addDocuments(itsParts, inputs.map(withChunking), {
      collection,
      returnChunks: false,
      signal,
      onProgress: (event) => {
        if (event.kind !== 'end') return;
        const done = position * event.total + event.index + 1;
        options.onProgress?.({ kind: 'document', done, total: event.total * collections.size });
      },
    });
    if (adapting) await adaptCollection(itsParts, { collection, signal });
    const [first] = errors;
    if (first !== undefined) {
      warnings.push(
        `${counted(errors.length, 'document')} could not be added, such as ${first.source}: ${first.error.message}`,
      );
    }
  }
  return warnings;
}

function withEmbedding(parts: Parts, { adapt }: EvaluatedConfiguration['embedding'] = {}): Parts {
  const { config } = parts;
  if (adapt === undefined) return parts;
  return { ...parts, config: { ...config, embedding: { ...config.embedding, adapt } } };
}

/** @throws ConfigError when the collection is empty, or lacks an id that the dataset names, with its place. */
async function checkReferences(
  { store }: Parts,
  dataset: EvaluationDataset,
  places: readonly string[],
): Promise<void> {
  const collections = await filledAmong(store, places);
  const collection = places.join(', ');
  if (collections.length === 0) {
    throw new ConfigError(`Collection "${collection}" is empty, so there is nothing to evaluate`, {
      hint: 'Add documents, or choose another collection.',
      context: { collection },
    });
  }
  const idsOf = (kind: string) => dataset.references.filter((one) => one.kind === kind).map(({ id }) => id);
  const known = new Set<string>();
  for (const name of collections) {
    for (const { documentId } of await store.documentsById(name, idsOf('document'))) known.add(documentId);
    for (const { chunkId } of await store.chunks(name, idsOf('chunk'))) known.add(chunkId);
  }
  const unknown = dataset.references.filter(({ id }) => !known.has(id));
  if (unknown.length === 0) return;
  const problems = unknown.map(
    ({ kind, id, place }) =>
      `${describePlace(place)}: there is no ${kind} "${id}" in collection "${collection}"`,
  );
  throw new ConfigError(problems.slice(0, shownProblems).join('\n'), {
    hint: 'Ids are those of a list of documents and of hits; choose the collection that has them.',
    context: { problems, collection },
  });
}

/** @throws CollectionNotFoundError where none of them is there. */
async function filledAmong(store: StoreReader, places: readonly string[]): Promise<string[]> {
  const all = await store.collections();
  const there = all.filter(({ name }) => places.includes(name));
  if (there.length === 0) {
    throw new CollectionNotFoundError(
      places.join(', '),
      all.map(({ name }) => name),
    );
  }
  return there.filter(({ documentCount }) => documentCount > 0).map(({ name }) => name);
}

const shownProblems = 20;

async function removeAll(parts: Parts, plan: readonly Planned[]): Promise<void> {
  const existing = new Set((await parts.store.collections()).map(({ name }) => name));
  for (const name of new Set(plan.map(({ collection }) => collection))) {
    if (existing.has(name)) await parts.store.removeCollection(name);
  }
}
