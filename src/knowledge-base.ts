/**
 * The composition root: with the files in `knowledge-base/` the only code that knows every stage. It calls a
 * stage, gets data back, and calls the next; no stage calls another.
 *
 *   add       load → chunk → validate → embed → store.write          one document = one transaction
 *   retrieve  embed(query) → search vectors ‖ keywords → fuse → deduplicate → diversify → select → expand → budget
 *   ask       retrieve → answer (extract) → verify → cite
 */
import { z } from 'zod';
import { answer } from './answer/answer.ts';
import { createExtractiveGenerator } from './answer/extractive.ts';
import { maskSecrets, parseConfig, type Config, type ConfigInput } from './config.ts';
import { NoDocumentsFoundError } from './errors.ts';
import type { EvaluationDataset } from './evaluate/datasets/dataset.ts';
import type { EvaluationResult } from './evaluate/result.ts';
import { addDocuments, type AddOptions, type AddResponse } from './knowledge-base/add.ts';
import { evaluateDataset, type EvaluateOptions } from './knowledge-base/evaluate.ts';
import type { DocumentInput } from './knowledge-base/inputs.ts';
import { collectionNameSchema, parseOptions } from './knowledge-base/options.ts';
import { checkHealth, openParts, type HealthCheck, type Parts } from './knowledge-base/parts.ts';
import { buildRetrieveRequest, type RetrieveOptions } from './knowledge-base/query.ts';
import type { Synthesis, SynthesizeOptions } from './knowledge-base/synthesize.ts';
import { updateDocuments, type UpdateRequest, type UpdateResponse } from './knowledge-base/update.ts';
import { retrieve as runStages } from './retrieve/retrieve.ts';
import { parseFilter } from './store/parse-filter.ts';
import type { DocumentContent, StatsGroup } from './store/store.ts';
import { documentKey } from './util/document-key.ts';
import type { Chunk, CitedAnswer, Collection, Document, PageRequest, RetrieveResponse } from './types.ts';

const pageSchema = z.strictObject({
  collection: collectionNameSchema.optional(),
  limit: z.int().min(1).optional(),
  offset: z.int().min(0).optional(),
});

export interface InCollection {
  /** `default` unless given. */
  readonly collection?: string;
}

export type AskOptions = RetrieveOptions;

/** A stored document with its canonical text, pages (with layout) and sections. */
export type FullDocument = Document & DocumentContent;

/** Collections of documents that can be searched and asked. Made by `openKnowledgeBase`. */
export class KnowledgeBase implements AsyncDisposable {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The configuration in force, defaults filled in, secrets masked. */
  get config(): Config {
    return maskSecrets(this.#parts.config);
  }

  /**
   * Loads, chunks, embeds and stores documents; a string is a path (a folder stands for the files below it) or
   * a URL. A document that fails is reported in `errors` and leaves nothing behind; the others are stored. A
   * document that is there already is replaced when its bytes or its description changed, else skipped.
   * @throws ConfigError for malformed input; StoreError when the store fails; the signal's reason on abort.
   */
  addDocuments(inputs: readonly (string | DocumentInput)[], options?: AddOptions): Promise<AddResponse> {
    return addDocuments(this.#parts, inputs, options);
  }

  /**
   * Replaces, appends, deletes or upserts documents, or changes metadata only, in one transaction.
   * @throws NoDocumentsFoundError when nothing matches; ConfigError when a deletion names nothing.
   */
  updateDocuments(request: UpdateRequest): Promise<UpdateResponse> {
    return updateDocuments(this.#parts, request);
  }

  /**
   * Ranked chunks for a query, best first, with every score, counts and milliseconds a stage.
   * @throws CollectionNotFoundError; FilterError; ConfigError for an empty query or a bad option.
   */
  async retrieve(query: string, options: RetrieveOptions = {}): Promise<RetrieveResponse> {
    const request = buildRetrieveRequest(query, options, this.#parts.config);
    const { store, embedder } = this.#parts;
    const tokenizer = await this.#parts.tokenizer();
    return runStages({ store, embedder, countTokens: (text) => tokenizer.count(text) }, request);
  }

  /**
   * The sentences of the documents that answer, verbatim, each with a verified citation; `answered` is false
   * when the documents do not answer.
   * @throws as `retrieve` does.
   */
  async ask(question: string, options: AskOptions = {}): Promise<CitedAnswer> {
    const { store, embedder, config } = this.#parts;
    const retrieval = await this.retrieve(question, { ...config.answer, ...options });
    const documents = new Map(retrieval.sources.map(({ document }) => [documentKey(document), document]));
    const idfs = new Map(retrieval.queries.terms.map(({ term, idf }) => [term, idf]));
    return answer(
      {
        generator: createExtractiveGenerator({ embedder, idf: (term) => idfs.get(term) ?? 0 }),
        document: (place) => documents.get(documentKey(place)),
        content: ({ collection, documentId }) => store.content(collection, documentId),
      },
      { question, retrieval, signal: options.signal },
    );
  }

  /**
   * Measures retrieval over queries with known answers, and compares configurations over the same queries. A dataset
   * that brings its documents has them indexed first; else the collection at hand is searched.
   * @param dataset a path (YAML query set, or a folder of BEIR and others), or what `loadDataset` gives.
   * @throws ConfigError for a malformed dataset, with file and line, an unknown id, metric or option.
   */
  evaluate(dataset: string | EvaluationDataset, options?: EvaluateOptions): Promise<EvaluationResult> {
    const retrieve = this.retrieve.bind(this);
    const ask = this.ask.bind(this);
    return evaluateDataset({ parts: this.#parts, retrieve, ask }, dataset, options);
  }

  /**
   * Drafts queries with known answers from the documents, with the configured language model: one call for each of a
   * seeded sample of chunks, spread over the documents. A draft is kept only when the quote that it rests on stands in
   * its chunk; a person should check every draft before it is used as a measure.
   * @throws ConfigError without a language model, or for an empty collection; GenerationError when the model fails before
   * anything is drafted (later, what there is comes back with a warning); the signal's reason on abort.
   */
  async synthesize(options?: SynthesizeOptions): Promise<Synthesis> {
    const { synthesize } = await import('./knowledge-base/synthesize.ts');
    return synthesize(this.#parts, options);
  }

  collections(): Promise<Collection[]> {
    return this.#parts.store.collections();
  }

  /** Documents that match, ordered by id; all of them unless `limit` is given. */
  documents(filter?: unknown, page: PageRequest & InCollection = {}): Promise<Document[]> {
    const { collection = 'default', ...rows } = parseOptions(pageSchema, page, 'page of documents');
    return this.#parts.store.documents(collection, parseFilter(filter), rows);
  }

  /** @throws NoDocumentsFoundError when there is no such document. */
  async document(documentId: string, { collection = 'default' }: InCollection = {}): Promise<FullDocument> {
    const { store } = this.#parts;
    const [document] = await store.documentsById(collection, [documentId]);
    const content = await store.content(collection, documentId);
    if (document === undefined || content === undefined) {
      throw new NoDocumentsFoundError(`There is no document "${documentId}" in collection "${collection}"`, {
        hint: 'List what there is with `pincite list`.',
        context: { document: documentId, collection },
      });
    }
    return { ...document, ...content };
  }

  /** All chunks of a document, by sequence; none when there is no such document. */
  chunks(documentId: string, { collection = 'default' }: InCollection = {}): Promise<Chunk[]> {
    return this.#parts.store.chunksOf(collection, documentId);
  }

  /** Documents, chunks, tokens and bytes: the total, then a group for each value of `groupBy`, largest first. */
  stats(options: { filter?: unknown; groupBy?: string } & InCollection = {}): Promise<StatsGroup[]> {
    const { collection = 'default', groupBy } = options;
    return this.#parts.store.stats(collection, { filter: parseFilter(options.filter), groupBy });
  }

  /** Removes a collection with all that is in it. */
  removeCollection(name: string): Promise<void> {
    return this.#parts.store.removeCollection(name);
  }

  /** Whether each configured part answers. */
  health(): Promise<HealthCheck[]> {
    return checkHealth(this.#parts);
  }

  close(): Promise<void> {
    return this.#parts.store.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/**
 * Opens a knowledge base; everything has a default (`sqlite:./.pincite`, the built-in embedder).
 * Reads neither files nor the environment: pass what `loadConfig` gives for that.
 * @throws ConfigError that lists every problem at once; StoreError when the store cannot be opened.
 */
export async function openKnowledgeBase(config: ConfigInput = {}): Promise<KnowledgeBase> {
  return new KnowledgeBase(await openParts(parseConfig(config)));
}
