/** Which chunks or documents a search or a list is about, as conditions on points. */
import { wellFormed } from '../../util/strings/well-formed.ts';
import { resolveField, onlyOfChunks } from '../filter/fields.ts';
import type { FilterNode, FilterValue, Region } from '../filter/filter.ts';
import { isoInstant } from '../filter/instant.ts';
import { likeTest } from '../filter/like-pattern.ts';
import { matchesFilter } from '../filter/match-filter.ts';
import { liesInRegion } from '../filter/region.ts';
import { matchingTexts } from '../filter/regex.ts';
import type { SearchScope } from '../store.ts';
import { anyOf, type Condition, equal, type Filter, nothing, oneOf, type ReadOptions } from './connection.ts';
import { type ChunkPayload, collectionFields, metadataKey, partsOf, textOf, typedKey } from './points.ts';
import type { View } from './view.ts';

/** The filter on points that keeps the chunks that the scope allows. */
export async function scopeFilter(view: View, scope: SearchScope): Promise<Filter> {
  const { filter, among, versions, constraint, signal } = scope;
  const region = constraint?.region;
  const nodes = [filter, region && onPage(region.page)].filter((node) => node !== undefined);
  const compiled = nodes.map((node) => compileFilter(node, { view, rows: 'chunks', signal }));
  const allowed = view.filter(
    'chunk',
    ...(await view.versions(versions)),
    ...(among ? [anyOf('id', among)] : []),
    ...(await Promise.all(compiled)),
  );
  const isConstrained = constraint !== undefined && Object.keys(constraint).length > 0;
  return isConstrained ? view.filter('chunk', await constrained(view, allowed, scope)) : allowed;
}

const onPage = (page: number) =>
  ({ kind: 'compare', field: 'pageNumbers', operator: '$eq', value: page }) as const;

/** What the server cannot say of texts and rectangles, over the chunks that are left. */
async function constrained(
  view: View,
  allowed: Filter,
  { constraint = {}, signal }: SearchScope,
): Promise<Condition> {
  const { contains = [], notContains = [], region } = constraint;
  const isWanted = (content: string) =>
    contains.every((text) => content.includes(text)) && !notContains.some((text) => content.includes(text));
  const candidates: Candidate[] = [];
  const with_payload = ['key', 'text', ...(region ? ['record'] : [])];
  for await (const page of view.pages<Candidate['payload']>(allowed, { with_payload, signal })) {
    const read = page.map(({ id, payload }) => ({ id, content: textOf(payload)[0], payload }));
    candidates.push(...read.filter(({ content }) => isWanted(content)));
  }
  const within = region ? await inRegion(view, candidates, region) : candidates;
  const matching = matchingTexts(within, constraint, ({ content }) => content);
  return oneOf(matching.map(({ id }) => id));
}

interface Candidate {
  readonly id: string;
  readonly content: string;
  readonly payload: Pick<ChunkPayload, 'key' | 'text' | 'record'>;
}

async function inRegion(view: View, candidates: readonly Candidate[], region: Region): Promise<Candidate[]> {
  const keys = candidates.map(({ payload }) => payload.key);
  const sizes = new Map((await view.rows('key', keys)).map((row) => [row.key, row.sizes]));
  return candidates.filter(({ payload }) => {
    const [, width, height] = sizes.get(payload.key)?.find(([number]) => number === region.page) ?? [];
    if (width === undefined || height === undefined) return false;
    return liesInRegion(partsOf(payload).chunk.rects, region, { width, height });
  });
}

interface FilterTarget extends ReadOptions {
  readonly view: View;
  readonly rows: 'chunks' | 'documents';
}

type Leaf = Exclude<FilterNode, { kind: 'and' | 'or' | 'not' }>;

const anything: Condition = { must_not: [nothing] };

/**
 * Translates a filter into a condition on points that holds for exactly those that `matchesFilter` accepts. What Qdrant
 * cannot compare, the order and parts of texts, is compared here: over the different values that the field has, or over all
 * chunks where it is their text.
 *
 * @throws FilterError when documents are filtered by a field that only chunks have.
 */
export async function compileFilter(node: FilterNode, target: FilterTarget): Promise<Condition> {
  switch (node.kind) {
    case 'and':
      return { must: [anything, ...(await compileAll(node.nodes, target))] };
    case 'or':
      return { should: [nothing, ...(await compileAll(node.nodes, target))] };
    case 'not':
      return { must_not: [await compileFilter(node.node, target)] };
    default:
      return onField(node, target);
  }
}

const compileAll = (nodes: readonly FilterNode[], target: FilterTarget) =>
  Promise.all(nodes.map((inner) => compileFilter(inner, target)));

async function onField(leaf: Leaf, target: FilterTarget): Promise<Condition> {
  const field = resolveField(leaf.field);
  if (field.level === 'metadata') return onValues(leaf, metadataKey(field.name), target);
  if (field.level === 'document' && collectionFields.has(field.name)) {
    const { name, embeddingModel } = target.view.state;
    const values = { collection: name, embeddingModel };
    const holds = matchesFilter(leaf, (asked) => values[asked as keyof typeof values]);
    return holds ? anything : nothing;
  }
  if (field.level === 'chunk') {
    if (target.rows === 'documents') throw onlyOfChunks(leaf.field);
    if (field.name === 'content') return onContent(leaf, target);
    if (field.name === 'embeddedAt') return onEmbeddedAt(leaf, target);
  }
  return onValues(leaf, field.name, target);
}

const bounds = { $gt: 'gt', $gte: 'gte', $lt: 'lt', $lte: 'lte' } as const;

/** A condition on the typed values of one field (points.ts). */
async function onValues(leaf: Leaf, field: string, { view, signal }: FilterTarget): Promise<Condition> {
  const key = await view.indexed(field, 'k');
  const isOneOf = (values: readonly FilterValue[]) => anyOf(key, values.map(typedKey));
  /** Of the texts that the field has, those that are accepted. */
  const texts = async (accepts: (text: string) => boolean) => {
    const all = await view.values(key, { signal });
    return anyOf(
      key,
      all.filter((one) => /^[sd]/.test(one) && accepts(one.slice(1))),
    );
  };
  if (leaf.kind === 'exists') return equal(key, 'x');
  if (leaf.kind === 'in') return isOneOf(leaf.values);
  if (leaf.kind === 'like') return texts(likeTest(wellFormed(leaf.pattern)));
  const { value } = leaf;
  if (leaf.kind === 'contains') {
    const element = isOneOf([value]);
    if (typeof value !== 'string') return { must: [equal(key, 'l'), element] };
    const part = await texts((text) => text.includes(wellFormed(value)));
    return { should: [{ must: [equal(key, 'l'), element] }, { must: [part], must_not: [equal(key, 'l')] }] };
  }
  const { operator } = leaf;
  if (operator === '$eq') return isOneOf([value]);
  const holds = (other: FilterValue) => matchesFilter(leaf, () => other);
  if (typeof value === 'boolean') return isOneOf([false, true].filter(holds));
  const range = (limit: number) => ({ [bounds[operator]]: limit });
  if (typeof value === 'number') return { key: await view.indexed(field, 'n'), range: range(value) };
  const instant = isoInstant(value);
  if (instant === undefined) return texts(holds);
  const byInstant = { key: await view.indexed(field, 'i'), range: range(instant) };
  return { should: [byInstant, await texts((text) => isoInstant(text) === undefined && holds(text))] };
}

/** That of chunks that were embedded anew is not in their points, but the collection's. */
async function onEmbeddedAt(leaf: Leaf, target: FilterTarget): Promise<Condition> {
  const own = await onValues(leaf, 'embeddedAt', target);
  const { embeddedAt, embeddedUpTo } = target.view.state;
  if (embeddedAt === undefined) return own;
  const isAnew: Condition = { key: 'embeddedIn', range: { lte: embeddedUpTo } };
  const holdsAnew = matchesFilter(leaf, () => embeddedAt) ? isAnew : nothing;
  return { should: [holdsAnew, { must: [own], must_not: [isAnew] }] };
}

/** No index has it: all chunks are looked at. */
async function onContent(leaf: Leaf, { view, signal }: FilterTarget): Promise<Condition> {
  const ids: string[] = [];
  const wanted = { with_payload: ['text'], signal };
  for await (const page of view.pages<ChunkPayload>(view.filter('chunk'), wanted)) {
    const matching = page.filter(({ payload }) => matchesFilter(leaf, () => textOf(payload)[0]));
    ids.push(...matching.map(({ id }) => id));
  }
  return oneOf(ids);
}
