import type { Chunk } from '../../../types.ts';
import type { Region } from '../../filter/filter.ts';
import { liesInRegion, onPage } from '../../filter/region.ts';
import { matchingTexts } from '../../filter/regex.ts';
import type { SearchScope } from '../../store.ts';
import { Bindings } from '../database/bindings.ts';
import { joined } from '../chunks.ts';
import type { CollectionRow } from '../collections.ts';
import { compileFilter } from './compile-filter.ts';
import type { Session } from '../database/connection.ts';
import { versionCondition } from '../documents.ts';
import { fromPg, toPg } from '../database/pg-text.ts';

/** Whether a scope allows anything but all present versions of its collection, whose condition is always the same text. */
export function hasConditions({ filter, constraint, versions = 1, among }: SearchScope): boolean {
  return filter !== undefined || constraint !== undefined || versions !== 1 || among !== undefined;
}

/** The condition on `chunks c` with their `documents d` that keeps what the scope allows. */
export async function scopeCondition(
  session: Session,
  collection: CollectionRow,
  { scope, bindings }: { readonly scope: SearchScope; readonly bindings: Bindings },
): Promise<string> {
  if (!isConstrained(scope)) return sqlCondition(collection, scope, bindings);
  const ids = await constrainedIds(session, collection, scope);
  return `c.id = ANY(${bindings.bind(ids)}::bigint[])`;
}

/** Whether SQL cannot say what the scope leaves. */
export const isConstrained = ({ constraint: { region, regex = [] } = {} }: SearchScope): boolean =>
  region !== undefined || regex.length > 0;

/** Row ids of the chunks that a filter or a list of ids leaves, where they are `most` or fewer; texts are not looked into for that. */
export async function fewFiltered(
  session: Session,
  collection: CollectionRow,
  { scope, most }: { readonly scope: SearchScope; readonly most: number },
): Promise<number[] | undefined> {
  const { filter, among, constraint } = scope;
  if ((filter ?? among) === undefined || constraint !== undefined) return undefined;
  const bindings = new Bindings();
  const rows = await session.all<{ id: number }>(
    `SELECT c.id FROM ${joined} WHERE ${sqlCondition(collection, scope, bindings)} LIMIT ${most + 1}`,
    bindings.values,
  );
  return rows.length > most ? undefined : rows.map(({ id }) => id);
}

function sqlCondition(
  collection: CollectionRow,
  { filter, versions, among, constraint: { contains = [], notContains = [], region } = {} }: SearchScope,
  bindings: Bindings,
): string {
  const place = (text: string) => `strpos(c.content, ${bindings.bind(toPg(text))})`;
  const nodes = [filter, region && onPage(region.page)].filter((node) => node !== undefined);
  const conditions = [
    `c.collection_id = ${bindings.bind(collection.id)}`,
    versionCondition(collection.id, { versions, bindings }),
    among && `c.chunk_id = ANY(${bindings.bind(among.map(toPg))})`,
    ...nodes.map((node) => compileFilter(node, { rows: 'chunks', collection, bindings })),
    ...contains.map((text) => `${place(text)} > 0`),
    ...notContains.map((text) => `${place(text)} = 0`),
  ];
  return conditions.filter((condition) => condition !== undefined).join(' AND ');
}

interface ConstrainedRow {
  readonly id: number;
  readonly content: string;
  readonly record: Pick<Chunk, 'rects'>;
  readonly width: number | null;
  readonly height: number | null;
}

/** What SQL cannot say: regular expressions and regions, over the chunks that are left. */
export async function constrainedIds(
  session: Session,
  collection: CollectionRow,
  scope: SearchScope,
): Promise<number[]> {
  const { region } = scope.constraint ?? {};
  const bindings = new Bindings();
  const page = bindings.bind(region?.page ?? 0);
  const rows = await session.all<ConstrainedRow>(
    `SELECT c.id, c.content, c.record, p.width, p.height
     FROM pincite.chunks c JOIN pincite.documents d ON d.id = c.document
     LEFT JOIN pincite.pages p ON p.document = c.document AND p.number = ${page}
     WHERE ${sqlCondition(collection, scope, bindings)}`,
    bindings.values,
  );
  const inRegion = region ? rows.filter((row) => liesIn(row, region)) : rows;
  return matchingTexts(inRegion, scope.constraint ?? {}, ({ content }) => fromPg(content)).map(
    ({ id }) => id,
  );
}

function liesIn({ record, width, height }: ConstrainedRow, region: Region): boolean {
  return width !== null && height !== null && liesInRegion(record.rects, region, { width, height });
}
