import { isDeepStrictEqual } from 'node:util';
import { StoreError } from '../errors.ts';
import { problemsOf } from '../store/record-problems.ts';
import type { DocumentRecord, Store } from '../store/store.ts';
import type { Document } from '../types.ts';
import { documentReference } from '../util/document-key.ts';

/** What came of documents that were copied or imported with their vectors. */
export interface TransferResult {
  readonly collections: readonly string[];
  readonly documentsInserted: number;
  readonly documentsReplaced: number;
  /** They were there already, as they are. */
  readonly documentsSkipped: number;
  readonly chunks: number;
}

export interface TransferProgress {
  readonly collection: string;
  readonly documentId: string;
  readonly outcome: 'inserted' | 'replaced' | 'skipped';
  /** Documents so far, of all collections. */
  readonly done: number;
}

export interface TransferOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: TransferProgress) => void) | undefined;
}

/** Takes documents in, each in a transaction of its own, and counts them. What is there already is not written again. */
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
    const { signal, onProgress } = this.#options;
    signal?.throwIfAborted();
    requireWhole(record, dimensions);
    const { documentId } = record.document;
    const [stored] = await this.#store.documentsById(collection, [referenceOf(record.document)]);
    const outcome =
      stored === undefined ? 'inserted' : isSame(stored, record.document) ? 'skipped' : 'replaced';
    if (outcome !== 'skipped') {
      await this.#store.write(collection, { put: [record] }, { signal });
      this.#chunks += record.chunks.length;
    }
    this.#outcomes[outcome] += 1;
    const { inserted, replaced, skipped } = this.#outcomes;
    onProgress?.({ collection, documentId, outcome, done: inserted + replaced + skipped });
  }

  result(): TransferResult {
    const { inserted, replaced, skipped } = this.#outcomes;
    return {
      collections: [...this.#collections],
      documentsInserted: inserted,
      documentsReplaced: replaced,
      documentsSkipped: skipped,
      chunks: this.#chunks,
    };
  }
}

/** What names a version of a document in a store: the present one by the document's id. */
export function referenceOf({ documentId, version, supersededAt }: Document): string {
  return documentReference({ documentId, documentVersion: supersededAt === undefined ? undefined : version });
}

/** Apart from what is each store's own. */
function isSame(stored: Document, given: Document): boolean {
  const own = { collection: '', version: 0, ingestedAt: '' };
  return isDeepStrictEqual(plain({ ...stored, ...own }), plain({ ...given, ...own }));
}

/** As it is stored: without fields that are there and undefined. */
const plain = (document: Document): unknown => JSON.parse(JSON.stringify(document));

function requireWhole(record: DocumentRecord, dimensions: number): void {
  const [problem, ...others] = problemsOf(record, dimensions);
  if (problem === undefined) return;
  const { documentId } = record.document;
  throw new StoreError(`The document ${documentId} contradicts itself: ${problem}`, {
    hint: 'Add it again from its source, or check the store that it comes from with `pincite doctor --deep`.',
    context: { document: documentId, problems: [problem, ...others] },
  });
}
