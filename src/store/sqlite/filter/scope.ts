import type { Rect } from '../../../types.ts';
import type { ChunkConstraint, FilterNode, Region } from '../../filter/filter.ts';
import { liesInRegion, onPage } from '../../filter/region.ts';
import type { SearchScope } from '../../store.ts';
import type { CollectionRow } from '../collections.ts';
import { amongIds, idList, parseIds } from '../database/id-list.ts';
import { lowerBound } from '../../../util/lists/ascending.ts';
import { Bindings, compileFilter, type FilterTarget } from './compile-filter.ts';
import { collectionColumn } from './document-columns.ts';
import type { SqlDatabase } from '../database/driver.ts';
import { matchingTexts } from '../../filter/regex.ts';
import { remembered } from '../database/remembered.ts';
import { parseStored, toBytes, toText } from '../database/text-bytes.ts';
import { versionCondition } from '../documents.ts';
import { resolveField } from '../../filter/fields.ts';
import { metadataKey } from './filter-fields.ts';

type Restriction = Pick<SearchScope, 'filter' | 'constraint' | 'versions' | 'among'>;

/**
 * Row ids of the chunks that the scope allows, ascending; `undefined` when it allows all. The same array again, never
 * changed, while the database does not change.
 */
export function allowedChunks(
  database: SqlDatabase,
  collection: CollectionRow,
  { filter, constraint, versions, among }: Restriction,
): Float64Array | undefined {
  const key = JSON.stringify([collection.id, filter, constraint, versions]);
  const allowed = remembered(database, key, () =>
    findAllowed(database, collection, { filter, constraint, versions }),
  );
  return among ? onlyThese(database, collection, { allowed, among }) : allowed;
}

function onlyThese(
  database: SqlDatabase,
  collection: CollectionRow,
  { allowed, among }: { readonly allowed: Float64Array | undefined; readonly among: readonly string[] },
): Float64Array {
  const row = database
    .prepare(`SELECT group_concat(c.id) AS ids FROM chunks c WHERE ${amongIds}`)
    .get<{ ids: Uint8Array | null }>([collection.id, idList(among)]);
  const ids = parseIds(row?.ids).sort();
  return allowed ? ids.filter((id) => allowed[lowerBound(allowed, id)] === id) : ids;
}

function findAllowed(
  database: SqlDatabase,
  collection: CollectionRow,
  { filter, constraint = {}, versions }: Restriction,
): Float64Array | undefined {
  const bindings = new Bindings();
  const target = { database, collectionId: collection.id, bindings };
  const levels = splitByLevel(database, collection.id, filter);
  const conditionOn = (rows: FilterTarget['rows'], nodes: readonly FilterNode[]) =>
    nodes.length === 0 ? [] : [compileFilter({ kind: 'and', nodes }, { ...target, rows })];
  const ofDocuments = conditionOn('documents', levels.ofDocuments);
  const ofVersions = versionCondition(database, collection.id, { versions, bindings });
  if (ofVersions !== undefined) ofDocuments.push(ofVersions);
  const { region } = constraint;
  const chunkNodes = region ? [...levels.ofChunks, onPage(region.page)] : levels.ofChunks;
  const ofChunks = [...conditionOn('chunks', chunkNodes), ...textConditions(constraint, bindings)];
  if (ofChunks.length > 0 || constraint.regex?.length) {
    return constrain(database, readIds(database, target, { ofDocuments, ofChunks }), constraint);
  }
  return ofDocuments.length === 0
    ? undefined
    : chunksOf(
        database,
        readDocuments(database, target, { conditions: ofDocuments, listed: levels.ofDocuments.some(lists) }),
      );
}

/** Whether the condition is a list of documents, and not a test of each. */
function lists(node: FilterNode): boolean {
  if (node.kind === 'or') return node.nodes.every(lists);
  const isLeaf = node.kind === 'compare' || node.kind === 'in' || node.kind === 'contains';
  return isLeaf && collectionColumn(node.field) === undefined;
}

interface Target {
  readonly collectionId: number;
  readonly bindings: Bindings;
}

/** The documents that meet the conditions, as JSON; `undefined` when none is left out: then a search needs no list. */
function readDocuments(
  database: SqlDatabase,
  { collectionId, bindings }: Target,
  { conditions, listed }: { readonly conditions: readonly string[]; readonly listed: boolean },
): string | undefined {
  // With a plus the engine looks up the listed documents instead of asking each of the collection.
  const ofCollection = `${listed ? '+' : ''}d.collection_id = ${bindings.bind(collectionId)}`;
  const row = database
    .prepare(
      `SELECT count(*) AS count, group_concat(d.id) AS ids FROM documents d
       WHERE ${[ofCollection, ...conditions].join(' AND ')}`,
    )
    .get<{ count: number; ids: Uint8Array | null }>(bindings.values);
  const all = remembered(database, `documents ${collectionId}`, () => countDocuments(database, collectionId));
  return row?.count === all?.[0] ? undefined : `[${row?.ids ? toText(row.ids) : ''}]`;
}

/** Earlier versions among them. */
function countDocuments(database: SqlDatabase, collectionId: number): Float64Array {
  const all = database
    .prepare('SELECT count(*) AS count FROM documents WHERE collection_id = ?')
    .get<{ count: number }>([collectionId]);
  return Float64Array.of(all?.count ?? 0);
}

function chunksOf(database: SqlDatabase, documents: string | undefined): Float64Array | undefined {
  if (documents === undefined) return undefined;
  const row = database
    .prepare(
      `SELECT group_concat(c.id) AS ids FROM json_each(?) j CROSS JOIN chunks c ON c.document = j.value`,
    )
    .get<{ ids: Uint8Array | null }>([documents]);
  return ascending(row?.ids);
}

function readIds(
  database: SqlDatabase,
  { collectionId, bindings }: Target,
  {
    ofDocuments,
    ofChunks,
  }: { readonly ofDocuments: readonly string[]; readonly ofChunks: readonly string[] },
): Float64Array {
  const collection = bindings.bind(collectionId);
  // A cross join is never turned round: documents first, and their chunks by the index on them.
  const from =
    ofDocuments.length === 0
      ? `chunks c WHERE c.collection_id = ${collection}`
      : `documents d CROSS JOIN chunks c ON c.document = d.id WHERE d.collection_id = ${collection}`;
  const conditions = [from, ...ofDocuments, ...ofChunks].join(' AND ');
  const row = database
    .prepare(`SELECT group_concat(c.id) AS ids FROM ${conditions}`)
    .get<{ ids: Uint8Array | null }>(bindings.values);
  return ascending(row?.ids);
}

function ascending(list: Uint8Array | null | undefined): Float64Array {
  const ids = parseIds(list);
  return isAscending(ids) ? ids : ids.sort();
}

function isAscending(ids: Float64Array): boolean {
  for (let index = 1; index < ids.length; index += 1) {
    if ((ids[index] as number) < (ids[index - 1] as number)) return false;
  }
  return true;
}

function textConditions(constraint: ChunkConstraint, bindings: Bindings): string[] {
  const content = '(SELECT content FROM chunk_bodies WHERE chunk = c.id)';
  const place = (text: string) => `instr(${content}, ${bindings.bind(toBytes(text))})`;
  return [
    ...(constraint.contains ?? []).map((text) => `${place(text)} > 0`),
    ...(constraint.notContains ?? []).map((text) => `${place(text)} = 0`),
  ];
}

/** What SQL cannot say: regular expressions and regions, over the chunks that are left. */
function constrain(database: SqlDatabase, ids: Float64Array, constraint: ChunkConstraint): Float64Array {
  const { region, regex = [] } = constraint;
  const inRegion = region ? ids.filter((id) => liesIn(database, id, region)) : ids;
  if (regex.length === 0) return inRegion;
  const statement = database.prepare('SELECT content FROM chunk_bodies WHERE chunk = ?');
  const textOf = (id: number) =>
    toText(statement.get<{ content: Uint8Array }>([id])?.content ?? new Uint8Array());
  return Float64Array.from(matchingTexts([...inRegion], constraint, textOf));
}

function liesIn(database: SqlDatabase, id: number, region: Region): boolean {
  const row = database
    .prepare(
      `SELECT b.rects, p.width, p.height FROM chunks c JOIN chunk_bodies b ON b.chunk = c.id
       JOIN pages p ON p.document = c.document AND p.number = ?2 WHERE c.id = ?1`,
    )
    .get<{ rects: Uint8Array; width: number; height: number }>([id, region.page]);
  return row !== undefined && liesInRegion(parseStored<Rect[]>(row.rects), region, row);
}

/** A filter as two that must both hold: one that documents alone decide, and what is left for chunks. */
interface FilterLevels {
  readonly ofDocuments: readonly FilterNode[];
  readonly ofChunks: readonly FilterNode[];
}

/**
 * Documents are fewer than chunks, so what they can decide is asked of them. A field of the user's own is theirs
 * unless some chunk of the collection has one of that name.
 */
function splitByLevel(
  database: SqlDatabase,
  collectionId: number,
  filter: FilterNode | undefined,
): FilterLevels {
  const nodes = filter === undefined ? [] : conjuncts(filter);
  const isOfDocuments = (node: FilterNode) =>
    fieldsIn(node).every((field) => isDocumentField(database, collectionId, field));
  return {
    ofDocuments: nodes.filter(isOfDocuments),
    ofChunks: nodes.filter((node) => !isOfDocuments(node)),
  };
}

function conjuncts(filter: FilterNode): readonly FilterNode[] {
  return filter.kind === 'and' ? filter.nodes.flatMap(conjuncts) : [filter];
}

function fieldsIn(node: FilterNode): string[] {
  if (node.kind === 'and' || node.kind === 'or') return node.nodes.flatMap(fieldsIn);
  return node.kind === 'not' ? fieldsIn(node.node) : [node.field];
}

function isDocumentField(database: SqlDatabase, collectionId: number, name: string): boolean {
  const field = resolveField(name);
  if (field.level !== 'metadata') return field.level === 'document';
  const ofChunks = database
    .prepare('SELECT 1 FROM chunk_fields WHERE collection_id = ? AND key = ? LIMIT 1')
    .get([collectionId, metadataKey(field.name)]);
  return ofChunks === undefined;
}
