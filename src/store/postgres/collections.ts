import { CollectionNotFoundError } from '../../errors.ts';
import { analyserId } from '../../text/terms/analyser.ts';
import type { Collection, CollectionAdaptation } from '../../types.ts';
import type { CollectionSpec } from '../store.ts';
import { mostFrequentFirst } from '../read/orders.ts';
import type { LanguageCounts } from './database/counts.ts';
import type { Session } from './database/connection.ts';
import { fromPg, toPg } from './database/pg-text.ts';
import { requireOurTables } from './database/schema.ts';
import type { IndexSettings } from './database/address.ts';
import { indexKind } from './vectors/vector-index.ts';

/** A collection as its row has it, without its model. */
export interface CollectionRow extends Omit<CollectionSpec, 'table'> {
  readonly id: number;
  readonly analyser: string;
  readonly createdAt: string;
  /** When all chunks up to that row id were embedded anew; null and 0 when they never were. */
  readonly embeddedAt: string | null;
  readonly embeddedUpTo: number;
  /** Of the index of its vectors that can be searched; null where there is none. */
  readonly indexKind: IndexSettings['kind'] | null;
  /** Whether a chunk has metadata that its document has not. */
  readonly hasOwnMetadata: boolean;
  /** Of most documents; `undefined`, which the analyser reads as English, when none is known. */
  readonly languages: readonly string[];
  /** Digits of the bytes that the chunks of all collections take. */
  readonly magnitude: number;
}

const columns = `(SELECT max(version) FROM pincite.schema_version) AS "schemaVersion", k.id, k.name, k.embedding_model AS "embeddingModel", k.dimensions, k.max_tokens AS "maxTokens", k.analyser,
  k.created_at AS "createdAt", k.embedded_at AS "embeddedAt", k.embedded_up_to AS "embeddedUpTo", k.adaptation,
  k.languages, ${indexKind} AS "indexKind", length(pg_relation_size('pincite.chunks')::text) AS magnitude,
  EXISTS (SELECT 1 FROM pincite.chunks c WHERE c.collection_id = k.id AND c.own_metadata::text <> '{}') AS "hasOwnMetadata"`;

interface Row extends Omit<CollectionRow, 'adaptation' | 'languages'> {
  readonly adaptation: CollectionAdaptation | null;
  readonly languages: LanguageCounts;
  readonly schemaVersion: number;
}

const fromRow = ({ name, adaptation, languages, schemaVersion: _version, ...row }: Row): CollectionRow => ({
  ...row,
  name: fromPg(name),
  adaptation: adaptation ?? undefined,
  languages: mostFrequentFirst(languages).map(fromPg),
});

const select = `SELECT row_to_json(k)::text AS state FROM (
  SELECT ${columns} FROM pincite.collections k WHERE k.name = $1) k`;

/** The row as one text, which costs less to compare than its values; for `readState`. */
export async function findState(session: Session, name: string): Promise<string | undefined> {
  const [row] = await session.all<{ state: string }>(select, [toPg(name)], 'collection');
  return row?.state;
}

/** @throws StoreError when a newer program has changed the tables meanwhile. */
export function readState(session: Session, state: string): CollectionRow {
  const row = JSON.parse(state) as Row;
  requireOurTables(session, row.schemaVersion);
  return fromRow(row);
}

export async function findCollection(session: Session, name: string): Promise<CollectionRow | undefined> {
  const state = await findState(session, name);
  return state === undefined ? undefined : readState(session, state);
}

/** One change of a collection at a time; no name is that of another lock. */
export const lockOf = (name: string): string => `collection ${name}`;

/** @throws CollectionNotFoundError, with the names that there are. */
export async function requireState(session: Session, name: string): Promise<string> {
  const state = await findState(session, name);
  if (state !== undefined) return state;
  const others = await session.all<{ name: string }>('SELECT name FROM pincite.collections ORDER BY name');
  throw new CollectionNotFoundError(
    name,
    others.map((other) => fromPg(other.name)),
  );
}

/** @throws CollectionNotFoundError */
export async function requireCollection(session: Session, name: string): Promise<CollectionRow> {
  return readState(session, await requireState(session, name));
}

interface Counts {
  readonly documents: number;
  readonly chunks: number;
}

/** By name; of the present versions the documents and their chunks are counted. */
export async function describeCollections(session: Session, name?: string): Promise<Collection[]> {
  const rows = await session.all<Row & Counts>(
    `SELECT ${columns}, count(d.id) AS documents, coalesce(sum(d.chunk_count), 0) AS chunks
     FROM pincite.collections k LEFT JOIN pincite.documents d ON d.collection_id = k.id AND d.present_id IS NULL
     ${name === undefined ? '' : 'WHERE k.name = $1'} GROUP BY k.id ORDER BY k.name`,
    name === undefined ? [] : [toPg(name)],
  );
  return rows.map(({ documents, chunks, ...row }) => {
    const { embeddingModel, dimensions, maxTokens, createdAt, adaptation, schemaVersion } = row;
    requireOurTables(session, schemaVersion);
    return {
      name: fromPg(row.name),
      embeddingModel,
      dimensions,
      maxTokens,
      documentCount: documents,
      chunkCount: chunks,
      createdAt,
      adaptation: adaptation ?? undefined,
    };
  });
}

/** Leaves one that is there as it is. */
export async function createCollection(session: Session, spec: CollectionSpec): Promise<void> {
  await session.all(
    `INSERT INTO pincite.collections (name, embedding_model, dimensions, max_tokens, analyser, created_at, model, adaptation)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    [
      toPg(spec.name),
      spec.embeddingModel,
      spec.dimensions,
      spec.maxTokens,
      analyserId,
      new Date().toISOString(),
      spec.table ?? null,
      spec.adaptation === undefined ? null : JSON.stringify(spec.adaptation),
    ],
  );
}
