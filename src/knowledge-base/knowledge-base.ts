/**
 * The composition root: with the files in `knowledge-base/` the only code that knows every stage. It calls a
 * stage, gets data back, and calls the next; no stage calls another.
 *
 *   add       load → chunk → validate → embed → store.write          whole documents, several a transaction
 *   retrieve  the stages of retrieve/retrieve.ts
 *   ask       retrieve → answer (extract or generate) → verify → cite
 */
import { z } from 'zod';
import type { AnswerEvent } from '../answer/draft.ts';
import { lastAnswer, Conversation } from './ask/conversation.ts';
import { parseConfig, type Config, type ConfigInput } from '../config/config.ts';
import { maskSecrets } from '../config/mask-config.ts';
import { CollectionNotFoundError } from '../errors.ts';
import type { EvaluationDataset } from '../evaluate/datasets/dataset.ts';
import type { EvaluationResult } from '../evaluate/result.ts';
import type { Tuning } from '../evaluate/tune.ts';
import {
  requireWholeCollections,
  requireWholeStore,
  requireWrite,
  withoutSharedWords,
} from './ask/access.ts';
import type { AdaptOptions, AdaptResponse } from './adapt/adapt-options.ts';
import type { AddOptions, AddResponse } from './add/add-options.ts';
import type { AskOptions, Asking } from './ask/ask.ts';
import type { ChatAnswer, ChatEvent, ChatOptions } from './ask/chat.ts';
import type { QuotedPlace } from './show/cite.ts';
import type { Surroundings, SurroundingsOptions } from './show/cited-place.ts';
import { describeFields, onDocuments } from './search/describe-fields.ts';
import {
  describeAdding,
  describeDone,
  describeResult,
  describeRetrieval,
  namedPlaceOf,
  placeOf,
  questionOf,
} from './operate/describe-operation.ts';
import { parsePlace, type InVersion } from './show/document-place.ts';
import type { EvaluateOptions } from './evaluate/evaluate.ts';
import type { EvaluatedParts } from './evaluate/evaluated-configuration.ts';
import type { CopyOptions, CopyResult } from './transfer/copy.ts';
import type { ExportOptions } from './transfer/export.ts';
import type { ImportOptions } from './transfer/import.ts';
import type { DocumentInput } from './add/inputs.ts';
import type { LayoutPicture, LayoutPictureOptions } from './show/layout-picture.ts';
import type { ReadDocument } from './add/load-document.ts';
import {
  backupStore,
  checkStore,
  vacuumStore,
  type BackupOptions,
  type CheckOptions,
  type VacuumOptions,
} from './operate/maintain.ts';
import { collectionNameSchema, filterOptionSchema, parseOptions, versionsSchema } from './parts/options.ts';
import {
  checkHealth,
  checkTimeoutSchema,
  findProblems,
  openCheckSchema,
  type HealthCheck,
  type HealthOptions,
} from './operate/health.ts';
import { closeParts, openParts, type Parts } from './parts/parts.ts';
import type { PagePicture, PagePictureOptions } from './show/page-picture.ts';
import type { ChunkPreview } from './add/preview.ts';
import { buildRetrieveRequest } from './search/query.ts';
import type { RetrieveOptions } from './search/retrieve-options.ts';
import type { RouteOptions, RouteResponse } from './search/route.ts';
import { withExcerpts } from './ask/with-excerpts.ts';
import type { TransferResult } from './transfer/receive.ts';
import type { DocumentPart, PartOptions } from './show/read-part.ts';
import { noSuchDocument, requireWhole } from './show/read-whole.ts';
import type { ReembedOptions, ReembedResponse } from './adapt/reembed.ts';
import { scopedParts, type ScopedOptions } from './scoped.ts';
import type { Synthesis, SynthesizeOptions } from './evaluate/synthesize.ts';
import type { Snapshot, SnapshotOptions } from './show/snapshot.ts';
import type { SyncOptions, SyncResult } from './sync/sync-options.ts';
import { textInRegion } from './search/text-in-region.ts';
import type { TuneFusionOptions } from './evaluate/tune.ts';
import type { UpdateRequest, UpdateResponse } from './update/update-request.ts';
import type { FolderWatch } from './sync/watch.ts';
import type { IngestionQueue } from './work/ingestion-queue.ts';
import type { WorkOptions, WorkResponse } from './work/work.ts';
import { CollectionNames } from '../retrieve/names/collection-names.ts';
import type { RetrieveRequest } from '../retrieve/request.ts';
import { retrieve as runStages } from '../retrieve/retrieve.ts';
import type { FieldDescription, Understood } from '../retrieve/understand/understand.ts';
import type { Filter, FilterNode, RegionFilter } from '../store/filter/filter.ts';
import { parseFilter, parseNear } from '../store/filter/parse-filter.ts';
import type { BackupResult, StoreCheck, VacuumResult } from '../store/maintenance.ts';
import type { DocumentContent, StatsGroup, Store } from '../store/store.ts';
import type {
  Chunk,
  Citation,
  CitedAnswer,
  Collection,
  Document,
  DocumentStructure,
  PageRequest,
  RetrieveResponse,
  Route,
  VersionChoice,
} from '../types.ts';
import { Recent } from '../util/recent.ts';
import type { OperationType } from '../util/telemetry/event.ts';
import type { OperationStart } from '../util/telemetry/watched-operation.ts';

export const pageSchema = z.strictObject({
  collection: collectionNameSchema.optional(),
  limit: z.int().min(1).optional(),
  offset: z.int().min(0).optional(),
  versions: versionsSchema.optional(),
});

/** What `stats` takes. */
export interface StatsOptions extends InCollection {
  /** Count only documents that match. */
  readonly filter?: Filter;
  /** A field, built-in or your own: one group for each of its values. */
  readonly groupBy?: string;
  /** `all`, or the latest n of each document; the present version alone unless given. */
  readonly versions?: VersionChoice;
}

export const statsSchema = z.strictObject({
  collection: collectionNameSchema.optional(),
  filter: filterOptionSchema.optional(),
  groupBy: z.string().min(1).optional(),
  versions: versionsSchema.optional(),
});

/** In which collection. */
export interface InCollection {
  /** Name of the collection; `default` unless given, which may be missing and is then empty. */
  readonly collection?: string;
}

/** In which collections. */
export interface InCollections {
  /** Their names; all of them unless given. */
  readonly collections?: readonly string[];
}

/** What opening takes beside the configuration. */
export interface OpenOptions {
  /**
   * Whether a store that is not there is made.
   * @default true
   */
  readonly create?: boolean;
  /** Called while a local embedding model is downloaded. */
  readonly onModelDownload?: (bytes: number, totalBytes: number) => void;
  /** Stops the download and the check. */
  readonly signal?: AbortSignal;
  /**
   * `reachable`: each configured part must answer; providers and language models are sent a few words. `config`: keys and
   * language models must be there that will be needed, and nothing is sent. `none`: each part must be possible to open.
   * @default 'reachable'
   */
  readonly check?: 'none' | 'config' | 'reachable';
  /**
   * How long parts may take to answer, all at once, in milliseconds, 1 to 3,600,000.
   * @default 10000
   */
  readonly checkTimeoutMs?: number;
  /** A store of one's own (`pincite/store`), in place of the configured one; closed with the knowledge base. */
  readonly store?: Store;
}

/** A stored document with its canonical text, pages (with layout) and sections. */
export type FullDocument = Document & Omit<DocumentContent, 'structure'> & DocumentStructure;

/**
 * Collections of documents that can be searched and asked. Made by `openKnowledgeBase`.
 *
 * What is named and not there is an error: a document, a version, a collection (`NoDocumentsFoundError`,
 * `CollectionNotFoundError`). What is listed or counted, and matches nothing, is an empty list or zeros, also where nothing has
 * been added yet. docs/operations.md says it of each call.
 */
export class KnowledgeBase implements AsyncDisposable {
  readonly #parts: Parts;
  readonly #parent: KnowledgeBase | undefined;
  readonly #watches = new Set<FolderWatch>();
  readonly #understood = new Recent<Understood>(500);
  readonly #routed = new Recent<Route>(500);
  readonly #means = new Recent<Float32Array>(100);
  readonly #names = new CollectionNames(onDocuments);

  /**
   * @param parent of a scoped one, which ends what that watches.
   * @internal
   */
  constructor(parts: Parts, parent?: KnowledgeBase) {
    this.#parts = parts;
    this.#parent = parent;
  }

  /** The configuration in force, defaults filled in, secrets masked. */
  get config(): Config {
    requireWholeStore(this.#parts, 'config');
    return maskSecrets(this.#parts.config);
  }

  /**
   * A knowledge base for somebody, over the same store: a tenant's documents, those that match a filter, those of some
   * collections, for reading or for writing. What it does not see is as if it were not there, for every operation; ids and
   * names of others are missing ones. It has its own caches, so keep it for as long as it is used. To close it ends what
   * it watches, and nothing else. See docs/tenants.md.
   * @throws ConfigError for a malformed option; FilterError for a malformed filter, or one on fields of chunks.
   */
  scoped(options: ScopedOptions): ScopedKnowledgeBase {
    requireWholeStore(this.#parts, 'scoped');
    return new KnowledgeBase(scopedParts(this.#parts, options), this);
  }

  /**
   * Loads, chunks, embeds and stores documents; a string is a path (a folder stands for the files below it) or
   * a URL. A document that fails is reported in `errors` and leaves nothing behind; the others are stored. A
   * document that is there already is replaced when its bytes or its description changed, else skipped. What is added can be
   * found; where `adapting` says so, the built-in model goes on to learn from it, and finds better when that has ended.
   * @throws ConfigError for malformed input; StoreError when the store fails; the signal's reason on abort.
   */
  async addDocuments(
    inputs: readonly (string | DocumentInput)[],
    options?: AddOptions,
  ): Promise<AddResponse> {
    requireWrite(this.#parts, 'addDocuments');
    const work = async () => {
      const { addDocuments } = await import('./add/add.ts');
      return addDocuments(this.#parts, inputs, options);
    };
    return this.#parts.telemetry.run({ type: 'add', ...placeOf(options) }, work, describeAdding);
  }

  /**
   * Reads and cuts one document as adding it would, by the settings in force or its own `chunking`, and stores nothing.
   * @throws LoadError or a subclass; ChunkingError; ConfigError for a folder or a bad setting; the signal's reason.
   */
  async previewChunks(
    input: string | DocumentInput,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<ChunkPreview> {
    const { previewChunks } = await import('./add/preview.ts');
    return previewChunks(this.#parts, input, options.signal);
  }

  /**
   * Reads one document as adding it would, and stores nothing: its text with pages, layout, sections, blocks, tables
   * and links.
   * @throws LoadError or a subclass; ConfigError for a folder; the signal's reason.
   */
  async loadDocument(
    input: string | DocumentInput,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<ReadDocument> {
    const { readDocument } = await import('./add/load-document.ts');
    return readDocument(this.#parts, input, options.signal);
  }

  /**
   * Replaces, appends, deletes or upserts documents, or changes metadata only, in one transaction.
   * Of several that are named, `warnings` say which are not there.
   * @throws NoDocumentsFoundError when nothing matches; CollectionNotFoundError; ConfigError when a deletion names nothing.
   */
  async updateDocuments(request: UpdateRequest): Promise<UpdateResponse> {
    requireWrite(this.#parts, 'updateDocuments');
    return this.#run('update', placeOf(request), async () => {
      const { updateDocuments } = await import('./update/update.ts');
      return updateDocuments(this.#parts, request);
    });
  }

  /**
   * Makes a collection mirror a folder: adds new files, replaces changed ones, follows renamed ones without embedding,
   * removes what is gone. Only documents that came from this folder are ever removed. Documents are stored whole; a
   * sync that was stopped is gone on with by the next. With `watch`, it goes on after the first sync.
   * @throws LoadError when there is no such folder; ConfigError when it is empty or gone, unless `allowEmpty`; the
   * signal's reason on abort.
   */
  async sync(folder: string, options: SyncOptions = {}): Promise<SyncResult> {
    requireWrite(this.#parts, 'sync');
    const { checkSyncOptions, syncFolder } = await import('./sync/sync.ts');
    const checked = checkSyncOptions(options);
    return checked.watch
      ? (await this.watch(folder, options)).first
      : this.#run('sync', placeOf(options), () => syncFolder(this.#parts, folder, checked));
  }

  /**
   * Syncs a folder, and again whenever something in it changes, until the handle or the knowledge base is closed or the
   * signal is aborted.
   * @throws what the first sync throws; later failures go to `onError`.
   */
  async watch(folder: string, options: Omit<SyncOptions, 'watch' | 'dryRun'> = {}): Promise<FolderWatch> {
    requireWrite(this.#parts, 'watch');
    const { checkSyncOptions, syncFolder } = await import('./sync/sync.ts');
    const { watchFolder } = await import('./sync/watch.ts');
    const checked = checkSyncOptions({ ...options, watch: true });
    const watch = await watchFolder(folder, checked, (signal) =>
      this.#run('sync', placeOf(options), () => syncFolder(this.#parts, folder, { ...checked, signal })),
    );
    this.#watches.add(watch);
    if (this.#parent) this.#parent.#watches.add(watch);
    return watch;
  }

  /**
   * Adds the documents that a queue asks for, several at once, beside any other worker; until it is empty (`drain`), or until
   * the signal is aborted, which gives back what is under way. A source that fails is tried again later, up to five times; one
   * of a job with a `scope` is added as `scoped` would. The built-in model is not adapted meanwhile: call `adapt` afterwards.
   * @param queue what `openQueue` gives.
   * @throws StoreError when the store or the queue fails; EmbeddingModelMismatchError where another model is configured than the
   * collection's; the signal's reason on abort.
   */
  async work(queue: IngestionQueue, options?: WorkOptions): Promise<WorkResponse> {
    requireWholeStore(this.#parts, 'work');
    const { work } = await import('./work/work.ts');
    return this.#run('work', {}, () => work(this.#parts, queue, options));
  }

  /**
   * Ranked chunks for a query, best first, with every score, counts and milliseconds a stage.
   * @throws CollectionNotFoundError; FilterError; ConfigError for an empty query or a bad option.
   */
  async retrieve(query: string, options: RetrieveOptions = {}): Promise<RetrieveResponse> {
    const response = withoutSharedWords(this.#parts, await this.#retrieve(query, options));
    return options.fullChunks === false ? withExcerpts(response) : response;
  }

  /**
   * The collections that `retrieve` would search for a query, what chose them (a rule, a language model, the default) and
   * why; nothing is searched.
   * @throws as `retrieve` does.
   */
  async route(query: string, options: RouteOptions = {}): Promise<RouteResponse> {
    const request = buildRetrieveRequest(query, options, this.#parts.config);
    const { routeOf } = await import('./search/route.ts');
    const { store, languageModel } = this.#parts;
    return routeOf({ store, languageModel, routed: this.#routed }, request);
  }

  #retrieve(query: string, options: RetrieveOptions): Promise<RetrieveResponse> {
    const topK = options.topK ?? this.#parts.config.retrieval.topK;
    const start = { type: 'retrieve', ...placeOf(options), query, topK } as const;
    return this.#parts.telemetry.run(start, () => this.#runStages(query, options), describeRetrieval);
  }

  async #whereNear(request: RetrieveRequest, { region }: RetrieveOptions): Promise<RetrieveRequest> {
    const near = parseNear(region);
    if (near === undefined) return request;
    const { store } = this.#parts;
    const { withNear } = await import('./search/near-places.ts');
    const all = request.routing && (await store.collections()).map(({ name }) => name);
    const { filter, collections } = request;
    return { ...request, filter: await withNear(store, near, { collections: all ?? collections, filter }) };
  }

  async #runStages(query: string, options: RetrieveOptions): Promise<RetrieveResponse> {
    const { config, store, embedderFor, reranking, languageModel, tokenizer, scope } = this.#parts;
    const request = await this.#whereNear(buildRetrieveRequest(query, options, config), options);
    const { fields: said } = config.retrieval;
    const fields = (collections: readonly string[], filter: FilterNode | undefined) =>
      describeFields(store, { collections, filter, isScoped: scope !== undefined }, said);
    const parts = {
      store,
      embedderFor,
      reranker: reranking?.reranker,
      selfQuery: { fields, parseFilter },
      languageModel,
      tokenizer,
      understood: this.#understood,
      routed: this.#routed,
      means: this.#means,
      names: this.#names,
    };
    const response = await runStages(parts, request);
    const { filter, constraint } = request;
    if (response.hits.length > 0 || (filter ?? constraint) === undefined) return response;
    const { describeNothingFound } = await import('./search/nothing-found.ts');
    const { collections = request.collections } = response.queries.route ?? {};
    const usual = parseFilter(config.retrieval.filter);
    const why = await describeNothingFound(store, { ...request, collections, usual });
    return { ...response, warnings: [...response.warnings, ...why] };
  }

  /**
   * An answer whose quotes were found in their documents: the sentences of the documents that answer, verbatim; or what a language model
   * writes (`answer.model`, or `model` here), each claim checked against the words that it cites. `answered` is false
   * when the documents do not answer. Where the model fails, the extractive answer stands in, with a warning.
   * @throws as `retrieve` does; ConfigError for a model that is not configured.
   */
  ask(question: string, options: AskOptions = {}): Promise<CitedAnswer> {
    return lastAnswer(this.askStream(question, options));
  }

  /**
   * The same as it comes: `retrieval`, what was found; `text`, a `citation` as soon as its quote is found and before its first marker, each `claim`, and
   * in the end `done` with the whole answer. After a `restart`, what came before counts no more.
   * @throws as `ask` does.
   */
  askStream(question: string, options: AskOptions = {}): AsyncGenerator<AnswerEvent, void, undefined> {
    const start = { type: 'ask', ...placeOf(options), query: question } as const;
    const asking = this.#asking();
    return this.#parts.telemetry.stream<AnswerEvent>(
      start,
      async function* () {
        const { askStream } = await import('./ask/ask.ts');
        yield* askStream(asking, question, options);
      },
      describeDone,
    );
  }

  /**
   * Asks the last question of a conversation. A follow-up is first rewritten so that it stands alone: by the language
   * model that answers, else by a rule that adds what the questions before it name; `standalone` says how.
   * @throws as `ask` does; ConfigError when the last message is not the user's.
   */
  chat(options: ChatOptions): Promise<ChatAnswer> {
    return lastAnswer(this.chatStream(options));
  }

  /** The same as it comes: the question that is asked of the documents, then what `askStream` gives. */
  chatStream(options: ChatOptions): AsyncGenerator<ChatEvent, void, undefined> {
    const start = { type: 'chat', ...placeOf(options), ...questionOf(options) } as const;
    const asking = this.#asking();
    return this.#parts.telemetry.stream<ChatEvent>(
      start,
      async function* () {
        const { chatStream } = await import('./ask/chat.ts');
        yield* chatStream(asking, options);
      },
      describeDone,
    );
  }

  /** A conversation that remembers what was said; the options are those of each question. */
  conversation(options: AskOptions = {}): Conversation {
    return new Conversation(this.chatStream.bind(this), options);
  }

  /** Runs an operation that is told of by what its result counts. */
  #run<Result extends object | void>(
    type: OperationType,
    place: Pick<OperationStart, 'collection'>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    return this.#parts.telemetry.run({ type, ...place }, work, describeResult);
  }

  #asking(): Asking {
    return { parts: this.#parts, retrieve: this.#retrieve.bind(this) };
  }

  /**
   * Pictures of the page regions that a citation quotes, the quote highlighted: one for each page, drawn here from the
   * file that the document was read from. None for documents without pages.
   * @throws NoDocumentsFoundError when the document is gone or has changed; LoadError when its file is gone;
   * PdfEncryptedError without the password of an encrypted one; the signal's reason on abort.
   */
  async snapshot(citation: Citation, options?: SnapshotOptions): Promise<Snapshot[]> {
    const { snapshotsOf } = await import('./show/snapshot.ts');
    return snapshotsOf(this.#parts, citation, options);
  }

  /**
   * The citation of words of a document, or of a span of its text, as it is stored now: page, section, rectangles. Of a quote,
   * `located` says whether it stands there; where it is `no`, there is no span.
   * @throws NoDocumentsFoundError when there is no such document; ConfigError for what names no place.
   */
  async cite(place: QuotedPlace): Promise<Citation> {
    const { cite } = await import('./show/cite.ts');
    return cite(this.#parts, place);
  }

  /**
   * The text around a quote, as it is stored now.
   * @throws NoDocumentsFoundError when the document is gone, or says something else there by now.
   */
  async surroundings(citation: Citation, options?: SurroundingsOptions): Promise<Surroundings> {
    const { surroundingsOf } = await import('./show/cited-place.ts');
    return surroundingsOf(this.#parts, citation, options);
  }

  /**
   * Measures retrieval over queries with known answers, and compares configurations over the same queries. A dataset
   * that brings its documents has them indexed first; else the collection at hand is searched.
   * @param dataset a path (YAML query set, or a folder of BEIR and others), or what `loadDataset` gives.
   * @throws ConfigError for a malformed dataset, with file and line, an unknown id, metric or option.
   */
  evaluate(dataset: string | EvaluationDataset, options?: EvaluateOptions): Promise<EvaluationResult> {
    return this.#run('evaluate', placeOf(options), async () => {
      const { evaluateDataset } = await import('./evaluate/evaluate.ts');
      return evaluateDataset(this.#evaluated(), dataset, options);
    });
  }

  /**
   * Looks for the way of merging both searches (`retrieval.vectorWeight`) that suits queries with known
   * answers, by cross-validation, and says whether it is better than what is in force beyond chance.
   * @throws as `evaluate` does.
   */
  async tuneFusion(dataset: string | EvaluationDataset, options?: TuneFusionOptions): Promise<Tuning> {
    const { tuneFusion } = await import('./evaluate/tune.ts');
    return this.#run('evaluate', placeOf(options), () => tuneFusion(this.#evaluated(), dataset, options));
  }

  #evaluated(): EvaluatedParts {
    return { parts: this.#parts, retrieve: this.retrieve.bind(this), ask: this.ask.bind(this) };
  }

  /**
   * Adapts the built-in model to what a collection says and embeds it with that, where texts held out are found better
   * so. Where that is under way, it waits for its end, and learns once more where documents have come meanwhile. Additions begin it by
   * themselves (`embedding.adapt`) once there are enough documents, and when they have doubled; what was stopped begins again
   * with the next.
   * @throws ConfigError for another model than the built-in one; CollectionNotFoundError; the signal's reason on abort.
   */
  async adapt(options?: AdaptOptions): Promise<AdaptResponse> {
    requireWholeCollections(this.#parts, 'adapt');
    return this.#run('adapt', placeOf(options), async () => {
      const { adaptCollection } = await import('./adapt/adapt.ts');
      return adaptCollection(this.#parts, options);
    });
  }

  /**
   * Embeds a collection again with the configured model, such as after that was changed. Searches find what they found
   * before until all is done.
   * @throws CollectionNotFoundError; EmbeddingError when the model fails; the signal's reason on abort.
   */
  async reembed(options?: ReembedOptions): Promise<ReembedResponse> {
    requireWholeCollections(this.#parts, 'reembed');
    return this.#run('reembed', placeOf(options), async () => {
      const { reembedCollection } = await import('./adapt/reembed.ts');
      return reembedCollection(this.#parts, options);
    });
  }

  /**
   * Drafts queries with known answers from the documents, with the configured language model: one call for each of a
   * seeded sample of chunks, spread over the documents. A draft is kept only when the quote that it rests on stands in
   * its chunk; a person should check every draft before it is used as a measure.
   * @throws ConfigError without a language model, or for an empty collection; GenerationError when the model fails before
   * anything is drafted (later, what there is comes back with a warning); the signal's reason on abort.
   */
  async synthesize(options?: SynthesizeOptions): Promise<Synthesis> {
    const { synthesize } = await import('./evaluate/synthesize.ts');
    return this.#run('synthesize', placeOf(options), () => synthesize(this.#parts, options));
  }

  /** All of them, by name; none where nothing has been added yet. */
  collections(): Promise<Collection[]> {
    return this.#parts.store.collections();
  }

  /**
   * Documents that match a filter, ordered by id; all of them unless `limit` is given. The collection comes second:
   * `kb.documents({ format: 'pdf' }, { collection: 'contracts' })`, `kb.documents(undefined, { collection: 'contracts' })`.
   * @param filter conditions on fields of documents and of their metadata; no document has one called `collection`.
   * @throws FilterError for a malformed filter; ConfigError for a malformed page; CollectionNotFoundError.
   */
  async documents(filter?: Filter, page: PageRequest & InCollection = {}): Promise<Document[]> {
    const { collection, ...rows } = parseOptions(pageSchema, page, 'page of documents');
    const parsed = parseFilter(filter);
    return inNamedOrNone(collection, [], (name) => this.#parts.store.documents(name, parsed, rows));
  }

  /**
   * Why a filter may match nothing: the fields that no document or chunk has, and what may have been meant; and those that
   * hold values of another type. A sentence each.
   * @throws FilterError for a malformed filter; CollectionNotFoundError.
   */
  async unknownFields(filter: Filter, { collection }: InCollection = {}): Promise<string[]> {
    const { describeUnknownFields } = await import('./search/nothing-found.ts');
    const parsed = parseFilter(filter);
    return inNamedOrNone(collection, [], (name) =>
      describeUnknownFields(this.#parts.store, { collections: [name], filter: parsed }),
    );
  }

  /**
   * The fields that filters may use, of the first 200 documents of each collection, with their type and values that there are;
   * what the configuration says of a field goes first. None where nothing has been added yet.
   * @param collections all of them unless given.
   * @throws CollectionNotFoundError for one that is not there.
   */
  async fields({ collections }: InCollections = {}): Promise<FieldDescription[]> {
    const names = collections ?? (await this.collections()).map(({ name }) => name);
    const { fields: said } = this.#parts.config.retrieval;
    const { store, scope } = this.#parts;
    const asked = { collections: names, filter: undefined, isScoped: scope !== undefined };
    return describeFields(store, asked, said);
  }

  /**
   * What is known of a document, without its text.
   * @throws NoDocumentsFoundError when there is no such document, or no such version of it; CollectionNotFoundError.
   */
  async describe(documentId: string, options: InVersion = {}): Promise<Document> {
    const { collection, reference } = parsePlace(documentId, options);
    const [document] = await this.#parts.store.documentsById(collection, [reference]);
    if (document === undefined) throw noSuchDocument(documentId, options);
    return document;
  }

  /**
   * The same with its text, pages, sections, blocks, tables with their cells, links and pictures. A document that was stored
   * before the last four were kept has none of them until it is added anew.
   * @throws as `describe` does.
   */
  async document(documentId: string, options: InVersion = {}): Promise<FullDocument> {
    const { document, content } = await requireWhole(this.#parts.store, documentId, options);
    const { structure, ...rest } = content;
    return { ...document, ...rest, blocks: [], tables: [], links: [], pictures: [], ...structure };
  }

  /**
   * A part of a document's text that has at most `maxTokens` (4,000 unless given): a page, a span, or from a place on. It does not
   * end within a word; to go on, begin where it ended.
   * @throws NoDocumentsFoundError when there is no such document or page, or its text ends before; ConfigError for a bad option.
   */
  async readPart(
    documentId: string,
    { collection, version, ...options }: PartOptions & InVersion = {},
  ): Promise<DocumentPart> {
    const found = await requireWhole(this.#parts.store, documentId, { collection, version });
    const { readPart } = await import('./show/read-part.ts');
    return readPart(found, await this.#parts.tokenizer(), options);
  }

  /** How many tokens a text has, in those that `chunking.tokenizer` counts in; where they are more than `most`, any number above it. */
  async countTokens(text: string, most?: number): Promise<number> {
    const tokenizer = await this.#parts.tokenizer();
    return tokenizer.count(text, most);
  }

  /**
   * What stands in a region of a page: `{ page: 2, name: 'top-right' }`, or `{ page, x0, y0, x1, y1 }` in points or in
   * fractions of the page; or near a text or a picture: `{ near, page?, within? }`, as `region` of `retrieve` has it.
   * @throws FilterError for a region that is none; NoDocumentsFoundError when there is no such document or page.
   */
  async textInRegion(documentId: string, region: RegionFilter, options: InVersion = {}): Promise<string> {
    const { document, content } = await requireWhole(this.#parts.store, documentId, options);
    return textInRegion(document.title, content, region);
  }

  /**
   * All chunks of a document, by sequence.
   * @throws NoDocumentsFoundError when there is no such document, or no such version of it; ConfigError for a bad option.
   */
  async chunks(documentId: string, options: InVersion = {}): Promise<Chunk[]> {
    const { collection, reference } = parsePlace(documentId, options);
    const chunks = await this.#parts.store.chunksOf(collection, reference);
    if (chunks.length === 0) await this.describe(documentId, options); // throws where there is none
    return chunks;
  }

  /**
   * The bytes that a document was read from, where they were kept (`ingest.keepOriginals`); else `undefined`.
   * @throws NoDocumentsFoundError when there is no such document; StoreError when the kept bytes are damaged.
   */
  async original(documentId: string, options: InVersion = {}): Promise<Uint8Array | undefined> {
    const { collection, reference } = parsePlace(documentId, options);
    const bytes = await this.#parts.store.original(collection, reference);
    if (bytes === undefined) await this.describe(documentId, options);
    return bytes;
  }

  /**
   * A page of a PDF as a PNG picture with its words, lines, blocks, tables and headings outlined.
   * @throws NoDocumentsFoundError when there is no such document or page, or it has no pages; LoadError when what it was
   * read from is gone.
   */
  async layoutPicture(
    documentId: string,
    { collection, version, ...options }: LayoutPictureOptions & InVersion = {},
  ): Promise<LayoutPicture> {
    const place = { collection, version };
    const document = await this.describe(documentId, place);
    const { reference } = parsePlace(documentId, place);
    const { layoutPicture } = await import('./show/layout-picture.ts');
    return layoutPicture(this.#parts, document, { ...options, reference });
  }

  /**
   * A page of a PDF as a PNG picture.
   * @throws NoDocumentsFoundError when there is no such document or page, or it is no PDF; LoadError when what it was read
   * from is gone; PdfEncryptedError without the password of an encrypted one; the signal's reason on abort.
   */
  async pagePicture(
    documentId: string,
    { collection, version, ...options }: PagePictureOptions & InVersion = {},
  ): Promise<PagePicture> {
    const found = await requireWhole(this.#parts.store, documentId, { collection, version });
    const { pagePicture } = await import('./show/page-picture.ts');
    return pagePicture(this.#parts, found, options);
  }

  /**
   * Documents, chunks, tokens and bytes: the total, then a group for each value of `groupBy`, largest first. Zeros where nothing
   * matches, or nothing has been added yet.
   * @throws CollectionNotFoundError for a collection that is named and not there.
   */
  async stats(options: StatsOptions = {}): Promise<StatsGroup[]> {
    const checked = parseOptions(statsSchema, options, 'options of stats');
    const { collection, filter, ...grouping } = checked;
    const parsed = parseFilter(filter);
    const none = [{ documents: 0, chunks: 0, tokens: 0, bytes: 0 }];
    return inNamedOrNone(collection, none, (name) =>
      this.#parts.store.stats(name, { ...grouping, filter: parsed }),
    );
  }

  /**
   * Removes a collection with all that is in it.
   * @throws CollectionNotFoundError
   */
  async removeCollection(name: string, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
    requireWholeCollections(this.#parts, 'removeCollection');
    const collection = parseOptions(collectionNameSchema, name, 'name of a collection');
    const work = () => this.#parts.store.removeCollection(collection, { signal });
    return this.#run('removeCollection', { collection }, work);
  }

  /**
   * Looks at everything that is stored: damage of the file, texts and chunks that contradict each other, indexes that do
   * not fit them. `repair` makes anew what follows from the documents; the rest is reported with document ids.
   */
  async check(options?: CheckOptions): Promise<StoreCheck> {
    requireWholeStore(this.#parts, 'check');
    return this.#run('check', {}, () => checkStore(this.#parts, options));
  }

  /**
   * Gives the room of what was removed back to the disk: nothing of it is left in any file. Searches go on, changes wait.
   * @throws StoreError when a reader holds on to an old state, or the disk is full: the store is then as it was.
   */
  async vacuum(options?: VacuumOptions): Promise<VacuumResult> {
    requireWholeStore(this.#parts, 'vacuum');
    return this.#run('vacuum', {}, () => vacuumStore(this.#parts, options));
  }

  /**
   * Writes one state of the whole store into a folder, itself a store, while others read and write; checked, and there as
   * a whole or not at all. `restoreBackup` is its inverse.
   * @throws StoreError when the folder holds something else, or a backup and `force` is not given.
   */
  async backup(folder: string, options?: BackupOptions): Promise<BackupResult> {
    requireWholeStore(this.#parts, 'backup');
    return this.#run('backup', {}, () => backupStore(this.#parts, folder, options));
  }

  /**
   * Everything that is stored as lines of JSON, vectors and adapted models included: what `import` takes in.
   * @throws CollectionNotFoundError
   */
  async *export(options?: ExportOptions): AsyncGenerator<string, void, undefined> {
    const { exportLines } = await import('./transfer/export.ts');
    const start = { type: 'export', ...namedPlaceOf(options) } as const;
    yield* this.#parts.telemetry.stream(
      start,
      () => exportLines(this.#parts, options),
      () => undefined,
    );
  }

  /**
   * Takes in what `export` gave, in pieces of any size; nothing is embedded. What is there already is skipped.
   * @throws LoadError with the number of the line that is wrong: the documents before it are stored;
   * EmbeddingModelMismatchError where there is a collection of another model.
   */
  async import(
    source: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
    options?: ImportOptions,
  ): Promise<TransferResult> {
    requireWrite(this.#parts, 'import');
    const { importLines } = await import('./transfer/import.ts');
    return this.#run('import', namedPlaceOf(options), () => importLines(this.#parts, source, options));
  }

  /**
   * Copies collections into another knowledge base, with vectors, originals and adapted models: nothing is embedded.
   * What is there already is skipped, so that a copy that was stopped goes on when it is run again. At the end each document
   * is read from both and compared.
   * @throws CollectionNotFoundError; EmbeddingModelMismatchError where there is a collection of another model; StoreError that
   * names the documents whose copies differ.
   */
  async copyTo(other: ScopedKnowledgeBase, options?: CopyOptions): Promise<CopyResult> {
    const target = (other as KnowledgeBase).#parts;
    requireWrite(target, 'copyTo');
    const { copyCollections } = await import('./transfer/copy.ts');
    return this.#run('copy', namedPlaceOf(options), () => copyCollections(this.#parts, target, options));
  }

  /**
   * Whether each configured part answers, asked all at once; language models and providers are sent a few words. A part that
   * fails, or does not answer in time, is named with `ok: false`.
   * @throws ConfigError for a bad option; the signal's reason.
   */
  async health(options?: HealthOptions): Promise<HealthCheck[]> {
    requireWholeStore(this.#parts, 'health');
    return checkHealth(this.#parts, options);
  }

  /** Ends what is watched, and lets go of the store and the models. */
  async close(): Promise<void> {
    await Promise.all([...this.#watches].map((watch) => watch.close()));
    await closeParts(this.#parts);
  }

  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/**
 * A knowledge base for somebody, as `KnowledgeBase.scoped` gives it: all but what is of the whole store. Those operations
 * throw an `AccessError`.
 */
export type ScopedKnowledgeBase = Omit<
  KnowledgeBase,
  'config' | 'work' | 'check' | 'vacuum' | 'backup' | 'health' | 'scoped'
>;

/** A collection that is named must be there; the default one, where nothing was added yet, has nothing. */
async function inNamedOrNone<Result>(
  collection: string | undefined,
  none: Result,
  read: (name: string) => Promise<Result>,
): Promise<Result> {
  try {
    return await read(collection ?? 'default');
  } catch (error) {
    if (collection === undefined && error instanceof CollectionNotFoundError) return none;
    throw error;
  }
}

/** As `openKnowledgeBase` of the library, which says what it throws. */
export async function openKnowledgeBase(
  config: ConfigInput = {},
  { create = true, check: rawCheck = 'reachable', checkTimeoutMs, ...options }: OpenOptions = {},
): Promise<KnowledgeBase> {
  const { onModelDownload, signal, store } = options;
  const check = parseOptions(openCheckSchema, rawCheck, 'check');
  const timeoutMs = parseOptions(checkTimeoutSchema, checkTimeoutMs, 'checkTimeoutMs');
  const parts = await openParts(parseConfig(config), {
    create,
    onModelDownload,
    signal,
    store,
    check: (opened) => findProblems(opened, { check, timeoutMs, signal }),
  });
  return new KnowledgeBase(parts);
}
