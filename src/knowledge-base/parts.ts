import type { Entailment } from '../answer/entailment/entailment.ts';
import type { Config } from '../config.ts';
import { extractive } from '../config/answer.ts';
import { ConfigError, PinciteError } from '../errors.ts';
import type { Embedder } from '../embed/embedder.ts';
import type { EmbedderOptions } from '../embed/open-embedder.ts';
import { rememberQueries } from '../embed/remember-queries.ts';
import type { AiSdkModel } from '../models/ai-sdk-model.ts';
import type { OpenReranker } from '../retrieve/rerank/open-reranker.ts';
import { openStore } from '../store/open-store.ts';
import type { Store, StoreOptions } from '../store/store.ts';
import { openTokenizer } from '../text/open-tokenizer.ts';
import { isVocabulary, type Tokenizer } from '../text/tokens.ts';
import type { Collection } from '../types.ts';
import { DocumentTurns } from './document-turns.ts';
import { isAdaptedFrom, openCollectionEmbedders, type EmbeddingParts } from './embedders.ts';
import { describeOcr } from './describe-ocr.ts';
import { openLanguageModels, type OpenModel } from './language-models.ts';
import { describeMissingCollections } from './missing-collections.ts';
import { nameOfTokenizer } from './name-of-tokenizer.ts';
import { type Readers, sharedReaders } from './readers.ts';
import { train, type Train } from './train.ts';
import { maskText } from '../util/mask-secrets.ts';
import { Telemetry } from '../util/telemetry/telemetry.ts';
import { openTracing } from '../util/telemetry/tracing.ts';

/** What every flow works with: the configuration and the opened adapters. */
export interface Parts extends EmbeddingParts {
  readonly config: Config;
  /** Adapts the built-in model. */
  readonly train: Train;
  /** Of documents that are being added. */
  readonly turns: Pick<DocumentTurns, 'enter'>;
  /** Processes that parse documents. */
  readonly readers: Readers;
  /** Loaded on first use. */
  readonly tokenizer: () => Promise<Tokenizer>;
  readonly languageModel: OpenModel;
  /** Where one is configured. */
  readonly reranking: OpenReranker | undefined;
  /** Where one is configured. */
  readonly entailment: Entailment | undefined;
  /** The configured embedder, which remembers no queries that were asked so far. */
  readonly embedderAnew: () => Embedder;
  readonly telemetry: Telemetry;
  /** Of a scoped knowledge base. */
  readonly scope?: Scope;
}

/** What a scoped knowledge base may do, and with whom it shares. */
export interface Scope {
  readonly access: 'read' | 'write';
  /** Whether collections may hold documents that it does not see, whose words count in its searches. */
  readonly isPartial: boolean;
}

/** One line of `pincite doctor`. */
export interface HealthCheck {
  readonly part: string;
  readonly ok: boolean;
  readonly detail: string;
  /** What may not be meant so, though the part works. */
  readonly warnings?: readonly string[];
}

export interface OpenPartsOptions extends StoreOptions {
  /** Called while a local embedding model is downloaded. */
  readonly onModelDownload?: (bytes: number, totalBytes: number) => void;
  readonly signal?: AbortSignal;
  readonly readers?: Readers;
  /** In place of the configured one. */
  readonly store?: Store | undefined;
}

/**
 * Opens every configured part.
 * @throws ConfigError that names each part that cannot be opened; a single PinciteError as it is.
 */
export async function openParts(config: Config, options: OpenPartsOptions = {}): Promise<Parts> {
  const {
    onModelDownload: onProgress,
    signal,
    readers = sharedReaders,
    store: given,
    ...storeOptions
  } = options;
  const { redact } = config;
  const languageModel = openLanguageModels(config);
  const tracing = await openTracing();
  const [store, embedder, reranking, entailment, ownTokenizer, model] = await Promise.allSettled([
    given ?? openStore(config.store, storeOptions),
    openConfiguredEmbedder(config.embedding, { onProgress, signal, redact }),
    openConfiguredReranker(config.reranking, { onProgress, signal, redact, languageModel }),
    openConfiguredEntailment(config.answer.entailment, { onProgress, signal, languageModel }),
    openOwnTokenizer(config.chunking.tokenizer),
    needsLanguageModel(config) ? languageModel() : undefined, // so that a missing one is found out now
  ]);
  if (
    store.status === 'fulfilled' &&
    embedder.status === 'fulfilled' &&
    reranking.status === 'fulfilled' &&
    entailment.status === 'fulfilled' &&
    model.status === 'fulfilled' &&
    ownTokenizer.status === 'fulfilled'
  ) {
    const tokenizerName = nameOfTokenizer(config.chunking, embedder.value);
    let opened: Promise<Tokenizer> | undefined;
    const tokenizer = async () => ownTokenizer.value ?? (opened ??= openTokenizer(tokenizerName));
    const embedderAnew = () => withMemory(config.embedding, embedder.value);
    const remembering = embedderAnew();
    const embedderFor = openCollectionEmbedders(store.value, remembering, openTable);
    const parts = {
      config,
      store: store.value,
      embedder: remembering,
      embedderAnew,
      embedderFor,
      train,
      turns: new DocumentTurns(),
      readers,
      tokenizer,
      languageModel,
      reranking: reranking.value,
      entailment: entailment.value,
      telemetry: new Telemetry({ ...config.telemetry, redacts: redact !== undefined, tracing }),
    };
    readers.join(parts);
    return parts;
  }
  if (store.status === 'fulfilled') await store.value.close();
  if (embedder.status === 'fulfilled') await closeEmbedder(config, embedder.value);
  if (reranking.status === 'fulfilled') await reranking.value?.close();
  if (entailment.status === 'fulfilled') await entailment.value?.close();
  const failures = [store, embedder, reranking, entailment, ownTokenizer, model]
    .filter((part) => part.status === 'rejected')
    .map((part) => part.reason);
  if (failures.length === 1 && failures[0] instanceof PinciteError) throw failures[0];
  throw new ConfigError(`Cannot open: ${failures.map((error: Error) => error.message).join('; ')}`, {
    cause: failures[0],
    hint: 'Run `pincite doctor` to check each part.',
  });
}

/** Whether searches ask `llm.model` for something. */
function needsLanguageModel({ reranking, retrieval: { routing, understanding } }: Config): boolean {
  const { rewrite, hyde, selfQuery } = understanding;
  return reranking.model === 'llm' || routing.model || rewrite || hyde || selfQuery;
}

/** One that is given by its path; others are opened on first use. */
async function openOwnTokenizer(name: string): Promise<Tokenizer | undefined> {
  return isVocabulary(name) || name === 'model' ? undefined : openTokenizer(name);
}

export async function openTable(table: Uint8Array): Promise<Embedder> {
  const { openStaticEmbedder } = await import('../embed/built-in.ts');
  return openStaticEmbedder(table);
}

async function openConfiguredEmbedder(
  settings: Config['embedding'],
  options: Pick<EmbedderOptions, 'onProgress' | 'signal' | 'redact'>,
): Promise<Embedder> {
  const { openEmbedder } = await import('../embed/open-embedder.ts');
  return openEmbedder({ ...settings, ...options });
}

/** The built-in one takes less time than to remember. */
function withMemory({ model }: Config['embedding'], embedder: Embedder): Embedder {
  return model === 'built-in' ? embedder : rememberQueries(embedder);
}

async function openConfiguredReranker(
  settings: Config['reranking'],
  {
    languageModel,
    ...options
  }: Pick<EmbedderOptions, 'onProgress' | 'signal' | 'redact'> & { languageModel: OpenModel },
): Promise<OpenReranker | undefined> {
  if (settings.model === 'none') return undefined;
  const { openReranker } = await import('../retrieve/rerank/open-reranker.ts');
  return openReranker({ ...settings, ...options }, () => languageModel());
}

async function openConfiguredEntailment(
  settings: Config['answer']['entailment'],
  {
    languageModel,
    ...options
  }: Pick<EmbedderOptions, 'onProgress' | 'signal'> & { languageModel: OpenModel },
): Promise<Entailment | undefined> {
  if (settings.model === 'none') return undefined;
  const { openEntailment } = await import('../answer/entailment/open-entailment.ts');
  return openEntailment({ ...settings, ...options }, languageModel);
}

/**
 * Closes the store and what was opened with it; an embedder that the user made stays the user's to close, and what a scoped
 * knowledge base works with is its parent's.
 */
export async function closeParts(parts: Parts): Promise<void> {
  if (parts.scope) return;
  const { config, store, embedder, readers, reranking, entailment } = parts;
  readers.leave(parts);
  await Promise.all([
    store.close(),
    closeEmbedder(config, embedder),
    reranking?.close(),
    entailment?.close(),
  ]);
}

async function closeEmbedder({ embedding }: Config, embedder: Embedder): Promise<void> {
  if (typeof embedding.model === 'string') await embedder.close?.();
}

/** The language models that are configured, each once. */
function modelsToCheck({ llm, answer }: Config): [part: string, model: string | AiSdkModel][] {
  const models: [string, Config['llm']['model']][] = [['llm', llm.model]];
  if (answer.model !== extractive && answer.model !== llm.model) models.push(['answer', answer.model]);
  return models.flatMap(([part, model]) => (model === undefined ? [] : [[part, model]]));
}

/** Whether each part answers, with what it is. A language model is asked only where one is configured. */
export async function checkHealth({
  store,
  embedder,
  config,
  languageModel,
  reranking,
  entailment,
}: Parts): Promise<HealthCheck[]> {
  const checks = [
    check('store', async () => {
      await store.health();
      return store.location;
    }),
    check('embedding', async () => {
      const [vector] = await embedder.embed(['health check'], { role: 'passage', maxRetries: 0 });
      return `${embedder.modelId}, ${vector?.length} dimensions`;
    }),
    check('collections', async () => {
      const collections = await store.collections();
      const names = collections.map(({ name }) => name);
      return {
        detail: describeCollections(collections, embedder),
        warnings: describeMissingCollections(config.retrieval, names),
      };
    }),
    check('ocr', () => describeOcr(config)),
  ];
  if (reranking !== undefined) {
    checks.push(
      check('reranking', async () => {
        const { reranker } = reranking;
        await reranker.rerank('health check', [`asked at ${Date.now()}`]); // what was asked before is remembered
        return reranker.modelId;
      }),
    );
  }
  if (entailment !== undefined) {
    checks.push(
      check('entailment', async () => {
        await entailment.judge({ claim: 'The lamp is on.', evidence: ['The lamp is on.'] });
        return entailment.modelId;
      }),
    );
  }
  for (const [part, model] of modelsToCheck(config)) {
    checks.push(
      check(part, async () => {
        const opened = await languageModel(model);
        await opened.generateText({
          prompt: 'Reply with the word OK.',
          maxOutputTokens: 16,
          maxRetries: 0,
        });
        return opened.modelId;
      }),
    );
  }
  return Promise.all(checks);
}

function describeCollections(collections: readonly Collection[], { modelId }: Embedder): string {
  const described = collections.map(({ name, embeddingModel, adaptation }) => {
    if (embeddingModel === modelId) return name;
    if (adaptation && isAdaptedFrom(embeddingModel, modelId)) {
      return `${name} (adapted at ${adaptation.chunks} chunks)`;
    }
    return `${name} (embedded with ${embeddingModel}: run \`pincite reembed --collection ${name}\`)`;
  });
  return described.join(', ') || 'none';
}

async function check(
  part: string,
  describe: () => Promise<string | Pick<HealthCheck, 'detail' | 'warnings'>>,
): Promise<HealthCheck> {
  try {
    const found = await describe();
    return { part, ok: true, ...(typeof found === 'string' ? { detail: found } : found) };
  } catch (error) {
    const hint = error instanceof PinciteError && error.hint !== undefined ? `. ${error.hint}` : '';
    return { part, ok: false, detail: maskText(`${(error as Error).message}${hint}`) };
  }
}
