import { setTimeout as delay } from 'node:timers/promises';
import { LimitExceededError } from '../../errors.ts';
import type { FilterNode } from '../../store/filter/filter.ts';
import type { KeywordTerm, StoreReads, StoreSearcher } from '../../store/store.ts';
import type { Collection } from '../../types.ts';
import { Recent } from '../../util/recent.ts';
import { Turn } from '../../util/async/turn.ts';
import { both } from '../search/among-passages.ts';
import { DocumentNames, fewestChunks, type NamingTerm, type ScoredDocument } from './document-names.ts';

/** Documents that are read at once: some servers look at all of them for each page. */
const pageSize = 10_000;
/** How long a search waits for the names of many documents, and for what has changed of them. */
const longestWaitMs = 1000;
const longestWaitForChangesMs = 100;
/** How long a document that was renamed may keep its former name here. */
const recheckMs = 10_000;
/** Where changes of many documents take longer than a search waits, they are read a tenth of the time. */
const pausesPerReading = 9;
const longestPauseMs = 60_000;
/** More of the names than this share may be of documents that have gone; then all are read anew. */
const mostGone = 0.1;
const mostCollections = 100;
/** Documents that a query may name are looked at up to so many. */
const mostScored = 1000;

/** What the documents of collections are called, read once and then kept up to date. */
export class CollectionNames {
  readonly #known = new Recent<NamesOfOne>(mostCollections);
  readonly #onDocuments: (filter: FilterNode | undefined) => FilterNode | undefined;

  /** @param onDocuments what a filter asks of documents, as it may ask something of chunks beside. */
  constructor(onDocuments: (filter: FilterNode | undefined) => FilterNode | undefined) {
    this.#onDocuments = onDocuments;
  }

  /**
   * @param now in milliseconds since 1970
   * @throws LimitExceededError when none is known and reading takes longer than a second; it is gone on with.
   */
  of(store: StoreReads, collection: Collection, now: number): Promise<NamesOfOne> {
    const key = JSON.stringify([collection.name, collection.createdAt]);
    const known = this.#known.get(key) ?? new NamesOfOne();
    this.#known.set(key, known);
    return known.upToDate(store, collection, now);
  }

  /** Those that are still there and that the filter allows: others neither show nor weigh against them. */
  async allowed(
    store: StoreReads,
    collection: string,
    {
      scored,
      filter,
    }: { readonly scored: readonly ScoredDocument[]; readonly filter: FilterNode | undefined },
  ): Promise<readonly ScoredDocument[]> {
    if (scored.length === 0) return scored;
    const best = scored.slice(0, mostScored);
    const values = best.map(({ documentId }) => documentId);
    const isScored: FilterNode = { kind: 'in', field: 'documentId', values };
    const documents = await store.documents(collection, both(this.#onDocuments(filter), isScored));
    const ids = new Set(documents.map(({ documentId }) => documentId));
    return best.filter(({ documentId }) => ids.has(documentId));
  }
}

/** The names of one collection. */
export class NamesOfOne {
  names = new DocumentNames();
  /** Of terms, by the state of the collection that they were counted in. */
  readonly #purities = new Map<string, number>();
  #state = '';
  #checkedAt = -Infinity;
  /** When the next reading may begin, by `performance.now()`. */
  #pausedUntil = -Infinity;
  /** One at a time, by however many searches it is awaited. */
  #reading: Promise<void> | undefined;

  /**
   * Reads what has changed since the last time, where there is more or less than then, or that was ten seconds ago. Of very many
   * documents it gives what is known, and reads on.
   */
  async upToDate(store: StoreReads, collection: Collection, now: number): Promise<this> {
    const state = JSON.stringify([collection.documentCount, collection.chunkCount]);
    if (state === this.#state && now - this.#checkedAt < recheckMs) return this;
    const areKnown = this.#state !== '';
    if (areKnown && performance.now() < this.#pausedUntil) return this;
    this.#reading ??= this.#read(store, collection, { state, now }).finally(
      () => (this.#reading = undefined),
    );
    const isRead = await inTime(this.#reading, areKnown ? longestWaitForChangesMs : longestWaitMs);
    if (!isRead && this.#state === '') throw stillReading();
    return this;
  }

  async #read(
    store: StoreReads,
    { name, documentCount }: Collection,
    { state, now }: { readonly state: string; readonly now: number },
  ): Promise<void> {
    const begun = performance.now();
    const isCurrent = this.#state !== '' && (await this.#readChanges(store, name));
    const tookMs = performance.now() - begun;
    if (tookMs > longestWaitForChangesMs)
      this.#pausedUntil = performance.now() + Math.min(pausesPerReading * tookMs, longestPauseMs);
    if (!isCurrent) {
      const names = new DocumentNames();
      await readInto(names, store, name, isNamed);
      this.names = names;
    }
    this.names.documentCount = documentCount;
    this.#state = state;
    this.#checkedAt = now;
    this.#purities.clear();
  }

  /** @returns whether all is known then: some may have come as they were long ago, and many have gone. */
  async #readChanges(store: StoreReads, name: string): Promise<boolean> {
    const since = this.names.updatedAt;
    const isChanged: FilterNode = { kind: 'compare', field: 'updatedAt', operator: '$gte', value: since };
    await readInto(this.names, store, name, since === '' ? isNamed : isChanged);
    const [all] = await store.stats(name, { filter: isNamed });
    const { size } = this.names;
    return size >= all!.documents && size * (1 - mostGone) <= all!.documents;
  }

  /**
   * Of the chunks that have the term, the share in documents whose names have it, 0…1; 1 where no chunk has it, 0 for a
   * word that is none to the collection, as it says little in its language (`war` in German).
   */
  async purityOf(
    store: StoreSearcher,
    collection: Collection,
    { term, word, chunkCount }: NamingTerm,
  ): Promise<number> {
    const known = this.#purities.get(term);
    if (known !== undefined) return known;
    const { terms } = await store.searchKeyword(word, { collection: collection.name, limit: 1 });
    const purity = terms[0] === undefined ? 0 : shareIn(terms[0], collection, chunkCount);
    this.#purities.set(term, purity);
    return purity;
  }
}

function shareIn({ idf }: KeywordTerm, collection: Collection, chunkCount: number): number {
  const having = chunksHaving(idf, collection.chunkCount);
  return having <= chunkCount ? 1 : chunkCount / having;
}

async function inTime(reading: Promise<void>, waitMs: number): Promise<boolean> {
  const timer = new AbortController();
  const late = delay(waitMs, false, { signal: timer.signal }).catch(() => false);
  try {
    return await Promise.race([reading.then(() => true), late]);
  } finally {
    timer.abort();
    reading.catch(() => undefined); // a later search reads again
  }
}

const stillReading = () =>
  new LimitExceededError('The names of very many documents are still being read', {
    hint: 'Search again in a while, or search with namedDocuments: false.',
    context: { longestWaitMs },
  });

/** Documents that a query may name. */
const isNamed: FilterNode = { kind: 'compare', field: 'chunkCount', operator: '$gte', value: fewestChunks };

async function readInto(
  names: DocumentNames,
  store: StoreReads,
  name: string,
  filter: FilterNode,
): Promise<void> {
  const turn = new Turn();
  for (let offset = 0; ; offset += pageSize) {
    const page = await store.documents(name, filter, { limit: pageSize, offset });
    for (const document of page) {
      names.put(document);
      if (turn.isOver()) await turn.next();
    }
    if (page.length < pageSize) return;
  }
}

/** The number of chunks behind an inverse document frequency (`text/bm25.ts`). */
function chunksHaving(idf: number, chunkCount: number): number {
  const odds = Math.exp(idf) - 1;
  return odds === 0 ? 0 : (chunkCount + 0.5 - 0.5 * odds) / (1 + odds);
}
