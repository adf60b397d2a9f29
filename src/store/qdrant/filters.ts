/** Which chunks or documents a search or a list is about, as conditions on points. */
import { wellFormed } from '../../util/strings/well-formed.ts';
import { onlyOfChunks, resolveField } from '../filter/fields.ts';
import type { FilterNode, FilterValue, Region } from '../filter/filter.ts';
import { isoInstant } from '../filter/instant.ts';
import { likeTest } from '../filter/like-pattern.ts';
import { matchesFilter } from '../filter/match-filter.ts';
import { liesInRegion, onPage } from '../filter/region.ts';
import { matchingTexts } from '../filter/regex.ts';
import type { SearchScope, StatsOptions } from '../store.ts';
import type { ReadOptions } from './connection.ts';
import { anyOf, type Condition, equal, type Filter, nothing, oneOf } from './place.ts';
import { type ChunkPayload, recordOf, textOf } from './points.ts';
import { constantsOf, keyOf, typedKey } from './typed-fields.ts';
import type { View } from './view.ts';

/** The filter on points that keeps the chunks that the scope allows. */
export async function scopeFilter(view: View, scope: SearchScope): Promise<Filter> {
  const { filter, among, versions, constraint = {}, signal } = scope;
  const { region } = constraint;
  const nodes = [filter, region && onPage(region.page)].filter((node) => node !== undefined);
  const compiled = nodes.map((node) => compileFilter(node, { view, rows: 'chunks', signal }));
  const allowed = view.filter(
    'chunk',
    ...(await view.versions(versions)),
    ...(among ? [anyOf('id', among)] : []),
    ...(await Promise.all(compiled)),
  );
  if (Object.keys(constraint).length === 0) return allowed;
  return view.filter('chunk', oneOf(await constrainedIds(view, allowed, scope)));
}

/** The conditions on the documents that match a filter, of the wanted versions. */
export async function documentConditions(
  view: View,
  { filter, versions }: Pick<StatsOptions, 'filter' | 'versions'>,
): Promise<Condition[]> {
  const compiled = filter && (await compileFilter(filter, { view, rows: 'documents' }));
  return [...(compiled ? [compiled] : []), ...(await view.versions(versions))];
}

type Candidate = Pick<ChunkPayload, 'key' | 'text' | 'record'> & { readonly id: string };

/** What the server cannot say of texts and rectangles, over the chunks that are left. */
async function constrainedIds(
  view: View,
  allowed: Filter,
  { constraint = {}, signal }: SearchScope,
): Promise<string[]> {
  const { contains = [], notContains = [], region } = constraint;
  const isWanted = (content: string) =>
    contains.every((text) => content.includes(text)) && !notContains.some((text) => content.includes(text));
  let candidates: Candidate[] = [];
  const with_payload = ['key', 'text', ...(region ? ['record'] : [])];
  for await (const page of view.pages<Candidate>(allowed, { with_payload, signal })) {
    const read = page.map(({ id, payload }) => ({ ...payload, id }));
    candidates.push(...read.filter((candidate) => isWanted(textOf(candidate)[0])));
  }
  if (region) candidates = await inRegion(view, candidates, region);
  return matchingTexts(candidates, constraint, (candidate) => textOf(candidate)[0]).map(({ id }) => id);
}

async function inRegion(view: View, candidates: readonly Candidate[], region: Region): Promise<Candidate[]> {
  const keys = candidates.map(({ key }) => key);
  const sizes = new Map((await view.rows('key', keys)).map((row) => [row.key, row.sizes]));
  return candidates.filter((candidate) => {
    const [, width, height] = sizes.get(candidate.key)?.find(([number]) => number === region.page) ?? [];
    if (width === undefined || height === undefined) return false;
    return liesInRegion(recordOf(candidate).chunk.rects, region, { width, height });
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
async function compileFilter(node: FilterNode, target: FilterTarget): Promise<Condition> {
  const all = (nodes: readonly FilterNode[]) =>
    Promise.all(nodes.map((inner) => compileFilter(inner, target)));
  switch (node.kind) {
    case 'and':
      return { must: [anything, ...(await all(node.nodes))] };
    case 'or':
      return { should: [nothing, ...(await all(node.nodes))] };
    case 'not':
      return { must_not: [await compileFilter(node.node, target)] };
    default:
      return onField(node, target);
  }
}

async function onField(leaf: Leaf, target: FilterTarget): Promise<Condition> {
  const field = resolveField(leaf.field);
  const constants = constantsOf(target.view.state);
  if (field.level === 'document' && constants.has(field.name))
    return matchesFilter(leaf, () => constants.get(field.name)) ? anything : nothing;
  if (field.level === 'chunk') {
    if (target.rows === 'documents') throw onlyOfChunks(leaf.field);
    if (field.name === 'content') return onContent(leaf, target);
    if (field.name === 'embeddedAt') return onEmbeddedAt(leaf, target);
  }
  return onValues(leaf, keyOf(field), target);
}

const bounds = { $gt: 'gt', $gte: 'gte', $lt: 'lt', $lte: 'lte' } as const;

/** A condition on the typed values of one field (typed-fields.ts). */
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
    const isList = equal(key, 'l');
    const element: Condition = { must: [isList, isOneOf([value])] };
    if (typeof value !== 'string') return element;
    const part = await texts((text) => text.includes(wellFormed(value)));
    return { should: [element, { must: [part], must_not: [isList] }] };
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
