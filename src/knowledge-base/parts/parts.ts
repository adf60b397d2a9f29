import type { Entailment } from '../../models/entailment/entailment.ts';
import type { Config } from '../../config/config.ts';
import { callsOf } from '../../config/settings/calls.ts';
import { ConfigError, PinciteError } from '../../errors.ts';
import type { Embedder } from '../../embed/embedder.ts';
import type { EmbedderOptions } from '../../embed/open-embedder.ts';
import { rememberQueries } from '../../embed/remember-queries.ts';
import type { OpenReranker } from '../../retrieve/rerank/open-reranker.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store, StoreOptions } from '../../store/store.ts';
import { openTokenizer } from '../../text/tokens/open-tokenizer.ts';
import { isVocabulary, type Tokenizer } from '../../text/tokens/tokens.ts';
import { DocumentTurns } from '../add/document-turns.ts';
import { openCollectionEmbedders, type EmbeddingParts } from './embedders.ts';
import { openLanguageModels, type OpenModel } from './language-models.ts';
import { nameOfTokenizer } from '../prepare/fit-chunks.ts';
import { type Readers, sharedReaders } from '../prepare/shared-readers.ts';
import { trainIn, type Train } from '../adapt/train.ts';
import { Background } from '../../util/async/background.ts';
import { once } from '../../util/async/once.ts';
import type { AdaptProgress, AdaptResponse } from '../adapt/adapt-options.ts';
import { maskText } from '../../util/strings/mask-secrets.ts';
import { Telemetry } from '../../util/telemetry/telemetry.ts';
import { openTracing } from '../../util/telemetry/tracing.ts';

/** What every flow works with: the configuration and the opened adapters. */
export interface Parts extends EmbeddingParts {
  readonly config: Config;
  /** Learns for the built-in model. */
  readonly train: Train;
  /** Of collections, by name. */
  readonly adapting: Background<AdaptResponse, AdaptProgress>;
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

export interface OpenPartsOptions extends StoreOptions {
  /** Called while a local embedding model is downloaded. */
  readonly onModelDownload?: (bytes: number, totalBytes: number) => void;
  readonly signal?: AbortSignal;
  readonly readers?: Readers;
  /** In place of the configured one. */
  readonly store?: Store | undefined;
  /** Looks at what was opened, and gives what is wrong with it, a sentence each. */
  readonly check?: (opened: OpenedParts) => Promise<readonly string[]>;
}

/** What a model that runs here is found and downloaded by. */
type LocalOptions = Pick<EmbedderOptions, 'modelFolder' | 'hubUrl' | 'onProgress' | 'signal'>;

/** What could be opened of the parts that a configuration names. */
export type OpenedParts = Pick<Parts, 'config' | 'languageModel'> &
  Partial<Pick<Parts, 'store' | 'embedder' | 'reranking' | 'entailment'>>;

/**
 * Opens every configured part, or none.
 * @throws ConfigError whose `context.problems` name each part that cannot be opened, and what `check` found; a single
 * PinciteError as it is.
 */
export async function openParts(config: Config, options: OpenPartsOptions = {}): Promise<Parts> {
  const {
    onModelDownload: onProgress,
    signal,
    readers = sharedReaders,
    store: given,
    check,
    ...storeOptions
  } = options;
  const { redact, localModels } = config;
  const { folder: modelFolder, ...files } = localModels;
  const local: LocalOptions = { ...files, ...(modelFolder && { modelFolder }), onProgress, signal };
  const languageModel = openLanguageModels(config);
  const tracing = await openTracing();
  const [store, embedding, reranking, entailment, ownTokenizer, model] = await Promise.allSettled([
    given ? ofThisVersion(given) : openStore(config.store, storeOptions),
    openConfiguredEmbedder(config, local),
    openConfiguredReranker(config, { ...local, languageModel }),
    openConfiguredEntailment(config.answer.entailment, { ...local, languageModel }),
    openOwnTokenizer(config.chunking.tokenizer),
    config.reranking.model === 'llm' ? languageModel() : undefined, // so that a missing one is found out now
  ]);
  const opened: OpenedParts = {
    config,
    languageModel,
    store: valueOf(store),
    embedder: valueOf(embedding),
    reranking: valueOf(reranking),
    entailment: valueOf(entailment),
  };
  const settled = { store, embedding, reranking, entailment, tokenizer: ownTokenizer, llm: model };
  const failures = Object.entries(settled).flatMap(([part, one]) =>
    one.status === 'rejected' ? [{ part, reason: one.reason as Error }] : [],
  );
  const found = await check?.(opened).catch(async (error: unknown) => {
    await closeOpened(opened);
    throw error;
  });
  const problems = new Set([
    ...failures.map(({ part, reason }) => `${part}: ${describeError(reason)}`),
    ...(found ?? []),
  ]);
  if (problems.size === 0 && opened.store && opened.embedder) {
    const bare = opened.embedder;
    const tokenizerName = nameOfTokenizer(config.chunking, bare);
    const tokenizer = once(async () => valueOf(ownTokenizer) ?? openTokenizer(tokenizerName));
    const embedderAnew = () => withMemory(config.embedding, bare);
    const embedder = embedderAnew();
    const parts = {
      config,
      store: opened.store,
      embedder,
      embedderAnew,
      embedderFor: openCollectionEmbedders(opened.store, embedder, openTable),
      train: trainIn(readers),
      adapting: new Background<AdaptResponse, AdaptProgress>(),
      turns: new DocumentTurns(),
      readers,
      tokenizer,
      languageModel,
      reranking: opened.reranking,
      entailment: opened.entailment,
      telemetry: new Telemetry({ ...config.telemetry, redacts: redact !== undefined, tracing }),
    };
    readers.join(parts);
    return parts;
  }
  await closeOpened(opened);
  const cause = failures[0]?.reason;
  if (problems.size === 1 && cause instanceof PinciteError) throw cause;
  throw new ConfigError(`Cannot open: ${[...problems].join('; ')}`, {
    cause,
    hint: 'Check each part of the configuration.',
    context: { problems: [...problems] },
  });
}

const valueOf = <Value>(one: PromiseSettledResult<Value>): Value | undefined =>
  one.status === 'fulfilled' ? one.value : undefined;

/** @throws ConfigError for a store that is written for another version of the interface. */
async function ofThisVersion(store: Store): Promise<Store> {
  const { specificationVersion: version }: { readonly specificationVersion?: unknown } = store;
  if (version === 1) return store;
  throw new ConfigError(`A store of version ${JSON.stringify(version)} of the interface was given.`, {
    hint: 'Write it for the `Store` of this version of `pincite/store`, and let its specificationVersion be 1.',
  });
}

/** What went wrong, and what to do about it. */
export function describeError(error: Error): string {
  const hint = error instanceof PinciteError && error.hint !== undefined ? `. ${error.hint}` : '';
  return maskText(`${error.message.replace(/\.$/, '')}${hint}`);
}

/** One that is given by its path; others are opened on first use. */
async function openOwnTokenizer(name: string): Promise<Tokenizer | undefined> {
  return isVocabulary(name) || name === 'model' ? undefined : openTokenizer(name);
}

export async function openTable(table: Uint8Array): Promise<Embedder> {
  const { openStaticEmbedder } = await import('../../embed/built-in/built-in.ts');
  return openStaticEmbedder(table);
}

async function openConfiguredEmbedder(
  { embedding: { prefixes, ...embedding }, calls, redact }: Config,
  options: LocalOptions,
): Promise<Embedder> {
  const { openEmbedder } = await import('../../embed/open-embedder.ts');
  const withPrefixes = { ...embedding, queryPrefix: prefixes?.[0], passagePrefix: prefixes?.[1] };
  return openEmbedder({ ...withPrefixes, ...callsOf(calls, 'embedding'), ...options, redact });
}

/** The built-in one takes less time than to remember. */
function withMemory({ model }: Config['embedding'], embedder: Embedder): Embedder {
  return model === 'built-in' ? embedder : rememberQueries(embedder);
}

async function openConfiguredReranker(
  { reranking, calls, redact }: Config,
  { languageModel, ...options }: LocalOptions & { languageModel: OpenModel },
): Promise<OpenReranker | undefined> {
  if (reranking.model === 'none') return undefined;
  const { openReranker } = await import('../../retrieve/rerank/open-reranker.ts');
  const settings = { ...reranking, ...callsOf(calls, 'reranking'), ...options, redact };
  return openReranker(settings, languageModel);
}

async function openConfiguredEntailment(
  settings: Config['answer']['entailment'],
  { languageModel, ...options }: LocalOptions & { languageModel: OpenModel },
): Promise<Entailment | undefined> {
  if (settings.model === 'none') return undefined;
  const { openEntailment } = await import('../../models/entailment/open-entailment.ts');
  return openEntailment({ ...settings, ...options }, languageModel);
}

/**
 * Closes the store and what was opened with it; an embedder that the user made stays the user's to close, and what a scoped
 * knowledge base works with is its parent's.
 */
export async function closeParts(parts: Parts): Promise<void> {
  if (parts.scope) return;
  await parts.adapting.end(new DOMException('The knowledge base was closed', 'AbortError'));
  parts.readers.leave(parts);
  await closeOpened(parts);
}

async function closeOpened({ config, store, embedder, reranking, entailment }: OpenedParts): Promise<void> {
  await Promise.all([
    store?.close(),
    embedder && closeEmbedder(config, embedder),
    reranking?.close(),
    entailment?.close(),
  ]);
}

async function closeEmbedder({ embedding }: Config, embedder: Embedder): Promise<void> {
  if (typeof embedding.model === 'string') await embedder.close?.();
}
