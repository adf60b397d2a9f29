/**
 * The built-in model, adapted to a collection: trained on its texts in a process of its own, behind the calls
 * (util/async/background.ts), until one swap replaces all vectors. embedders.ts gives each collection its own model.
 */
import { ConfigError, EmbeddingModelMismatchError } from '../../errors.ts';
import type { AdaptationText } from '../../embed/adapt/sample-chunks.ts';
import type { StoreReader, StoreReads } from '../../store/store.ts';
import { levels, type CollectionAdaptation, type Document } from '../../types.ts';
import { forwardOnly } from '../../util/async/forward-only.ts';
import { createRandom } from '../../util/random.ts';
import { shuffle } from '../../util/shuffle.ts';
import {
  adaptOptionsSchema,
  type AdaptOptions,
  type AdaptResponse,
  type CheckedAdaptOptions,
} from './adapt-options.ts';
import { embedChunks } from '../prepare/embed-chunks.ts';
import { isAdaptedFrom } from '../parts/embedders.ts';
import { describeResult } from '../operate/describe-operation.ts';
import { parseOptions } from '../parts/options.ts';
import type { Parts } from '../parts/parts.ts';
import { requireSpec } from './reembed.ts';
import { createHash } from 'node:crypto';

/** More documents than these do not make the model better, and take longer to read. */
const mostDocuments = 20_000;
const seed = 1;
/** Fewer chunks say too little. */
const fewestChunks = 200;

/**
 * Adapts the built-in model to a collection's documents and embeds them with it, where that finds texts held out better. Where that
 * is under way, it waits for it, and learns once more where documents have come meanwhile. Searches find what they found before until all is done; an abort leaves the collection
 * as it was.
 * @throws ConfigError for another model than the built-in one; CollectionNotFoundError; the signal's reason on abort.
 */
export async function adaptCollection(parts: Parts, rawOptions: AdaptOptions = {}): Promise<AdaptResponse> {
  const options = parseOptions(adaptOptionsSchema, rawOptions, 'options of adapt');
  const { collection } = options;
  const joined = await parts.adapting.join(collection, options);
  if (joined === undefined || options.force) return adaptNow(parts, options);
  // All who waited wait for one.
  parts.adapting.begin(collection, (work) => adaptNow(parts, { collection, force: false, ...work }));
  const again = await parts.adapting.join(collection, options);
  return again === undefined || again.outcome === 'unchanged' ? joined : again;
}

/** @throws as `adaptCollection` does. */
async function adaptNow(parts: Parts, options: CheckedAdaptOptions): Promise<AdaptResponse> {
  const started = performance.now();
  const spec = await requireSpec(parts, options.collection);
  requireBuiltIn(parts, spec);
  const chunks = await countChunks(parts.store, spec.name);
  const { named, fingerprint: documents } = await surveyOf(parts.store, spec.name, options.signal);
  const { adaptation: latest, embeddingModel } = spec;
  const isNew = latest?.baseModel !== parts.embedder.modelId || latest.documents !== documents;
  if (latest && !isNew && !options.force) {
    return { collection: spec.name, outcome: 'unchanged', embeddingModel, adaptation: latest, ms: 0 };
  }
  const outcome = await learn(parts, spec.name, { ...options, chunks, documents, named });
  return { collection: spec.name, ...outcome, ms: performance.now() - started };
}

/** Whether a collection has never been adapted and has enough chunks, or has twice those of the latest attempt. */
async function isDue({ config, embedder, store }: Parts, collection: string): Promise<boolean> {
  if (config.embedding.adapt === 'off' || config.embedding.model !== 'built-in') return false;
  const spec = await store.collectionSpec(collection);
  if (spec === undefined) return false;
  const latest = spec.adaptation?.baseModel === embedder.modelId ? spec.adaptation : undefined;
  const chunks = await countChunks(store, collection);
  return chunks >= Math.max(fewestChunks, 2 * (latest?.chunks ?? 0));
}

/** Begins to adapt a collection behind the call, where that is due; gives whether it is under way. */
export async function beginAdapting(parts: Parts, collection: string): Promise<boolean> {
  const { adapting } = parts;
  const due = await isDue(parts, collection).catch(() => false); // what is added is stored all the same
  if (due)
    adapting.begin(collection, (options) => adaptWhileDue(parts, { collection, force: false, ...options }));
  return adapting.isUnderWay(collection);
}

/** And again, where so many documents have come meanwhile that it is due anew. */
async function adaptWhileDue(parts: Parts, options: CheckedAdaptOptions): Promise<AdaptResponse> {
  const { collection } = options;
  for (;;) {
    const adapt = () => adaptNow(parts, options);
    const response = await parts.telemetry.run({ type: 'adapt', collection }, adapt, describeResult);
    if (response.outcome === 'unchanged' || !(await isDue(parts, collection).catch(() => false)))
      return response;
  }
}

function requireBuiltIn(
  { config, embedder }: Parts,
  { name, embeddingModel }: { readonly name: string; readonly embeddingModel: string },
): void {
  const context = { collection: name, stored: embeddingModel, configured: embedder.modelId };
  if (config.embedding.model !== 'built-in') {
    throw new ConfigError(`Only the built-in model can be adapted, and ${embedder.modelId} is configured`, {
      hint: 'Set embedding.model to built-in; `reembed` then embeds the collection with it.',
      context,
    });
  }
  if (embeddingModel === embedder.modelId || isAdaptedFrom(embeddingModel, embedder.modelId)) return;
  throw new EmbeddingModelMismatchError(`Collection "${name}" is embedded with ${embeddingModel}`, {
    hint: 'Embed it with the built-in model (`reembed`); then it can be adapted.',
    context,
  });
}

async function countChunks(store: StoreReader, name: string): Promise<number> {
  return (await store.collection(name))?.chunkCount ?? 0;
}

interface Learning extends Pick<AdaptOptions, 'signal' | 'onProgress'> {
  readonly chunks: number;
  readonly documents: string;
  readonly named: readonly NamedDocument[];
}

async function learn(
  parts: Parts,
  collection: string,
  { chunks, documents, named, signal, onProgress }: Learning,
): Promise<Pick<AdaptResponse, 'outcome' | 'embeddingModel' | 'adaptation'>> {
  const { store, embedder: base } = parts;
  const [{ openStaticEmbedder }, { chooseChunks, mostChunks }] = await Promise.all([
    import('../../embed/built-in/built-in.ts'),
    import('../../embed/adapt/sample-chunks.ts'),
  ]);
  const read = shuffle(named, createRandom(seed)).slice(0, mostDocuments);
  const documentTexts = textsOf(store, collection, read);
  const random = createRandom(seed);
  const sample = await chooseChunks(documentTexts, { limit: mostChunks, random, signal });
  const learned = await parts.train(sample, {
    seed,
    signal,
    onProgress: forwardOnly((done, total) => onProgress?.({ step: 'learn', done, total })),
  });
  const { kind, heldOut, reason } = learned;
  const at = new Date().toISOString();
  const attempt = { baseModel: base.modelId, at, chunks, documents };
  const adaptation: CollectionAdaptation = { kind, ...attempt, heldOut, reason };
  if (kind === 'kept') {
    await store.recordAdaptation(collection, adaptation);
    const { embeddingModel } = await requireSpec(parts, collection);
    return { outcome: 'kept', embeddingModel, adaptation };
  }
  const embedder = openStaticEmbedder(learned.table);
  const { modelId: embeddingModel, dimensions, maxTokens } = embedder;
  await store.reembed(collection, {
    model: { embeddingModel, dimensions, maxTokens, table: learned.table, adaptation },
    vectorsFor: (texts) => embedChunks(embedder, texts, { signal }),
    signal,
    onProgress: forwardOnly((done, total) => onProgress?.({ step: 'embed', done, total })),
  });
  return { outcome: 'adapted', embeddingModel, adaptation };
}

/** Documents read at once. */
const pageSize = 2000;

type NamedDocument = Pick<Document, 'documentId' | 'title'>;

interface Survey {
  /** By id. */
  readonly named: readonly NamedDocument[];
  /** The same for a collection with the same documents in the same states, and for no other: 64 hex digits. */
  readonly fingerprint: string;
}

async function surveyOf(store: StoreReads, collection: string, signal?: AbortSignal): Promise<Survey> {
  const hash = createHash('sha256');
  const named: NamedDocument[] = [];
  for (let offset = 0; ; offset += pageSize) {
    signal?.throwIfAborted();
    const documents = await store.documents(collection, undefined, { limit: pageSize, offset });
    for (const { documentId, version, sourceHash, title, chunkCount } of documents) {
      hash.update(JSON.stringify([documentId, version, sourceHash, title, chunkCount]));
      named.push({ documentId, title });
    }
    if (documents.length < pageSize) return { named, fingerprint: hash.digest('hex') };
  }
}

/** Parents are left out, whose text is that of other chunks. One that has gone meanwhile says nothing. */
async function* textsOf(
  store: StoreReads,
  collection: string,
  documents: readonly NamedDocument[],
): AsyncIterable<AdaptationText> {
  for (const { documentId, title } of documents) {
    const passages = (await store.chunksOf(collection, documentId)).filter(
      ({ level }) => level >= levels.passage,
    );
    yield {
      title,
      chunks: passages.map(({ headingPath, content }) => ({ heading: headingPath.at(-1), content })),
    };
  }
}
