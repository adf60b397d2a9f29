/** What each operation of the document does. */
import { collectionInfo } from './collection-info.ts';
import type { Collection } from './collection.ts';
import type { CollectionChange, Database } from './database.ts';
import { badRequest, notFound } from './error.ts';
import { facet } from './facet.ts';
import { checkName, checkVectorName } from './names.ts';
import type { FieldSchema } from './payload-indexes.ts';
import { parsePath } from './payload-path.ts';
import { readId } from './point-id.ts';
import { query } from './query.ts';
import { recordMaker } from './record.ts';
import { scroll } from './scroll.ts';
import { denseVectors, type Settings, type VectorConfig } from './settings.ts';
import { checkFilters, checkIndexCount, type Filtered } from './strict-mode.ts';
import type { Body } from './types.ts';
import type { Update } from './update.ts';

export interface Call {
  readonly database: Database;
  /** The variable parts of the path. */
  readonly variables: Readonly<Record<string, string>>;
  /** Whether the reply waits until the change is made. */
  readonly wait: boolean;
  readonly body: unknown;
}

const version = '1.18.0';

/** By the id of the operation; what it gives is the result, or the whole reply where the document has no result. */
export const operations: Readonly<Record<string, (call: Call) => unknown>> = {
  root: () => ({ title: 'qdrant - vector search engine', version }),
  healthz: () => 'healthz check passed',
  livez: () => 'livez check passed',
  readyz: () => 'all shards are ready',

  get_collections: ({ database }) => ({
    collections: [...database.collections.keys()].map((name) => ({ name })),
  }),
  get_collection: (call) => collectionInfo(collectionOf(call)),
  collection_exists: ({ database, variables: { collection_name: name } }) => ({
    exists: database.collections.has(name!),
  }),
  create_collection: ({ database, variables: { collection_name: name }, body }) => {
    const settings = body as Settings;
    checkName('collection', name!);
    const vectors = [denseVectors(settings), settings.sparse_vectors ?? {}].flatMap(Object.keys);
    for (const vector of vectors) checkVectorName(vector);
    return database.change({ kind: 'create_collection', name: name!, settings });
  },
  update_collection: (call) =>
    call.database.change({
      kind: 'update_collection',
      name: nameOf(call),
      settings: call.body as Body<'UpdateCollection'>,
    }),
  delete_collection: ({ database, variables }) =>
    database.change({ kind: 'delete_collection', name: variables.collection_name! }),

  create_field_index: (call) => {
    const { field_name: field, field_schema: schema } = call.body as Body<'CreateFieldIndex'>;
    if (!schema)
      throw badRequest("Can't auto-detect field type, please specify `field_schema` in the request");
    parsePath(field);
    checkIndexCount(collectionOf(call), field);
    return change(call, { kind: 'create_index', name: nameOf(call), field, schema: schema as FieldSchema });
  },
  delete_field_index: (call) =>
    change(call, { kind: 'delete_index', name: nameOf(call), field: call.variables.field_name! }),
  create_vector_name: (call) => {
    const vector = call.variables.vector_name!;
    checkVectorName(vector);
    return change(call, {
      kind: 'create_vector',
      name: nameOf(call),
      vector,
      config: call.body as VectorConfig,
    });
  },
  delete_vector_name: (call) =>
    change(call, { kind: 'delete_vector', name: nameOf(call), vector: call.variables.vector_name! }),

  upsert_points: (call) => update(call, { upsert: call.body as Body<'PointInsertOperations'> }),
  delete_points: (call) => update(call, { delete: call.body as Body<'PointsSelector'> }),
  set_payload: (call) => update(call, { set_payload: call.body as Body<'SetPayload'> }),
  update_vectors: (call) => update(call, { update_vectors: call.body as Body<'UpdateVectors'> }),
  /** One after another, not all or none. */
  batch_update: (call) =>
    (call.body as Body<'UpdateOperations'>).operations.map((each) => update(call, each)),

  get_point: (call) => {
    const [record] = retrieve(call, {
      ids: [readPathId(call.variables.id!)],
      with_payload: true,
      with_vector: true,
    });
    if (!record) throw notFound(`Point with id ${call.variables.id} does not exists!`);
    return record;
  },
  get_points: (call) => retrieve(call, call.body as Body<'PointRequest'>),
  scroll_points: (call) => scroll(readable(call), call.body as Body<'ScrollRequest'>),
  count_points: (call) => ({
    count: readable(call).select((call.body as Body<'CountRequest'>).filter as Body<'Filter'>).length,
  }),
  facet: (call) => facet(readable(call), call.body as Body<'FacetRequest'>),
  query_points: (call) => query(readable(call), call.body as Body<'QueryRequest'>),
};

/** @throws QdrantError when there is no collection of that name */
function nameOf(call: Call): string {
  collectionOf(call);
  return call.variables.collection_name!;
}

const collectionOf = ({ database, variables }: Call) => database.collection(variables.collection_name!);

/** The collection, after a look at the filters of a request that reads. */
function readable(call: Call, request = call.body as Filtered): Collection {
  const collection = collectionOf(call);
  checkFilters(collection, request, 'unindexed_filtering_retrieve');
  return collection;
}

function update(call: Call, given: Update): Body<'UpdateResult'> {
  for (const part of Object.values(given) as Filtered[])
    checkFilters(collectionOf(call), part, 'unindexed_filtering_update');
  return change(call, { kind: 'points', name: nameOf(call), update: given });
}

function change({ database, wait }: Call, given: CollectionChange): Body<'UpdateResult'> {
  if (wait) database.change(given);
  else database.changeLater(given);
  const { version: operation } = database.collection(given.name);
  return { operation_id: operation, status: wait ? 'completed' : 'acknowledged' };
}

/** Without payload unless asked for, whatever the document says. */
function retrieve(call: Call, { ids, with_payload: payload, with_vector: vector }: Body<'PointRequest'>) {
  const collection = collectionOf(call);
  const record = recordMaker(collection, { with_payload: payload ?? false, with_vector: vector ?? false });
  const slots = ids.flatMap((id) => collection.points.slot(readId(id)) ?? []);
  return [...new Set(slots)].map(record);
}

const readPathId = (text: string) => (/^\d+$/.test(text) ? Number(text) : text);
