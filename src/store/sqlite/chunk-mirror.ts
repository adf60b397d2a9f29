import type { CollectionRow } from './collections.ts';
import type { SqlDatabase } from './driver.ts';

/** What is kept in memory beside each chunk of a mirror. */
export interface MirrorColumn<Row extends { readonly id: number }> {
  /** Rows with `id` for the chunks of collection `?1` with `id > ?2`, in order of `id`, at most `?3`. */
  readonly sql: string;
  /** Adds the row's entry, or throws and adds nothing. */
  append(row: Row): void;
  /** Keeps the entries at these positions, which ascend, and forgets the others; or throws and forgets none. */
  keep(positions: readonly number[]): void;
}

const rowsPerRead = 2_000;

/**
 * A collection's chunks in memory, by position in order of their row ids. It is derived: before each use it is
 * caught up with the database, whoever has changed that. Row ids ascend with time, are never used twice, and what
 * stands beside one never changes; so new chunks are those above the last id seen, and when the collection's
 * generation tells that some have gone, the ids that are left say which.
 */
export class ChunkMirror<Row extends { readonly id: number }> {
  private readonly column: MirrorColumn<Row>;
  private rowIds: number[] = [];
  private generation = 0;
  private positions = new Map<number, number>();

  constructor(column: MirrorColumn<Row>) {
    this.column = column;
  }

  /** By position, ascending. */
  get ids(): readonly number[] {
    return this.rowIds;
  }

  catchUp(database: SqlDatabase, collection: CollectionRow): void {
    if (this.generation !== collection.generation) this.forgetRemoved(database, collection);
    const statement = database.prepare(this.column.sql);
    for (;;) {
      const rows = statement.all<Row>([collection.id, this.rowIds.at(-1) ?? 0, rowsPerRead]);
      for (const row of rows) {
        this.column.append(row);
        this.positions.set(row.id, this.rowIds.length);
        this.rowIds.push(row.id);
      }
      if (rows.length < rowsPerRead) return;
    }
  }

  /** `undefined` for a chunk that is not in the collection. */
  positionOf(id: number): number | undefined {
    return this.positions.get(id);
  }

  private forgetRemoved(database: SqlDatabase, collection: CollectionRow): void {
    const left = new Set(chunkIdsOf(database, collection.id));
    const kept: number[] = [];
    const keptIds: number[] = [];
    const positions = new Map<number, number>();
    for (const [position, id] of this.rowIds.entries()) {
      if (!left.has(id)) continue;
      positions.set(id, kept.length);
      kept.push(position);
      keptIds.push(id);
    }
    // The last that may fail: what is kept here and in the column changes together or not at all.
    this.column.keep(kept);
    this.rowIds = keptIds;
    this.positions = positions;
    this.generation = collection.generation;
  }
}

function chunkIdsOf(database: SqlDatabase, collectionId: number): number[] {
  const row = database
    .prepare('SELECT group_concat(id) AS ids FROM chunks WHERE collection_id = ?')
    .get<{ ids: string | null }>([collectionId]);
  return row?.ids ? row.ids.split(',').map(Number) : [];
}
