import { resolveField } from '../../filter/fields.ts';
import { largestFirst } from '../../read/orders.ts';
import type { StatsGroup, StatsOptions } from '../../store.ts';
import { Bindings } from '../database/bindings.ts';
import type { CollectionRow } from '../collections.ts';
import type { Session } from '../database/connection.ts';
import { collectionFields, metadataKey } from '../filter/filter-fields.ts';
import { fromPg, toPg } from '../database/pg-text.ts';
import { documentsWhere } from './read.ts';

interface GroupRow {
  /** A scalar as `filter-fields.ts` has it. */
  readonly value: string | number | boolean | { readonly t: string } | null;
  readonly documents: number;
  readonly chunks: number;
  readonly tokens: number;
  readonly bytes: number;
}

/**
 * The total over the documents that match, then the groups, largest first. A document with several values (tags) counts in
 * each of their groups. By a field of chunks, a group has the chunks with that value, their tokens, and the documents
 * that they are from.
 */
export async function readStats(
  session: Session,
  collection: CollectionRow,
  { filter, groupBy, versions }: StatsOptions,
): Promise<StatsGroup[]> {
  const bindings = new Bindings();
  const where = documentsWhere(collection, { filter, versions, bindings });
  const total = await session.all<GroupRow>(
    `SELECT NULL::jsonb AS value, ${documentSums} FROM pincite.documents d WHERE ${where}`,
    bindings.values,
  );
  if (groupBy === undefined) return total.map(toGroup);
  const groups = await session.all<GroupRow>(
    groupSql(groupBy, { collection, where, bindings }),
    bindings.values,
  );
  return [...total.map(toGroup), ...groups.map(toGroup).sort(largestFirst)];
}

const documentSums = `count(*) AS documents, coalesce(sum(d.chunk_count), 0)::float8 AS chunks,
  coalesce(sum(d.total_tokens), 0)::float8 AS tokens, coalesce(sum(d.bytes), 0)::float8 AS bytes`;

interface Grouping {
  readonly collection: CollectionRow;
  readonly where: string;
  readonly bindings: Bindings;
}

function groupSql(groupBy: string, { collection, where, bindings }: Grouping): string {
  const field = resolveField(groupBy);
  if (field.level === 'chunk') {
    const value =
      field.name === 'content'
        ? `SELECT to_jsonb(c.content) AS value`
        : valuesOf('c.fields', bindings.bind(field.name));
    return `SELECT value, count(*) AS documents, sum(chunks)::float8 AS chunks, sum(tokens)::float8 AS tokens,
        sum(bytes)::float8 AS bytes
      FROM (
        SELECT value, count(*) AS chunks, sum(token_count) AS tokens, bytes FROM (
          SELECT DISTINCT v.value, c.id, (c.fields->>'tokenCount')::int AS token_count, d.id AS document, d.bytes
          FROM pincite.documents d JOIN pincite.chunks c ON c.document = d.id LEFT JOIN LATERAL (${value}) v ON true
          WHERE ${where}
        ) AS chunk GROUP BY value, document, bytes
      ) AS part GROUP BY value`;
  }
  const constants: Record<string, string> = {
    collection: collection.name,
    embeddingModel: collection.embeddingModel,
  };
  const name = field.level === 'metadata' ? metadataKey(field.name) : field.name;
  const value =
    field.level === 'document' && collectionFields.has(name)
      ? `SELECT to_jsonb(${bindings.bind(toPg(constants[name]!))}::text) AS value`
      : valuesOf('d.fields', bindings.bind(toPg(name)));
  return `SELECT value, ${documentSums} FROM (
      SELECT DISTINCT v.value, d.id, d.chunk_count, d.total_tokens, d.bytes
      FROM pincite.documents d LEFT JOIN LATERAL (${value}) v ON true WHERE ${where}
    ) AS d GROUP BY value`;
}

/** The values of a field, a row each. */
const valuesOf = (json: string, key: string) =>
  `SELECT jsonb_path_query(${json}->(${key}::text), '$[*]') AS value`;

function toGroup({ value, ...sums }: GroupRow): StatsGroup {
  if (value === null) return sums;
  const plain = typeof value === 'object' ? value.t : value;
  return { value: typeof plain === 'string' ? fromPg(plain) : plain, ...sums };
}
