/** A collection in a store, with every chunk of it in memory and the rankings that searches are compared with. */
import assert from 'node:assert/strict';
import type { LegHit } from '../../../src/retrieve/combine/fuse.ts';
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts';
import type { ScoredChunk, Store } from '../../../src/store/store.ts';
import type { VersionChoice } from '../../../src/types.ts';
import { spec, unitVector } from '../../contract/store/records.ts';
import { collect } from '../collect.ts';
import { type CollectionDraft, idOf, recordOf, updatesOf } from './collection.ts';
import { isAllowed, type Restriction, type StoredChunk } from './naive-filter.ts';

/** What searches find where nothing restricts them: all chunks of all versions, and all that have a term. */
export interface FullRanking {
  readonly vector: readonly LegHit[];
  readonly keyword: readonly LegHit[];
}

interface VersionedChunk extends StoredChunk {
  /** 0 for the present version of a document, 1 for the one before it. */
  readonly age: number;
}

export class FilteredCollection {
  readonly store: Store;
  #chunks: readonly VersionedChunk[] = [];
  readonly #rankings = new Map<string, FullRanking>();

  private constructor(store: Store) {
    this.store = store;
  }

  static async make(draft: CollectionDraft): Promise<FilteredCollection> {
    const store = await openSqliteStore('sqlite::memory:');
    await store.ensureCollection(spec);
    const made = new FilteredCollection(store);
    await made.#fill(draft);
    return made;
  }

  close(): Promise<void> {
    return this.store.close();
  }

  /** Of all versions. */
  get chunkCount(): number {
    return this.#chunks.length;
  }

  async #fill({ documents, newer, removed }: CollectionDraft): Promise<void> {
    let chunks = 0;
    const recordAt = (place: number, draft: (typeof documents)[number]) => {
      const record = recordOf(draft, place, chunks);
      chunks += draft.chunks.length;
      return record;
    };
    await this.store.write(spec.name, { put: documents.map((draft, place) => recordAt(place, draft)) });
    for (const { place, document } of newer) {
      await this.store.write(spec.name, { put: [recordAt(place, document)], keepVersions: true });
    }
    await this.store.write(spec.name, { remove: removed.map(idOf) });
    await this.#readBack();
  }

  /** Changes fields, which searches must see at once. */
  async update(draft: CollectionDraft): Promise<void> {
    for (const update of updatesOf(draft)) await this.store.updateMetadata(spec.name, update);
    await this.#readBack();
  }

  async #readBack(): Promise<void> {
    this.#rankings.clear();
    const records = await collect(this.store.export(spec.name));
    const versions = new Map<string, number[]>();
    for (const { document } of records) {
      versions.set(document.documentId, [...(versions.get(document.documentId) ?? []), document.version]);
    }
    this.#chunks = records.flatMap(({ document, content, chunks }) => {
      const newer = versions.get(document.documentId)!.filter((version) => version > document.version);
      return chunks.map(({ chunk }) => ({ document, chunk, pages: content.pages, age: newer.length }));
    });
  }

  /** The ids of the chunks that a search may find, looked at one by one. */
  allowed(restriction: Restriction, versions: VersionChoice = 1): ReadonlySet<string> {
    const most = versions === 'all' ? Infinity : versions;
    const allowed = this.#chunks.filter((stored) => stored.age < most && isAllowed(stored, restriction));
    return new Set(allowed.map(({ chunk }) => chunk.chunkId));
  }

  async rankingOf(query: string): Promise<FullRanking> {
    const known = this.#rankings.get(query);
    if (known !== undefined) return known;
    const scope = { collection: spec.name, versions: 'all' as const, limit: this.chunkCount };
    const vector = await this.store.searchVector(unitVector(query), scope);
    const keyword = (await this.store.searchKeyword(query, scope)).hits;
    assert.deepEqual(
      idsOf(vector),
      this.#idsOfChunks(() => true),
    );
    const words = query.split(' ');
    const hasWord = (content: string) => content.split(/\s/).some((word) => words.includes(word));
    assert.deepEqual(idsOf(keyword), this.#idsOfChunks(hasWord));
    const ranking = { vector: vector.map(inCollection), keyword: keyword.map(inCollection) };
    this.#rankings.set(query, ranking);
    return ranking;
  }

  #idsOfChunks(isMeant: (content: string) => boolean): string[] {
    return idsOf(this.#chunks.map(({ chunk }) => chunk).filter(({ content }) => isMeant(content)));
  }
}

const idsOf = (chunks: readonly { readonly chunkId: string }[]) =>
  chunks.map(({ chunkId }) => chunkId).sort();
const inCollection = (chunk: ScoredChunk): LegHit => ({ ...chunk, collection: spec.name });
