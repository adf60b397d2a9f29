import { setImmediate as nextTurn } from 'node:timers/promises';
import { Recent } from '../../util/recent.ts';
import type { KeywordResult, KeywordScope } from '../store.ts';
import type { CollectionAccess } from './collection-access.ts';
import type { CollectionRow } from './collections.ts';
import { writeTransaction } from './connection.ts';
import { BackgroundMerging } from './keyword-index/background-merging.ts';
import { KeywordIndex } from './keyword-index/keyword-index.ts';
import { rebuildKeywordIndex } from './keyword-index/rebuild.ts';
import { DamagedIndexError } from './keyword-index/segment-tables.ts';
import { mergePostings } from './postings.ts';
import { hasOtherTerms, reanalyseSome } from './reanalyse.ts';
import { searchKeyword, type WantedTerms } from './search-keyword.ts';

/** Those of searches at the same time, with and without expansions. */
const mostQueries = 16;
/** A few milliseconds of work. */
const postingsPerStep = 200_000;

/** The keyword indexes of an open store: searched, kept up with this program's analyser, mended, merged. */
export class KeywordIndexes {
  private readonly access: CollectionAccess;
  /** By collection row id; ids are never used twice. */
  private readonly indexes = new Map<number, KeywordIndex>();
  private readonly queries = new Recent<WantedTerms>(mostQueries);
  private readonly merging: BackgroundMerging;

  constructor(access: CollectionAccess) {
    this.access = access;
    const { database } = access;
    this.merging = new BackgroundMerging((id) =>
      writeTransaction(database, () =>
        mergePostings(database, id, { budget: postingsPerStep, time: 'quiet' }),
      ),
    );
  }

  /** @throws CollectionNotFoundError, the signal's reason. */
  async search(query: string, scope: KeywordScope): Promise<KeywordResult> {
    // A vector search that is asked for together with this one sets other threads to work first.
    await nextTurn();
    scope.signal?.throwIfAborted();
    for (;;) {
      const result = await this.searchOnce(query, scope);
      if (result) return result;
      await this.withOurTerms(scope.collection, scope.signal);
    }
  }

  /** `undefined` where the index was damaged, and is mended now, or is of another analyser. */
  private async searchOnce(query: string, scope: KeywordScope): Promise<KeywordResult | undefined> {
    const { database, reading, writing } = this.access;
    const search = (row: CollectionRow) =>
      hasOtherTerms(row)
        ? undefined
        : searchKeyword(database, row, { query, scope, index: this.indexOf(row), known: this.queries });
    try {
      return reading(scope.collection, search);
    } catch (error) {
      if (!(error instanceof DamagedIndexError)) throw error;
      await writing(scope.collection, ({ id }) => rebuildKeywordIndex(database, id), scope.signal);
      return undefined;
    }
  }

  /**
   * Gives the collection when its postings are of this program's analyser. After an update of the program that
   * changes it, they are made anew first, in small transactions between which the event loop turns.
   */
  async withOurTerms(name: string, signal?: AbortSignal): Promise<CollectionRow> {
    const { access } = this;
    const step = (row: CollectionRow) => !hasOtherTerms(row) || reanalyseSome(access.database, row);
    while (hasOtherTerms(access.reading(name, (row) => row))) {
      while (!(await access.writing(name, step, signal))) await nextTurn();
    }
    return access.reading(name, (row) => row);
  }

  /** After a write to the collection, of which merging may be due. */
  wrote({ id }: CollectionRow): void {
    this.merging.postpone(id);
  }

  forget(collectionId: number): void {
    this.indexes.delete(collectionId);
  }

  close(): void {
    this.merging.stop();
    this.indexes.clear();
  }

  private indexOf({ id, analyser }: CollectionRow): KeywordIndex {
    const known = this.indexes.get(id);
    if (known) return known;
    const index = new KeywordIndex({ collectionId: id, analyser });
    this.indexes.set(id, index);
    return index;
  }
}
