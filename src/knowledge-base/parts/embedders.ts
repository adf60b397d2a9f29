import type { Embedder } from '../../embed/embedder.ts';
import { EmbeddingDimensionError, EmbeddingModelMismatchError } from '../../errors.ts';
import type { EmbeddedCollection } from '../../retrieve/parts.ts';
import type { Store } from '../../store/store.ts';
import type { RetrieveResponse } from '../../types.ts';

/**
 * Gives the embedder of a collection: the configured one, or the collection's own form of it.
 * @throws EmbeddingModelMismatchError, EmbeddingDimensionError when the collection is embedded with something else.
 */
export type EmbedderFor = (collection: EmbeddedCollection) => Promise<Embedder>;

export interface EmbeddingParts {
  readonly store: Store;
  /** The configured one. */
  readonly embedder: Embedder;
  readonly embedderFor: EmbedderFor;
}

/** Adapted models kept in memory, each some megabytes. */
const mostOpened = 4;

/** Whether that is the model, changed by what a collection says: `<model>+<hash>`. */
export const isAdaptedFrom = (embeddingModel: string, modelId: string): boolean =>
  embeddingModel.startsWith(`${modelId}+`);

export function openCollectionEmbedders(
  store: Store,
  embedder: Embedder,
  openTable: (table: Uint8Array) => Promise<Embedder>,
): EmbedderFor {
  const opened = new Map<string, Promise<Embedder>>();

  async function openAdapted(collection: EmbeddedCollection): Promise<Embedder> {
    const table = await store.collectionModel(collection.name);
    const own = table && (await openTable(table));
    // It may have been embedded anew since it was looked up.
    if (own?.modelId !== collection.embeddingModel)
      throw otherModel(collection, own?.modelId ?? embedder.modelId);
    return own;
  }

  return async (collection) => {
    const { embeddingModel } = collection;
    if (!isAdaptedFrom(embeddingModel, embedder.modelId)) return requireSame(collection, embedder);
    const known = opened.get(embeddingModel);
    if (known) return known;
    const opening = openAdapted(collection);
    opened.set(embeddingModel, opening);
    opening.catch(() => opened.delete(embeddingModel));
    const [oldest] = opened.keys();
    if (opened.size > mostOpened && oldest !== undefined) opened.delete(oldest);
    return opening;
  };
}

function requireSame(collection: EmbeddedCollection, embedder: Embedder): Embedder {
  const { name, embeddingModel, dimensions } = collection;
  if (embeddingModel !== embedder.modelId) throw otherModel(collection, embedder.modelId);
  if (dimensions === embedder.dimensions) return embedder;
  throw new EmbeddingDimensionError(
    `Collection "${name}" has vectors of ${dimensions} dimensions, ${embeddingModel} is set to ${embedder.dimensions}`,
    {
      hint: 'Set embedding.dimensions as it was, or embed the collection again (`reembed`).',
      context: { collection: name, stored: dimensions, configured: embedder.dimensions },
    },
  );
}

function otherModel(
  { name, embeddingModel }: EmbeddedCollection,
  modelId: string,
): EmbeddingModelMismatchError {
  return new EmbeddingModelMismatchError(
    `Collection "${name}" was embedded with ${embeddingModel}, and ${modelId} is configured`,
    {
      hint: 'Set `embedding` as it was, search by keyword, or embed the collection again (`reembed`).',
      context: { collection: name, stored: embeddingModel, configured: modelId },
    },
  );
}

/** Whether an error says that a collection is embedded with another model, or in other dimensions. */
export const isOtherModel = (error: unknown): boolean =>
  error instanceof EmbeddingModelMismatchError || error instanceof EmbeddingDimensionError;

/**
 * The embedder that an answer's sentences are compared with: that of the documents found, where they are of one model;
 * the configured one for several, and for a model that cannot be opened, since it compares texts of its own only.
 */
export async function answeringEmbedder(
  { embedder, embedderFor }: Omit<EmbeddingParts, 'store'>,
  { sources }: Pick<RetrieveResponse, 'sources'>,
): Promise<Embedder> {
  const documents = new Map(sources.map(({ document }) => [document.embeddingModel, document]));
  const [first] = documents.values();
  if (first === undefined || documents.size > 1) return embedder;
  const { collection: name, embeddingModel } = first;
  return embedderFor({ name, embeddingModel, dimensions: embedder.dimensions }).catch(() => embedder);
}

/**
 * Gives the collection's embedder; a collection that is missing is created with the configured one.
 * @throws EmbeddingModelMismatchError, EmbeddingDimensionError when it was made with another model.
 */
export async function ensureCollection(
  { store, embedder, embedderFor }: EmbeddingParts,
  name: string,
): Promise<Embedder> {
  const stored = await store.collectionSpec(name);
  if (stored) return embedderFor(stored);
  const { modelId: embeddingModel, dimensions, maxTokens } = embedder;
  return embedderFor(await store.ensureCollection({ name, embeddingModel, dimensions, maxTokens }));
}
