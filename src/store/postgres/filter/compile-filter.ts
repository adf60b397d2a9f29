import { resolveField, onlyOfChunks } from '../../filter/fields.ts';
import type { FilterNode, FilterValue } from '../../filter/filter.ts';
import { isoInstant } from '../../filter/instant.ts';
import { joinConditions } from '../../filter/join-conditions.ts';
import { parseLike } from '../../filter/like-pattern.ts';
import { matchesFilter } from '../../filter/match-filter.ts';
import type { Bindings } from '../database/bindings.ts';
import type { CollectionRow } from '../collections.ts';
import { collectionFields, metadataKey } from './filter-fields.ts';
import { toPg } from '../database/pg-text.ts';

export interface FilterTarget {
  /** Rows of `documents d`, or of `chunks c` with their `documents d`. */
  readonly rows: 'chunks' | 'documents';
  /** What is the same in the whole collection. */
  readonly collection: Pick<CollectionRow, 'name' | 'embeddingModel' | 'hasOwnMetadata'>;
  readonly bindings: Bindings;
}

type Leaf = Exclude<FilterNode, { kind: 'and' | 'or' | 'not' }>;

/**
 * Translates a filter into a condition that is true for exactly the rows that `matchesFilter` accepts; NULL counts as
 * false. Comparisons are JSON paths over `fields`, whose equalities an index on documents answers.
 *
 * @throws FilterError when documents are filtered by a field that only chunks have.
 */
export function compileFilter(node: FilterNode, target: FilterTarget): string {
  switch (node.kind) {
    case 'and':
    case 'or':
      return joinConditions(
        node.nodes.map((inner) => compileFilter(inner, target)),
        node.kind === 'and' ? 'AND' : 'OR',
      );
    case 'not':
      return `(${compileFilter(node.node, target)}) IS NOT TRUE`;
    default:
      return onField(node, target);
  }
}

function onField(leaf: Leaf, target: FilterTarget): string {
  const field = resolveField(leaf.field);
  if (field.level === 'metadata') return onMetadata(metadataKey(field.name), leaf, target);
  if (field.level === 'document') {
    if (!collectionFields.has(field.name)) return inJson('d.fields', field.name, { leaf, target });
    const { name, embeddingModel } = target.collection;
    const values = { collection: name, embeddingModel };
    return String(matchesFilter(leaf, (asked) => values[asked as keyof typeof values]));
  }
  if (target.rows === 'documents') {
    throw onlyOfChunks(leaf.field);
  }
  return field.name === 'content'
    ? onContent(leaf, target.bindings)
    : inJson('c.fields', field.name, { leaf, target });
}

/** A chunk's own value hides its document's. Where no chunk has one, the engine can begin with the documents. */
function onMetadata(key: string, leaf: Leaf, target: FilterTarget): string {
  const byDocument = inJson('d.fields', key, { leaf, target });
  if (target.rows === 'documents' || !target.collection.hasOwnMetadata) return byDocument;
  const byChunk = inJson('c.fields', key, { leaf, target });
  return `(${byChunk} OR (${byDocument} AND NOT jsonb_exists(c.fields, ${target.bindings.bind(toPg(key))})))`;
}

interface LeafIn {
  readonly leaf: Leaf;
  readonly target: FilterTarget;
}

function inJson(json: 'c.fields' | 'd.fields', key: string, { leaf, target: { bindings } }: LeafIn): string {
  const name = toPg(key);
  const path = (test: string) =>
    `${json} @? ${bindings.bind(`$.${JSON.stringify(name)}[*] ? (${test})`)}::jsonpath`;
  switch (leaf.kind) {
    case 'exists':
      return `jsonb_exists(${json}, ${bindings.bind(name)})`;
    case 'in':
      return path(anyOf(leaf.values));
    case 'compare':
      return path(comparison(leaf.operator, leaf.value));
    case 'like': {
      const pattern = JSON.stringify(regexOf(leaf.pattern));
      return path(`@ like_regex ${pattern} flag "s" || @.t like_regex ${pattern} flag "s"`);
    }
    case 'contains': {
      const value = `${json}->${bindings.bind(name)}`;
      const isArray = `jsonb_typeof(${value}) = 'array'`;
      const element = `(${isArray} AND ${path(comparison('$eq', leaf.value))})`;
      if (typeof leaf.value !== 'string') return element;
      const text = `coalesce(${value}->>'t', ${value} #>> '{}')`;
      const isText = `jsonb_typeof(${value}) IN ('string', 'object')`;
      return `(${element} OR (${isText} AND strpos(${text}, ${bindings.bind(toPg(leaf.value))}) > 0))`;
    }
  }
}

const signs = { $eq: '==', $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' } as const;

/** Of values of one type: others are unknown, which is not true. Dates stand as objects, `@.t` their text. */
function comparison(operator: keyof typeof signs, value: FilterValue): string {
  const sign = signs[operator];
  if (typeof value !== 'string') return `@ ${sign} ${value}`;
  const instant = isoInstant(value);
  const plain = `@ ${sign} ${literal(value)}`;
  if (instant !== undefined)
    return operator === '$eq' ? `@.i == ${instant}` : `@.i ${sign} ${instant} || ${plain}`;
  return operator === '$eq' ? plain : `${plain} || @.t ${sign} ${literal(value)}`;
}

/** Halved like conditions, for the same reason. */
function anyOf(values: readonly FilterValue[]): string {
  if (values.length === 0) return '1 == 0';
  if (values.length === 1) return comparison('$eq', values[0]!);
  const middle = Math.ceil(values.length / 2);
  return `(${anyOf(values.slice(0, middle))}) || (${anyOf(values.slice(middle))})`;
}

const literal = (text: string) => JSON.stringify(toPg(text));

/** A regular expression of PostgreSQL's for a `$like` pattern, over texts as `toPg` gives them. */
function regexOf(pattern: string): string {
  const one = String.raw`(?:\u0001.|[^\u0001])`;
  const parts = (parseLike(pattern) ?? []).map((part) => {
    if (part.kind === 'character')
      return toPg(part.character).replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`);
    return part.kind === 'one' ? one : `${one}*`;
  });
  return `^${parts.join('')}$`;
}

function onContent(leaf: Leaf, bindings: Bindings): string {
  const compare = (operator: keyof typeof signs, value: FilterValue) =>
    typeof value === 'string'
      ? `c.content ${operator === '$eq' ? '=' : signs[operator]} ${bindings.bind(toPg(value))}`
      : 'false';
  switch (leaf.kind) {
    case 'exists':
      return 'true';
    case 'in':
      return joinConditions(
        leaf.values.map((value) => compare('$eq', value)),
        'OR',
      );
    case 'compare':
      return compare(leaf.operator, leaf.value);
    case 'like':
      return `c.content ~ ${bindings.bind(regexOf(leaf.pattern))}`;
    case 'contains':
      return typeof leaf.value === 'string'
        ? `strpos(c.content, ${bindings.bind(toPg(leaf.value))}) > 0`
        : 'false';
  }
}
