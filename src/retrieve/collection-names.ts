import { setTimeout as delay } from 'node:timers/promises';
import { LimitExceededError } from '../errors.ts';
import type { Store } from '../store/store.ts';
import type { Collection } from '../types.ts';
import { Recent } from '../util/recent.ts';
import { Turn } from '../util/turn.ts';
import { DocumentNames, type NamingTerm } from './document-names.ts';

/** Documents that are read at once. */
const pageSize = 2000;
/** How long a search waits for the names of many documents. */
const longestWaitMs = 1000;
/** How long a document that another process renamed may keep its name here. */
const recheckMs = 60_000;
const mostCollections = 100;

/** What the documents of collections are called, read once and then kept up to date. */
export class CollectionNames {
  readonly #known = new Recent<NamesOfOne>(mostCollections);

  /**
   * @param now in milliseconds since 1970
   * @throws LimitExceededError when that takes longer than a second; it is gone on with.
   */
  of(store: Store, collection: Collection, now: number): Promise<NamesOfOne> {
    const key = JSON.stringify([collection.name, collection.createdAt]);
    const known = this.#known.get(key) ?? new NamesOfOne();
    this.#known.set(key, known);
    return known.upToDate(store, collection, now);
  }
}

/** The names of one collection. */
export class NamesOfOne {
  names = new DocumentNames();
  /** Of terms, by the state of the collection that they were counted in. */
  readonly #purities = new Map<string, number>();
  #state = '';
  #checkedAt = -Infinity;
  /** One at a time, by however many searches it is awaited. */
  #reading: Promise<void> | undefined;

  /** Reads what has changed since the last time, where there is more or less than then, or that was a minute ago. */
  async upToDate(store: Store, collection: Collection, now: number): Promise<this> {
    const state = JSON.stringify([collection.documentCount, collection.chunkCount]);
    if (state === this.#state && now - this.#checkedAt < recheckMs) return this;
    this.#reading ??= this.#read(store, collection, { state, now }).finally(
      () => (this.#reading = undefined),
    );
    await inTime(this.#reading);
    return this;
  }

  async #read(
    store: Store,
    { name, documentCount }: Collection,
    { state, now }: { readonly state: string; readonly now: number },
  ): Promise<void> {
    if (this.names.size > 0) await readInto(this.names, store, name);
    if (this.names.size !== documentCount) {
      const names = new DocumentNames(); // some have gone, or nothing has been read yet
      await readInto(names, store, name);
      this.names = names;
    }
    this.#state = state;
    this.#checkedAt = now;
    this.#purities.clear();
  }

  /** Of the chunks that have the term, the share in documents whose names have it, 0…1; 1 where no chunk has it. */
  async purityOf(
    store: Store,
    collection: Collection,
    { term, word, chunkCount }: NamingTerm,
  ): Promise<number> {
    const known = this.#purities.get(term);
    if (known !== undefined) return known;
    const { terms } = await store.searchKeyword(word, { collection: collection.name, limit: 1 });
    const having = chunksHaving(terms[0]?.idf ?? 0, collection.chunkCount);
    const purity = having <= chunkCount ? 1 : chunkCount / having;
    this.#purities.set(term, purity);
    return purity;
  }
}

/** @throws LimitExceededError when it takes too long; what it throws itself. */
async function inTime(reading: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const late = delay(longestWaitMs, true, { signal: timer.signal }).catch(() => false);
  try {
    const isLate = await Promise.race([reading.then(() => false), late]);
    if (!isLate) return;
  } finally {
    timer.abort();
  }
  reading.catch(() => undefined); // a later search reads again
  throw new LimitExceededError('The names of very many documents are still being read', {
    hint: 'Search again in a while, or set retrieval.namedDocuments to false.',
    context: { longestWaitMs },
  });
}

/** Documents that changed since the last one that is known, in a collection of that name. */
async function readInto(names: DocumentNames, store: Store, name: string): Promise<void> {
  const since = names.updatedAt;
  const changed = { kind: 'compare', field: 'updatedAt', operator: '$gte', value: since } as const;
  const filter = since === '' ? undefined : changed;
  const turn = new Turn();
  for (let offset = 0; ; offset += pageSize) {
    const page = await store.documents(name, filter, { limit: pageSize, offset });
    for (const document of page) names.put(document);
    if (page.length < pageSize) return;
    await turn.next();
  }
}

/** The number of chunks behind an inverse document frequency (`text/bm25.ts`). */
function chunksHaving(idf: number, chunkCount: number): number {
  const odds = Math.exp(idf) - 1;
  return odds === 0 ? 0 : (chunkCount + 0.5 - 0.5 * odds) / (1 + odds);
}
