import { resolveField, onlyOfChunks } from '../filter/fields.ts';
import type { FilterNode, FilterValue } from '../filter/filter.ts';
import { isoInstant } from '../filter/instant.ts';
import { likeTest } from '../filter/like-pattern.ts';
import { matchesFilter } from '../filter/match-filter.ts';
import { anyOf, equal, nothing, oneOf } from './conditions.ts';
import type { Condition, ReadOptions } from './connection.ts';
import { collectionFields, type ValueKind } from './filter-fields.ts';
import { metadataKey, wellFormed } from './names.ts';
import { type ChunkPayload, textOf } from './points.ts';
import type { View } from './view.ts';

export interface FilterTarget extends ReadOptions {
  readonly view: View;
  readonly rows: 'chunks' | 'documents';
}

type Leaf = Exclude<FilterNode, { kind: 'and' | 'or' | 'not' }>;
type Compare = Extract<FilterNode, { kind: 'compare' }>;

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
    case 'and': {
      const must = await Promise.all(node.nodes.map((inner) => compileFilter(inner, target)));
      return must.length === 0 ? anything : { must };
    }
    case 'or':
      return either(await Promise.all(node.nodes.map((inner) => compileFilter(inner, target))));
    case 'not':
      return { must_not: [await compileFilter(node.node, target)] };
    default:
      return onField(node, target);
  }
}

/** Without conditions, `should` would hold. */
const either = (should: Condition[]): Condition => (should.length === 0 ? nothing : { should });
const constant = (holds: boolean): Condition => (holds ? anything : nothing);

async function onField(leaf: Leaf, target: FilterTarget): Promise<Condition> {
  const field = resolveField(leaf.field);
  if (field.level === 'metadata') return new FieldConditions(metadataKey(field.name), target).of(leaf);
  if (field.level === 'document' && collectionFields.has(field.name)) {
    const { name, embeddingModel } = target.view.state;
    const values = { collection: name, embeddingModel };
    return constant(matchesFilter(leaf, (asked) => values[asked as keyof typeof values]));
  }
  if (field.level === 'chunk') {
    if (target.rows === 'documents') throw onlyOfChunks(leaf.field);
    if (field.name === 'content') return onContent(leaf, target);
    if (field.name === 'embeddedAt') return onEmbeddedAt(leaf, target);
  }
  return new FieldConditions(field.name, target).of(leaf);
}

/** Conditions on the typed values of one field. */
class FieldConditions {
  private readonly field: string;
  private readonly target: FilterTarget;

  constructor(field: string, target: FilterTarget) {
    this.field = field;
    this.target = target;
  }

  of(leaf: Leaf): Promise<Condition> | Condition {
    switch (leaf.kind) {
      case 'exists':
        return equal('has', this.field);
      case 'in':
        return this.anyOf(leaf.values);
      case 'compare':
        return leaf.operator === '$eq' ? this.anyOf([leaf.value]) : this.compares(leaf);
      case 'contains':
        return this.contains(leaf.value);
      case 'like':
        return this.like(leaf.pattern);
    }
  }

  private async anyOf(values: readonly FilterValue[]): Promise<Condition> {
    const texts = values.filter((value) => typeof value === 'string');
    const instants = texts.flatMap((text) => isoInstant(text) ?? []);
    const others = texts.filter((text) => isoInstant(text) === undefined);
    const numbers = values.filter((value) => typeof value === 'number');
    const booleans = values.filter((value) => typeof value === 'boolean');
    return either([
      ...(others.length > 0 ? [anyOf(await this.key('s'), others.map(wellFormed))] : []),
      ...(instants.length > 0 ? [{ key: await this.key('i'), match: { any: instants } }] : []),
      ...(await this.each('n', numbers, (key, value) => ({ key, range: { gte: value, lte: value } }))),
      ...(await this.each('b', booleans, equal)),
    ]);
  }

  private async each<Value>(
    kind: ValueKind,
    values: readonly Value[],
    toCondition: (key: string, value: Value) => Condition,
  ): Promise<Condition[]> {
    if (values.length === 0) return [];
    const key = await this.key(kind);
    return values.map((value) => toCondition(key, value));
  }

  private async compares(leaf: Compare): Promise<Condition> {
    const { operator, value } = leaf;
    if (typeof value === 'number') return { key: await this.key('n'), range: rangeOf(operator, value) };
    const holds = (other: FilterValue) => matchesFilter(leaf, () => other);
    if (typeof value === 'boolean') {
      return either(await this.each('b', [false, true].filter(holds), equal));
    }
    const instant = isoInstant(value);
    if (instant === undefined) return either(await this.texts(['s', 'd'], holds));
    const byInstant = { key: await this.key('i'), range: rangeOf(operator, instant) };
    return either([byInstant, ...(await this.texts(['s'], holds))]);
  }

  private async contains(value: FilterValue): Promise<Condition> {
    const isList = equal('lists', this.field);
    const element = { must: [isList, await this.anyOf([value])] };
    if (typeof value !== 'string') return element;
    const texts = await this.texts(['s', 'd'], (text) => text.includes(wellFormed(value)));
    return either([element, { must_not: [isList], must: [either(texts)] }]);
  }

  private async like(pattern: string): Promise<Condition> {
    return either(await this.texts(['s', 'd'], likeTest(wellFormed(pattern))));
  }

  /** Of the texts that the field has, those that are accepted. */
  private async texts(
    kinds: readonly ('s' | 'd')[],
    accepts: (text: string) => boolean,
  ): Promise<Condition[]> {
    const { view, signal } = this.target;
    return Promise.all(
      kinds.map(async (kind) => {
        const key = await this.key(kind);
        const values = await view.values(key, { signal });
        return anyOf(key, values.filter(accepts));
      }),
    );
  }

  private key(kind: ValueKind): Promise<string> {
    return this.target.view.indexed(this.field, kind);
  }
}

const bounds = { $gt: 'gt', $gte: 'gte', $lt: 'lt', $lte: 'lte' } as const;

function rangeOf(operator: Compare['operator'], value: number): Record<string, number> {
  return operator === '$eq' ? { gte: value, lte: value } : { [bounds[operator]]: value };
}

/** That of chunks that were embedded anew is not in their points, but the collection's. */
async function onEmbeddedAt(leaf: Leaf, target: FilterTarget): Promise<Condition> {
  const own = await new FieldConditions('embeddedAt', target).of(leaf);
  const { embeddedAt, embeddedUpTo } = target.view.state;
  if (embeddedAt === undefined) return own;
  const isAnew: Condition = { key: 'embeddedIn', range: { lte: embeddedUpTo } };
  const holdsAnew = constant(matchesFilter(leaf, () => embeddedAt));
  return either([{ must: [isAnew, holdsAnew] }, { must: [own], must_not: [isAnew] }]);
}

/** No index has it: all chunks are looked at. */
async function onContent(leaf: Leaf, { view, signal }: FilterTarget): Promise<Condition> {
  const ids: string[] = [];
  const wanted = { payload: ['text'] };
  for await (const page of view.pages<ChunkPayload>(view.filter('chunk'), { wanted, signal })) {
    const matching = page.filter(({ payload }) => matchesFilter(leaf, () => textOf(payload)[0]));
    ids.push(...matching.map(({ id }) => id));
  }
  return oneOf(ids);
}
