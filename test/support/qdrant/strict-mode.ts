/** Qdrant's strict mode: filters need payload indexes, and there may be only so many of those. */
import type { Collection } from './collection.ts';
import { badRequest } from './error.ts';
import { type Condition, conditions, type Filter } from './filter.ts';
import type { Body } from './types.ts';

type FieldCondition = Body<'FieldCondition'>;
type Rules = Body<'StrictModeConfig'>;

/** As collections of Qdrant's cloud have it. */
export const cloudRules: Rules = {
  enabled: true,
  unindexed_filtering_retrieve: false,
  unindexed_filtering_update: false,
  max_payload_index_count: 100,
};

/** Where a request has filters. */
export interface Filtered {
  readonly filter?: unknown;
  readonly update_filter?: unknown;
}

/** @throws QdrantError when a filter needs an index that is not there */
export function checkFilters(
  collection: Collection,
  { filter, update_filter: updateFilter }: Filtered,
  rule: 'unindexed_filtering_retrieve' | 'unindexed_filtering_update',
): void {
  const rules = collection.settings.strict_mode_config as Rules | null | undefined;
  if (!rules?.enabled || rules[rule] !== false) return;
  for (const each of [filter, updateFilter]) if (each) checkFilter(collection, each as Filter);
}

/** @throws QdrantError when a further index would be too many */
export function checkIndexCount({ settings, indexes }: Collection, field: string): void {
  const rules = settings.strict_mode_config as Rules | null | undefined;
  const most = rules?.enabled ? (rules.max_payload_index_count ?? Infinity) : Infinity;
  if (indexes.type(field) === undefined && indexes.count >= most)
    throw badRequest(`Collection already has the maximum number of payload indices (${most})`);
}

function checkFilter(collection: Collection, filter: Filter): void {
  const clauses = [filter.must, filter.must_not, filter.should];
  for (const condition of clauses.flatMap(conditions)) checkCondition(collection, condition);
}

function checkCondition(collection: Collection, condition: Condition): void {
  if ('has_id' in condition || 'has_vector' in condition) return;
  if ('key' in condition) requireIndex(collection, condition.key, typesFor(condition));
  else checkFilter(collection, condition as Filter);
}

/** No types are needed where nothing can match. */
function requireIndex({ indexes }: Collection, key: string, types: readonly string[]): void {
  const type = indexes.type(key);
  if (types.length === 0 || (type !== undefined && types.includes(type))) return;
  throw badRequest(
    `Index required but not found for "${key}" of one of the following types: [${types.join(', ')}]. Help: Create an index for this key or use a different filter.`,
  );
}

/** The types of indexes that serve a condition. */
function typesFor({ match, range }: FieldCondition): string[] {
  return [...(match ? typesForMatch(match) : []), ...(range ? ['float', 'integer'] : [])];
}

function typesForMatch(match: NonNullable<FieldCondition['match']>): string[] {
  const { value, any } = match as { value?: unknown; any?: unknown[] };
  const [sample] = any ?? [value];
  if (sample === undefined) return [];
  if (typeof sample === 'number') return ['integer'];
  return typeof sample === 'string' ? ['uuid', 'keyword'] : ['bool'];
}
