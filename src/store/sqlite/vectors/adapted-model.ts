import type { CollectionAdaptation } from '../../../types.ts';
import type { SqlDatabase } from '../database/driver.ts';
import { parseStored } from '../database/text-bytes.ts';

/** The model that belongs to the collection with that row id alone. */
export function readModel(database: SqlDatabase, collection: number): Uint8Array | undefined {
  return database
    .prepare('SELECT model FROM collection_models WHERE collection_id = ?')
    .get<{ model: Uint8Array }>([collection])?.model;
}

/** Without a model, the collection has none of its own from now on. */
export function keepModel(database: SqlDatabase, collection: number, model: Uint8Array | undefined): void {
  database.prepare('DELETE FROM collection_models WHERE collection_id = ?').run([collection]);
  if (model === undefined) return;
  database
    .prepare('INSERT INTO collection_models (collection_id, model) VALUES (?, ?)')
    .run([collection, model]);
}

export function readAdaptation(database: SqlDatabase, collection: number): CollectionAdaptation | undefined {
  const row = database
    .prepare('SELECT record FROM adaptations WHERE collection_id = ?')
    .get<{ record: Uint8Array }>([collection]);
  return row && parseStored<CollectionAdaptation>(row.record);
}

/** Without one, the collection has never been adapted. */
export function keepAdaptation(
  database: SqlDatabase,
  collection: number,
  adaptation: CollectionAdaptation | undefined,
): void {
  database.prepare('DELETE FROM adaptations WHERE collection_id = ?').run([collection]);
  if (adaptation === undefined) return;
  database
    .prepare('INSERT INTO adaptations (collection_id, record) VALUES (?, ?)')
    .run([collection, JSON.stringify(adaptation)]);
}
