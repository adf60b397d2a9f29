import { analyserId } from '../../text/analyser.ts';
import type { Collection } from '../../types.ts';
import type { CollectionSpec } from '../store.ts';
import type { Connection } from './connection.ts';
import { newPlace } from './names.ts';
import { bytePoints } from './parts.ts';
import { announcePlace, forgetPlace, sweepPlaces } from './places.ts';
import { type CollectionFacts, type CollectionState, copiesOf, type Registry } from './registry.ts';

/** What every collection is looked up by; the fields that users filter by are indexed when one first does. */
const indexes = {
  keyword: [
    'kind',
    'key',
    'id',
    'documentId',
    'original',
    'root',
    'filePlace',
    'has',
    'lists',
    'terms',
    'vectors',
    'hashes',
  ],
  integer: ['born', 'died', 'sequence', 'level', 'embeddedIn'],
  bool: ['present'],
} as const;

/** The key of the model that belongs to a collection alone. */
export const tableKey = 'table';

export function describeCollection(state: CollectionState): Collection {
  const { name, embeddingModel, dimensions, maxTokens, createdAt, adaptation, totals } = state;
  return {
    name,
    embeddingModel,
    dimensions,
    maxTokens,
    documentCount: totals.documents,
    chunkCount: totals.chunks,
    createdAt,
    adaptation,
  };
}

/** Leaves one that is there as it is. All is made before anybody can see it. */
export async function createCollection(registry: Registry, spec: CollectionSpec): Promise<void> {
  const { connection } = registry;
  const facts = firstFacts(connection, spec);
  const { place, vector } = facts;
  await sweepPlaces(registry);
  await announcePlace(registry, place);
  await connection.send('createCollection', {
    collection_name: place,
    vectors: { [vector]: { size: spec.dimensions, distance: 'Dot', ...quantizationOf(connection) } },
    sparse_vectors: { terms: {} },
    hnsw_config: { m: connection.place.hnsw.m, ef_construct: connection.place.hnsw.efConstruct },
    ...copiesOf(connection),
  });
  const fields = Object.entries(indexes).flatMap(([type, keys]) => keys.map((key) => [key, type] as const));
  await Promise.all(
    fields.map(([field_name, field_schema]) =>
      connection.change('createFieldIndex', place, { field_name, field_schema }),
    ),
  );
  for (const point of spec.table ? bytePoints(tableKey, spec.table, 0) : []) {
    await connection.change('upsertPoints', place, { points: [point] });
  }
  await registry.add(facts);
  const stored = await registry.find(spec.name);
  if (stored?.place !== place) await connection.send('deleteCollection', { collection_name: place });
  await forgetPlace(registry, place);
}

function firstFacts({ place: { prefix } }: Connection, { table, ...spec }: CollectionSpec): CollectionFacts {
  return {
    ...spec,
    createdAt: new Date().toISOString(),
    place: newPlace(prefix, spec.name),
    vector: 'v0',
    hasTable: table !== undefined,
    embeddedUpTo: 0,
    analyser: analyserId,
    usualLength: 0,
    totals: { documents: 0, chunks: 0, allChunks: 0, terms: 0, languages: {} },
  };
}

/** Eight bits a number in memory, with the numbers themselves to score what is found. */
export function quantizationOf({ place: { isQuantized } }: Connection): object {
  return isQuantized
    ? { quantization_config: { scalar: { type: 'int8', quantile: 0.99, always_ram: true } }, on_disk: true }
    : {};
}
