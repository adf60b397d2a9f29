import type { Rect } from '../../types.ts';
import type { ChunkConstraint, FilterNode, Region } from '../filter.ts';
import { liesInRegion } from '../region.ts';
import type { SearchScope } from '../store.ts';
import type { CollectionRow } from './collections.ts';
import { Bindings, compileFilter } from './compile-filter.ts';
import type { SqlDatabase } from './driver.ts';
import { matchingTexts } from './regex-match.ts';
import { toBytes, toText } from './text-bytes.ts';

/** Row ids of the chunks that the scope allows, ascending; `undefined` when it allows all. */
export function allowedChunks(
  database: SqlDatabase,
  collection: CollectionRow,
  { filter, constraint }: Pick<SearchScope, 'filter' | 'constraint'>,
): number[] | undefined {
  if (!filter && !isRestriction(constraint)) return undefined;
  const bindings = new Bindings();
  const conditions = [`c.collection_id = ${bindings.bind(collection.id)}`];
  const target = { rows: 'chunks', collectionId: collection.id, bindings } as const;
  if (filter) conditions.push(compileFilter(filter, target));
  if (constraint?.region) conditions.push(compileFilter(onPage(constraint.region.page), target));
  if (constraint) conditions.push(...textConditions(constraint, bindings));
  const row = database
    .prepare(`SELECT group_concat(c.id) AS ids FROM chunks c WHERE ${conditions.join(' AND ')}`)
    .get<{ ids: string | null }>(bindings.values);
  const ids = row?.ids ? row.ids.split(',').map(Number) : [];
  return constrain(database, ids, constraint ?? {});
}

function onPage(page: number): FilterNode {
  return { kind: 'compare', field: 'pageNumbers', operator: '$eq', value: page };
}

function isRestriction(constraint: ChunkConstraint | undefined): boolean {
  if (!constraint) return false;
  const { contains, notContains, regex, region } = constraint;
  return [contains, notContains, regex].some((texts) => texts?.length) || region !== undefined;
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
function constrain(database: SqlDatabase, ids: readonly number[], constraint: ChunkConstraint): number[] {
  const { region, regex = [] } = constraint;
  const inRegion = region ? ids.filter((id) => liesIn(database, id, region)) : [...ids];
  if (regex.length === 0) return inRegion;
  const statement = database.prepare('SELECT content FROM chunk_bodies WHERE chunk = ?');
  return matchingTexts(inRegion, regex, (id) =>
    toText(statement.get<{ content: Uint8Array }>([id])?.content ?? new Uint8Array()),
  );
}

function liesIn(database: SqlDatabase, id: number, region: Region): boolean {
  const row = database
    .prepare(
      `SELECT b.rects, p.width, p.height FROM chunks c JOIN chunk_bodies b ON b.chunk = c.id
       JOIN pages p ON p.document = c.document AND p.number = ?2 WHERE c.id = ?1`,
    )
    .get<{ rects: string; width: number; height: number }>([id, region.page]);
  return row !== undefined && liesInRegion(JSON.parse(row.rects) as Rect[], region, row);
}
