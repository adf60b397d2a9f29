/**
 * Moving collections without embedding again: from store to store (this file), or as lines of JSON (`export.ts`, `import.ts`). What comes is
 * checked by `receive.ts`.
 */
import { realpath } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { CollectionNotFoundError, ConfigError, StoreError } from '../../errors.ts';
import { folderOf } from '../../store/sqlite/database/address.ts';
import type { CollectionSpec, DocumentRecord, Store, StoreReader } from '../../store/store.ts';
import type { Document, PageRequest } from '../../types.ts';
import { ahead } from '../../util/async/ahead.ts';
import { slices } from '../../util/lists/slices.ts';
import { callbackSchema, collectionNameSchema, parseOptions, signalSchema } from '../parts/options.ts';
import type { Parts } from '../parts/parts.ts';
import {
  isSame,
  Receiver,
  referenceOf,
  type TransferProgress,
  type TransferResult,
  withOriginal,
} from './receive.ts';

/** What `copyTo` takes. */
export interface CopyOptions {
  /** Names of the collections to copy; all unless given. */
  readonly collections?: readonly string[];
  /** Stops the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called after every document. */
  readonly onProgress?: (progress: TransferProgress) => void;
}

export const copyOptionsSchema = z.strictObject({
  collections: z.array(collectionNameSchema).optional(),
  signal: signalSchema,
  onProgress: callbackSchema<TransferProgress>(),
});

export interface CopyResult extends TransferResult {
  /** Documents and earlier versions that were read again from both stores and are alike. */
  readonly documentsChecked: number;
}

/** So often is copied what is not alike: documents may change in the source meanwhile. */
const mostRounds = 3;
const documentsPerPage = 500;
const mostNamed = 10;
/** Of documents that are written together, or compared. */
const mostDocuments = 256;
const mostChunks = 1024;
const mostBytes = 16_000_000;

/**
 * Copies collections with their vectors, models and originals: nothing is embedded. What is there already is not read
 * again until all is there; then each document is read from both stores and compared.
 *
 * @throws ConfigError where both are one store; CollectionNotFoundError before anything is done; StoreError that names the documents whose copies differ.
 */
export async function copyCollections(
  { store: source }: Pick<Parts, 'store'>,
  { store: target }: Pick<Parts, 'store'>,
  rawOptions: CopyOptions = {},
): Promise<CopyResult> {
  const given = parseOptions(copyOptionsSchema, rawOptions, 'options of copyTo');
  await refuseSame(source, target);
  const specs = await wholeSpecs(source, given.collections);
  const options = given.onProgress ? withTotal(given, await countDocuments(source, specs)) : given;
  const receiver = new Receiver(target, options);
  let documentsChecked = 0;
  for (const spec of specs) {
    await receiver.open(spec);
    const copy = new CollectionCopy({
      source,
      target,
      receiver,
      spec,
      options,
      checkedBefore: documentsChecked,
    });
    documentsChecked += await copy.make();
  }
  return { ...receiver.result(), documentsChecked };
}

/** Earlier versions among them. */
async function countDocuments(store: Store, specs: readonly CollectionSpec[]): Promise<number> {
  let count = 0;
  for (const { name } of specs) count += (await store.stats(name, { versions: 'all' }))[0]!.documents;
  return count;
}

function withTotal({ onProgress, ...options }: CopyOptions, total: number): CopyOptions {
  return { ...options, onProgress: (progress) => onProgress?.({ ...progress, total }) };
}

async function refuseSame(source: Store, target: Store): Promise<void> {
  if (source !== target && (await placeOf(source)) !== (await placeOf(target))) return;
  throw new ConfigError(`${target.location} is the store that is copied`, {
    hint: 'Name another one to copy to.',
  });
}

/** A store in memory has a place of its own. */
async function placeOf({ location }: Store): Promise<string | symbol> {
  if (!location.startsWith('sqlite:')) return location;
  const folder = folderOf(location);
  return folder === undefined ? Symbol(location) : realpath(folder);
}

interface Copying {
  readonly source: Store;
  readonly target: Store;
  readonly receiver: Receiver;
  readonly spec: CollectionSpec;
  readonly options: CopyOptions;
  /** Documents of other collections. */
  readonly checkedBefore: number;
}

/** A document of the source, and of the target what has its name there. */
interface Pair {
  readonly record: DocumentRecord;
  readonly copy: DocumentRecord | undefined;
}

class CollectionCopy {
  readonly #copying: Copying;
  /** Documents that the target did not have. */
  readonly #inserted = new Set<string>();

  constructor(copying: Copying) {
    this.#copying = copying;
  }

  /** Gives the number of documents that have been checked. */
  async make(): Promise<number> {
    const { receiver, spec } = this.#copying;
    await this.#copyMissing((document) => receiver.skip(spec.name, document));
    for (let round = 1; ; round += 1) {
      const { checked, unlike } = await this.#compare();
      if (unlike.length === 0) {
        await this.#removeGone();
        return checked;
      }
      if (round === mostRounds) throw this.#differ(unlike);
      await this.#copy(unlike);
      await this.#copyMissing(); // earlier versions, which go with a document that is replaced
    }
  }

  /** By what documents say of themselves. Present ones come first: the target may have as one what is earlier by now. */
  async #copyMissing(onSame: (document: Document) => void = () => {}): Promise<void> {
    for await (const page of this.#pages()) await this.#copyMissingOf(page, onSame);
    if (!(await this.#hasEarlierVersions())) return;
    for await (const page of this.#pages('all')) await this.#copyMissingOf(page.filter(isEarlier), onSame);
  }

  async #copyMissingOf(wanted: readonly Document[], onSame: (document: Document) => void): Promise<void> {
    const stored = await this.#copying.target.documentsById(this.#name, wanted.map(referenceOf));
    const known = new Map(stored.map((document) => [referenceOf(document), document]));
    const missing: string[] = [];
    for (const document of wanted) {
      const reference = referenceOf(document);
      const same = known.get(reference);
      if (same && isSame(same, document)) onSame(document);
      else missing.push(reference);
    }
    await this.#copy(missing);
  }

  /** Stores sort all versions for each page of them. */
  async #hasEarlierVersions(): Promise<boolean> {
    const count = async (versions: 1 | 'all') =>
      (await this.#copying.source.stats(this.#name, { versions }))[0]!.documents;
    const present = await count(1);
    return (await count('all')) > present;
  }

  async *#pages(versions?: PageRequest['versions']): AsyncGenerator<Document[]> {
    for (let offset = 0; ; offset += documentsPerPage) {
      const request = { limit: documentsPerPage, offset, versions };
      const page = await this.#copying.source.documents(this.#name, undefined, request);
      if (page.length === 0) return;
      yield page;
    }
  }

  async #copy(documentIds: readonly string[]): Promise<void> {
    for await (const group of ahead(this.#groups(documentIds))) await this.#put(group);
  }

  /** Of the named documents of the source, or of all, with their originals. */
  async *#groups(documentIds?: readonly string[]): AsyncGenerator<DocumentRecord[], void, undefined> {
    const { source } = this.#copying;
    let group: DocumentRecord[] = [];
    for await (const record of source.export(this.#name, { documentIds, signal: this.#signal })) {
      this.#signal?.throwIfAborted();
      group.push(await withOriginal(source, this.#name, record));
      if (!isFull(group)) continue;
      yield group;
      group = [];
    }
    if (group.length > 0) yield group;
  }

  async #put(records: readonly DocumentRecord[]): Promise<void> {
    const { receiver, spec } = this.#copying;
    const inserted = await receiver.put(spec.name, records, spec.dimensions);
    for (const { document } of inserted) this.#inserted.add(document.documentId);
  }

  /** Of all documents of the source; the present ones first. */
  async #compare(): Promise<{ checked: number; unlike: string[] }> {
    const { options, checkedBefore } = this.#copying;
    const unlike: Document[] = [];
    let checked = 0;
    for await (const pairs of this.#pairs()) {
      for (const { record, copy } of pairs) {
        const { document } = record;
        if (!copy || !areAlike(record, copy)) {
          unlike.push(document);
          continue;
        }
        checked += 1;
        const { documentId } = document;
        const done = checkedBefore + checked;
        options.onProgress?.({ collection: this.#name, documentId, outcome: 'checked', done });
      }
    }
    const inOrder = [...unlike.filter((one) => !isEarlier(one)), ...unlike.filter(isEarlier)];
    return { checked, unlike: inOrder.map(referenceOf) };
  }

  async *#pairs(): AsyncGenerator<Pair[], void, undefined> {
    const { target } = this.#copying;
    for await (const records of ahead(this.#groups())) {
      const documentIds = records.map(({ document }) => referenceOf(document));
      const copies = new Map<string, DocumentRecord>();
      for await (const copy of target.export(this.#name, { documentIds, signal: this.#signal })) {
        copies.set(referenceOf(copy.document), await withOriginal(target, this.#name, copy));
      }
      yield records.map((record) => ({ record, copy: copies.get(referenceOf(record.document)) }));
    }
  }

  /** What was removed from the source after it was copied. */
  async #removeGone(): Promise<void> {
    const { source, target } = this.#copying;
    for (const some of slices([...this.#inserted], documentsPerPage)) {
      const there = await source.documentsById(this.#name, some);
      const known = new Set(there.map(({ documentId }) => documentId));
      const remove = some.filter((documentId) => !known.has(documentId));
      if (remove.length > 0) await target.write(this.#name, { remove }, { signal: this.#signal });
    }
  }

  #differ(documents: readonly string[]): StoreError {
    const { source, target } = this.#copying;
    const named = documents.slice(0, mostNamed).join(', ');
    const others = documents.length > mostNamed ? ` and ${documents.length - mostNamed} others` : '';
    return new StoreError(
      `In ${target.location}, documents of ${this.#name} differ from those in ${source.location}: ${named}${others}`,
      {
        hint: 'Copy again once nobody changes them; where the same ones differ again, check both stores (`check`).',
        context: { collection: this.#name, documents },
      },
    );
  }

  get #name(): string {
    return this.#copying.spec.name;
  }

  get #signal(): AbortSignal | undefined {
    return this.#copying.options.signal;
  }
}

/** Documents share the wait for the disk, or for a server; more would be too much for the memory. */
function isFull(group: readonly DocumentRecord[]): boolean {
  const chunks = group.reduce((sum, record) => sum + record.chunks.length, 0);
  const bytes = group.reduce((sum, { original, document }) => sum + (original?.length ?? document.bytes), 0);
  return chunks >= mostChunks || bytes >= mostBytes || group.length >= mostDocuments;
}

const isEarlier = ({ supersededAt }: Document) => supersededAt !== undefined;

/**
 * The named collections, or all, with the models that belong to them alone.
 * @throws CollectionNotFoundError before anything is done.
 */
export async function wholeSpecs(store: StoreReader, names?: readonly string[]): Promise<CollectionSpec[]> {
  const existing = (await store.collections()).map(({ name }) => name);
  const specs: CollectionSpec[] = [];
  for (const name of names ?? existing) {
    const spec = await wholeSpec(store, name);
    if (spec === undefined) throw new CollectionNotFoundError(name, existing);
    specs.push(spec);
  }
  return specs;
}

/** With the model that it names, which another call may replace meanwhile. */
async function wholeSpec(store: StoreReader, name: string): Promise<CollectionSpec | undefined> {
  for (;;) {
    const spec = await store.collectionSpec(name);
    const table = spec && (await store.collectionModel(name));
    const now = await store.collectionSpec(name);
    if (now?.embeddingModel === spec?.embeddingModel) return spec && { ...spec, table };
  }
}

/** Stores may keep vectors in fewer bits, or make them of unit length again: less than this of their direction is lost. */
const leastCosine = 1 - 1e-5;

/** Whether two stores have the same of a document: all that it says, its chunks, their vectors and the original. */
function areAlike(one: DocumentRecord, other: DocumentRecord): boolean {
  return (
    isDeepStrictEqual(words(one), words(other)) &&
    isDeepStrictEqual(
      one.original && Buffer.from(one.original),
      other.original && Buffer.from(other.original),
    ) &&
    one.chunks.every(({ vector }, index) => pointAlike(vector, other.chunks[index]!.vector))
  );
}

/** Everything but bytes and vectors, as it is stored: without fields that are there and undefined. */
function words({ document, content, chunks }: DocumentRecord): unknown {
  const others = chunks.map((chunk) => ({ ...chunk, vector: undefined }));
  return JSON.parse(JSON.stringify({ document: { ...document, collection: '' }, content, chunks: others }));
}

function pointAlike(one: Float32Array, other: Float32Array): boolean {
  if (one.length !== other.length) return false;
  const lengths = Math.hypot(...one) * Math.hypot(...other);
  const product = one.reduce((sum, value, index) => sum + value * other[index]!, 0);
  const areZero = one.every((value) => value === 0) && other.every((value) => value === 0);
  return areZero || (product >= leastCosine * lengths && lengths > 0);
}
