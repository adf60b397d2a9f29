import { isDeepStrictEqual } from 'node:util';
import { StoreError } from '../../errors.ts';
import { problemsOf } from '../../store/changes/record-problems.ts';
import type { DocumentRecord, Store, StoreReader } from '../../store/store.ts';
import type { Document } from '../../types.ts';
import { documentReference } from '../../util/ids/document-key.ts';
import type { DocumentCounts } from '../parts/options.ts';
import { sha256 } from '../../util/ids/hash.ts';

/** What came of documents that were copied or imported with their vectors. */
export interface TransferResult extends DocumentCounts {
  /** Collections that were handed over. */
  readonly collections: readonly string[];
  /** Chunks that were handed over. */
  readonly totalChunks: number;
}

/** How far an import or a copy is. */
export interface TransferProgress {
  /** The collection that the last document is of. */
  readonly collection: string;
  /** The last document. */
  readonly documentId: string;
  /** `checked`: its copy was read again and is like it. */
  readonly outcome: 'inserted' | 'replaced' | 'skipped' | 'checked';
  /** Documents so far, of all collections; those that are checked are counted apart. */
  readonly done: number;
  /** Documents and earlier versions of all collections when the copy began; absent of an import, which learns it at the end. */
  readonly total?: number;
}

export interface TransferOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: TransferProgress) => void) | undefined;
}

type Outcome = Exclude<TransferProgress['outcome'], 'checked'>;

/** Takes documents in, each whole or not at all, and counts them. What is there already is not written again. */
export class Receiver {
  readonly #store: Store;
  readonly #options: TransferOptions;
  readonly #collections = new Set<string>();
  readonly #outcomes = { inserted: 0, replaced: 0, skipped: 0 };
  #chunks = 0;

  constructor(store: Store, options: TransferOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** @throws EmbeddingModelMismatchError, EmbeddingDimensionError where there is a collection of another model. */
  async open(spec: Parameters<Store['ensureCollection']>[0]): Promise<void> {
    await this.#store.ensureCollection(spec, { signal: this.#options.signal });
    this.#collections.add(spec.name);
  }

  /** @throws StoreError when the document contradicts itself. */
  async take(collection: string, record: DocumentRecord, dimensions: number): Promise<void> {
    const [stored] = await this.#store.documentsById(collection, [referenceOf(record.document)]);
    if (stored && isSame(stored, record.document)) this.skip(collection, record.document);
    else await this.put(collection, [record], dimensions);
  }

  /**
   * Takes documents in together, whatever is there already, and gives those that were not. One that cannot just follow the
   * stored one is away for a moment.
   */
  async put(
    collection: string,
    records: readonly DocumentRecord[],
    dimensions: number,
  ): Promise<DocumentRecord[]> {
    const { signal } = this.#options;
    signal?.throwIfAborted();
    for (const record of records) requireWhole(record, dimensions);
    const stored = await this.#stored(collection, records);
    const remove = records.flatMap(({ document }) => {
      const before = stored.get(referenceOf(document));
      return before && !follows(document, before) ? [document.documentId] : [];
    });
    if (remove.length > 0) await this.#store.write(collection, { remove }, { signal });
    await this.#store.write(collection, { put: records }, { signal });
    for (const { document, chunks } of records) {
      this.#chunks += chunks.length;
      this.#count(collection, document, stored.has(referenceOf(document)) ? 'replaced' : 'inserted');
    }
    return records.filter(({ document }) => !stored.has(referenceOf(document)));
  }

  async #stored(collection: string, records: readonly DocumentRecord[]): Promise<Map<string, Document>> {
    const references = records.map(({ document }) => referenceOf(document));
    const documents = await this.#store.documentsById(collection, references);
    return new Map(documents.map((document) => [referenceOf(document), document]));
  }

  skip(collection: string, document: Document): void {
    this.#count(collection, document, 'skipped');
  }

  #count(collection: string, { documentId }: Document, outcome: Outcome): void {
    this.#outcomes[outcome] += 1;
    const { inserted, replaced, skipped } = this.#outcomes;
    this.#options.onProgress?.({ collection, documentId, outcome, done: inserted + replaced + skipped });
  }

  result(): TransferResult {
    const { inserted, replaced, skipped } = this.#outcomes;
    return {
      collections: [...this.#collections],
      documentsInserted: inserted,
      documentsReplaced: replaced,
      documentsSkipped: skipped,
      totalChunks: this.#chunks,
    };
  }
}

/** What names a version of a document in a store: the present one by the document's id. */
export function referenceOf({ documentId, version, supersededAt }: Document): string {
  return documentReference({ documentId, documentVersion: supersededAt === undefined ? undefined : version });
}

/** Whether two stores have the same document, as far as it says itself. */
export function isSame(one: Document, other: Document): boolean {
  return isDeepStrictEqual(plain({ ...one, collection: '' }), plain({ ...other, collection: '' }));
}

/** As it is stored: without fields that are there and undefined. */
const plain = (document: Document): unknown => JSON.parse(JSON.stringify(document));

/** Whether a store that replaces the stored document gives the new one the version and the times that it comes with. */
function follows(document: Document, stored: Document): boolean {
  if (document.supersededAt !== undefined) return true;
  return document.version === stored.version + 1 && document.ingestedAt === stored.ingestedAt;
}

function requireWhole(record: DocumentRecord, dimensions: number): void {
  const [problem, ...others] = problemsOf(record, dimensions);
  if (problem === undefined) return;
  const { documentId } = record.document;
  throw new StoreError(`The document ${documentId} contradicts itself: ${problem}`, {
    hint: 'Add it again from its source, or check the store that it comes from (`check`).',
    context: { document: documentId, problems: [problem, ...others] },
  });
}

/** A record with the bytes that its document was read from; without them where it has been replaced meanwhile. */
export async function withOriginal(
  store: StoreReader,
  collection: string,
  record: DocumentRecord,
): Promise<DocumentRecord> {
  const { document } = record;
  const original = await store.original(collection, referenceOf(document));
  return original && sha256(original) === document.sourceHash ? { ...record, original } : record;
}
