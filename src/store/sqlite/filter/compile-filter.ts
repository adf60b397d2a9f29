import {
  type ChunkFieldName,
  type DocumentFieldName,
  resolveField,
  onlyOfChunks,
} from '../../filter/fields.ts';
import type { ComparisonOperator, FilterNode, FilterValue } from '../../filter/filter.ts';
import { isoInstant } from '../../filter/instant.ts';
import { joinConditions } from '../../filter/join-conditions.ts';
import { type ChunkColumn, chunkColumns } from './chunk-columns.ts';
import { collectionColumn, documentColumn } from './document-columns.ts';
import type { SqlDatabase, SqlValue } from '../database/driver.ts';
import { coreLists, metadataKey, toSql } from './filter-fields.ts';
import { chunksLike, textsLike } from './like-texts.ts';
import { toBytes } from '../database/text-bytes.ts';

/** The values bound to a statement; SQL text is made of constants and these placeholders only. */
export class Bindings {
  readonly values: SqlValue[] = [];

  /** Gives the placeholder, which may stand several times in the statement. */
  bind(value: SqlValue): string {
    this.values.push(value);
    return `?${this.values.length}`;
  }
}

export interface FilterTarget {
  readonly database: SqlDatabase;
  /** `chunks` has the alias `c`, `documents` the alias `d`. */
  readonly rows: 'chunks' | 'documents';
  readonly collectionId: number;
  readonly bindings: Bindings;
}

/** The SQL expressions that give a stored value, its instant, and its place in a list, −1 outside one. */
interface ValueSource {
  readonly value: string;
  readonly instant?: string | undefined;
  readonly position?: string;
}

/** Gives the condition on one value; no test means that the field need only exist. */
type ValueTest = (source: ValueSource) => string;

const storedValue: ValueSource = { value: 'value', instant: 'instant', position: 'position' };

/**
 * Translates a filter into a condition that is 1 or 0, never NULL, for every row of the target: exactly the
 * rows that `matchesFilter` accepts.
 *
 * @throws FilterError when documents are filtered by a field that only chunks have.
 */
export function compileFilter(node: FilterNode, target: FilterTarget): string {
  switch (node.kind) {
    case 'and':
      return conjunction(node.nodes, target);
    case 'or':
      return joinConditions(
        node.nodes.map((inner) => compileFilter(inner, target)),
        'OR',
      );
    case 'not':
      return `NOT ${compileFilter(node.node, target)}`;
    case 'exists':
      return onField(node.field, target);
    case 'like':
      return onLike(node, target);
    default:
      return onField(node.field, target, testOf(node, target.bindings));
  }
}

type Comparison = Extract<FilterNode, { readonly kind: 'compare' }>;

interface Range {
  readonly lower: Comparison;
  readonly upper: Comparison;
}

function conjunction(nodes: readonly FilterNode[], target: FilterTarget): string {
  const ranges = rangesIn(nodes);
  const inRanges = new Set<FilterNode>(ranges.flatMap(({ lower, upper }) => [lower, upper]));
  const others = nodes.filter((node) => !inRanges.has(node));
  return joinConditions(
    [...ranges.map((range) => onRange(range, target)), ...others.map((node) => compileFilter(node, target))],
    'AND',
  );
}

/** Lower bounds with an upper bound on the same field. */
function rangesIn(nodes: readonly FilterNode[]): Range[] {
  const bounds = (operator: '$gt' | '$lt') =>
    nodes.filter((node): node is Comparison => node.kind === 'compare' && node.operator.startsWith(operator));
  const uppers = bounds('$lt');
  return bounds('$gt').flatMap((lower) => {
    const upper = uppers.find(({ field }) => field === lower.field);
    return upper ? [{ lower, upper }] : [];
  });
}

/**
 * One stretch of the index on values, where each bound by itself would list all on its side. In a list, one element may
 * reach the lower bound and another one the upper.
 */
function onRange({ lower, upper }: Range, target: FilterTarget): string {
  const { field } = lower;
  const [reaches, stays] = [testOf(lower, target.bindings), testOf(upper, target.bindings)];
  const within = onField(field, target, (source) => `(${reaches(source)} AND ${stays(source)})`);
  const someElement = (test: ValueTest) =>
    onField(field, target, (source) => `(${source.position ?? -1} >= 0 AND ${test(source)})`);
  return `(${within} OR (${someElement(reaches)} AND ${someElement(stays)}))`;
}

/** The texts that are of the pattern are found first, then looked up like a list of values. */
function onLike(node: Extract<FilterNode, { kind: 'like' }>, target: FilterTarget): string {
  const { database, collectionId, bindings } = target;
  if (node.field === 'content' && target.rows === 'chunks') {
    const ids = bindings.bind(JSON.stringify(chunksLike(database, collectionId, node.pattern)));
    return `(c.id IN (SELECT value FROM json_each(${ids})))`;
  }
  const texts = textsLike(database, collectionId, node).map((text) => Buffer.from(text).toString('hex'));
  const list = bindings.bind(JSON.stringify(texts));
  return onField(
    node.field,
    target,
    ({ value }) => `${value} IN (SELECT unhex(value) FROM json_each(${list}))`,
  );
}

function onField(name: string, target: FilterTarget, test?: ValueTest): string {
  const field = resolveField(name);
  if (field.level === 'metadata') return onMetadata(field.name, target, test);
  if (field.level === 'chunk' && target.rows === 'documents') {
    throw onlyOfChunks(name);
  }
  // An empty one has no row.
  if (test === undefined && coreLists.has(field.name)) return '1';
  return field.level === 'document'
    ? onDocument(field.name, target, test)
    : onChunk(field.name, target, test);
}

function onDocument(name: DocumentFieldName, target: FilterTarget, test?: ValueTest): string {
  const column = documentColumn(name);
  if (column) {
    const rows = `document_columns v WHERE v.collection_id = ${target.bindings.bind(target.collectionId)}`;
    return `(${documentOf(target)} IN (SELECT v.document FROM ${rows} AND ${onColumn(column, test)}))`;
  }
  const value = collectionColumn(name);
  if (value !== undefined) {
    const row = `collections k WHERE k.id = ${target.bindings.bind(target.collectionId)}`;
    return `EXISTS (SELECT 1 FROM ${row} AND ${onColumn({ value }, test)})`;
  }
  return inDocuments(toBytes(name), target, test);
}

function onChunk(name: ChunkFieldName, target: FilterTarget, test?: ValueTest): string {
  if (name === 'content') {
    return onColumn({ value: '(SELECT content FROM chunk_bodies WHERE chunk = c.id)' }, test);
  }
  if (Object.hasOwn(chunkColumns, name)) {
    return onColumn({ value: `c.${chunkColumns[name as ChunkColumn]}` }, test);
  }
  return inChunks(toBytes(name), target, test);
}

/** A chunk's own value hides its document's. */
function onMetadata(name: string, target: FilterTarget, test?: ValueTest): string {
  const key = metadataKey(name);
  const byDocument = inDocuments(key, target, test);
  if (target.rows === 'documents') return byDocument;
  const byChunk = inChunks(key, target, test);
  return `(${byChunk} OR (${byDocument} AND NOT ${inChunks(key, target)}))`;
}

function onColumn(source: ValueSource, test?: ValueTest): string {
  const exists = `${source.value} IS NOT NULL`;
  return test ? `(${exists} AND ${test(source)})` : `(${exists})`;
}

function inDocuments(key: Uint8Array, target: FilterTarget, test?: ValueTest): string {
  return `(${documentOf(target)} IN (SELECT document FROM document_fields WHERE ${ofKey(key, target, test)}))`;
}

function documentOf({ rows }: FilterTarget): string {
  return rows === 'chunks' ? 'c.document' : 'd.id';
}

function inChunks(key: Uint8Array, target: FilterTarget, test?: ValueTest): string {
  return `(c.id IN (SELECT chunk FROM chunk_fields WHERE ${ofKey(key, target, test)}))`;
}

function ofKey(key: Uint8Array, { collectionId, bindings }: FilterTarget, test?: ValueTest): string {
  const ofField = `collection_id = ${bindings.bind(collectionId)} AND key = ${bindings.bind(key)}`;
  return test ? `${ofField} AND ${test(storedValue)}` : ofField;
}

function testOf(
  node: Extract<FilterNode, { kind: 'compare' | 'in' | 'contains' }>,
  bindings: Bindings,
): ValueTest {
  switch (node.kind) {
    case 'compare':
      return comparison(node.operator, node.value, bindings);
    case 'in':
      return membership(node.values, bindings);
    case 'contains':
      return containment(node.value, bindings);
  }
}

const sqlOperators = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' } as const;

function comparison(operator: ComparisonOperator, operand: FilterValue, bindings: Bindings): ValueTest {
  if (operator === '$eq') return membership([operand], bindings);
  const sign = sqlOperators[operator];
  const placeholder = bindings.bind(toSql(operand));
  const instant = typeof operand === 'string' ? isoInstant(operand) : undefined;
  const moment = instant === undefined ? undefined : bindings.bind(instant);
  return (source) => {
    const plain = `(${source.value} ${sign} ${placeholder} AND ${ofType(source.value, operand)})`;
    if (moment === undefined || source.instant === undefined) return plain;
    return `(${source.instant} ${sign} ${moment} OR (${source.instant} IS NULL AND ${plain}))`;
  };
}

/** Values sort by storage class: numbers, then text (our booleans), then blobs (our strings). */
function ofType(value: string, operand: FilterValue): string {
  if (typeof operand === 'number') return `${value} < ''`;
  return typeof operand === 'boolean' ? `${value} >= '' AND ${value} < x''` : `${value} >= x''`;
}

/** Equality with any of the values: dates by their instants, all else by the value itself. */
function membership(values: readonly FilterValue[], bindings: Bindings): ValueTest {
  const plain: string[] = [];
  const dated: { text: string; moment: string }[] = [];
  for (const value of values) {
    const placeholder = bindings.bind(toSql(value));
    const instant = typeof value === 'string' ? isoInstant(value) : undefined;
    if (instant === undefined) plain.push(placeholder);
    else dated.push({ text: placeholder, moment: bindings.bind(instant) });
  }
  return ({ value, instant }) => {
    if (instant === undefined) return `${value} IN (${[...plain, ...dated.map((date) => date.text)].join()})`;
    const sameText = `${value} IN (${plain.join()})`;
    return dated.length === 0
      ? sameText
      : `(${sameText} OR ${instant} IN (${dated.map((date) => date.moment).join()}))`;
  };
}

function containment(operand: FilterValue, bindings: Bindings): ValueTest {
  const placeholder = bindings.bind(toSql(operand));
  const equals = membership([operand], bindings);
  const isText = typeof operand === 'string';
  return (source) => {
    // A substring of UTF-8 bytes is a substring of characters.
    const substring = isText
      ? `(${ofType(source.value, '')} AND instr(${source.value}, ${placeholder}) > 0)`
      : '0';
    if (source.position === undefined) return substring;
    return `((${source.position} >= 0 AND ${equals(source)}) OR (${source.position} < 0 AND ${substring}))`;
  };
}
