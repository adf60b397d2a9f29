import { FilterError } from '../../errors.ts';
import type { ComparisonOperator, FilterNode, FilterValue } from './filter.ts';
import { parseLike } from './like-pattern.ts';
import { nearestName } from '../../util/strings/nearest-name.ts';
import { isRelative, relativeDateHint, relativeInstant } from './instant.ts';

const maxDepth = 32;
const maxNodes = 1_000;
/** All `$in` and `$nin` lists together. */
const maxListedValues = 5_000;

const shorten =
  'Give the documents a tag or a metadata field for what they have in common, and filter by that.';

const comparisons: ReadonlySet<string> = new Set(['$eq', '$gt', '$gte', '$lt', '$lte']);
const fieldOperators = [...comparisons, '$ne', '$in', '$nin', '$contains', '$like', '$exists', '$not'];
const operators = [...fieldOperators, '$and', '$or'];

/** Built-in fields that hold ISO 8601. */
const dateFields: ReadonlySet<string> = new Set(['dateCreated', 'ingestedAt', 'updatedAt', 'supersededAt']);

/** Characters of a `$like` pattern. */
const longestPattern = 1_000;

/** What is counted over the whole filter while it is read. */
interface Budget {
  nodes: number;
  listedValues: number;
}

interface Place {
  readonly position: string;
  readonly depth: number;
  readonly budget: Budget;
  /** What dates such as `now-1y` are counted from: milliseconds since 1970. */
  readonly now: number;
}

/**
 * Reads a filter of fields and what is asked of them, such as `{ year: { $gte: 2020 }, tags: 'finance' }`. `undefined` and
 * `{}` mean no filter. A `Date` stands for its ISO instant, and so does a date seen from now (`now-1y`, `last_90_days`) after
 * `$gt`, `$gte`, `$lt` and `$lte`.
 *
 * @throws FilterError with `context.position`, the path of the mistake such as `$and[1].year.$gte`, when the
 * filter is malformed, names an unknown operator, is nested deeper than 32 levels, or has more than 1,000
 * conditions or 5,000 listed values.
 */
export function parseFilter(input: unknown, now = Date.now()): FilterNode | undefined {
  if (input === undefined) return undefined;
  const place = { position: '', depth: 0, budget: { nodes: 0, listedValues: 0 }, now };
  if (isObject(input) && Object.keys(input).length === 0) return undefined;
  return parseObject(input, place);
}

function parseObject(input: unknown, place: Place): FilterNode {
  if (!isObject(input)) {
    throw mistake(place, `a filter is an object, not ${describe(input)}`, 'Write { "field": value }.');
  }
  const entries = Object.entries(input);
  count(place, entries.length === 1 ? 0 : 1);
  return all(entries.map(([key, value]) => parseEntry(key, value, inside(place, key))));
}

function parseEntry(key: string, value: unknown, place: Place): FilterNode {
  if (key === '$and' || key === '$or') return parseList(key, value, place);
  if (key === '$not') return not(parseObject(value, deeper(place)));
  if (fieldOperators.includes(key)) {
    throw mistake(place, `${key} stands without a field`, `Write { "field": { "${key}": … } }.`);
  }
  if (key.startsWith('$')) throw unknownOperator(key, place);
  return parseCondition(key, value, place);
}

function parseList(key: '$and' | '$or', value: unknown, place: Place): FilterNode {
  if (!Array.isArray(value) || value.length === 0) {
    throw mistake(place, `${key} takes a list of at least one filter`, `Write { "${key}": [{ … }, { … }] }.`);
  }
  const nodes = value.map((item: unknown, index) =>
    parseObject(item, deeper({ ...place, position: `${place.position}[${index}]` })),
  );
  return key === '$and' ? all(nodes) : { kind: 'or', nodes };
}

/** What stands after a field name: a bare value or an object of operators. */
function parseCondition(field: string, value: unknown, place: Place): FilterNode {
  if (!isObject(value)) {
    count(place);
    return { kind: 'compare', field, operator: '$eq', value: parseEqual(field, value, place) };
  }
  const entries = Object.entries(value);
  if (entries.length === 0) throw mistake(place, 'the condition is empty', 'Write a value or an operator.');
  return all(
    entries.map(([operator, operand]) => parseOperator(field, operator, operand, inside(place, operator))),
  );
}

function parseOperator(field: string, operator: string, operand: unknown, place: Place): FilterNode {
  count(place);
  if (comparisons.has(operator)) {
    const value = operator === '$eq' ? parseEqual(field, operand, place) : parseBound(operand, place);
    return { kind: 'compare', field, operator: operator as ComparisonOperator, value };
  }
  switch (operator) {
    case '$ne':
      return not({ kind: 'compare', field, operator: '$eq', value: parseValue(operand, place) });
    case '$in':
      return { kind: 'in', field, values: parseValues(operator, operand, place) };
    case '$nin':
      return not({ kind: 'in', field, values: parseValues(operator, operand, place) });
    case '$contains':
      return { kind: 'contains', field, value: parseValue(operand, place) };
    case '$like':
      return { kind: 'like', field, pattern: parsePattern(operand, place) };
    case '$exists':
      return parseExists(field, operand, place);
    case '$not':
      return not(parseCondition(field, operand, deeper(place)));
    default:
      throw unknownOperator(operator, place);
  }
}

/** Nothing is written at the very millisecond from which a date seen from now counts. */
function parseEqual(field: string, operand: unknown, place: Place): FilterValue {
  const value = parseValue(operand, place);
  if (dateFields.has(field) && typeof value === 'string' && isRelative(value))
    throw mistake(
      place,
      `"${value}" is where a time begins`,
      `Write { "${field}": { "$gte": "${value}" } }.`,
    );
  return value;
}

function parseBound(operand: unknown, place: Place): FilterValue {
  const value = parseValue(operand, place);
  if (typeof value !== 'string' || !isRelative(value)) return value;
  const instant = relativeInstant(value, place.now);
  if (instant === undefined) throw mistake(place, `"${value}" is no date seen from now`, relativeDateHint);
  return instant;
}

function parsePattern(operand: unknown, place: Place): string {
  if (typeof operand !== 'string') {
    throw mistake(
      place,
      '$like takes a text',
      'Write { "$like": "Acme%" }: % stands for any characters, _ for one.',
    );
  }
  if (operand.length > longestPattern) {
    throw mistake(place, `the pattern has more than ${longestPattern} characters`, shorten);
  }
  if (parseLike(operand) === undefined) {
    throw mistake(
      place,
      'the pattern ends with a backslash that has nothing behind it',
      'A backslash is written twice.',
    );
  }
  return operand;
}

function parseExists(field: string, operand: unknown, place: Place): FilterNode {
  if (typeof operand !== 'boolean')
    throw mistake(place, '$exists takes true or false', 'Write { "$exists": true }.');
  return operand ? { kind: 'exists', field } : not({ kind: 'exists', field });
}

function parseValues(operator: string, operand: unknown, place: Place): FilterValue[] {
  if (!Array.isArray(operand))
    throw mistake(place, `${operator} takes a list of values`, `Write { "${operator}": [1, 2] }.`);
  place.budget.listedValues += operand.length;
  if (place.budget.listedValues > maxListedValues) {
    throw mistake(place, `the filter lists more than ${maxListedValues} values`, shorten);
  }
  return operand.map((value: unknown, index) =>
    parseValue(value, { ...place, position: `${place.position}[${index}]` }),
  );
}

function parseValue(value: unknown, place: Place): FilterValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  const hint =
    value === null || value === undefined
      ? 'Leave the field out for no condition on it, or write { "$exists": false } for an absent field.'
      : 'Lists stand after $in and $nin only; a comparison with a list field means any of its elements.';
  throw mistake(
    place,
    `the value must be a string, a finite number or a boolean, not ${describe(value)}`,
    hint,
  );
}

function all(nodes: readonly FilterNode[]): FilterNode {
  return nodes.length === 1 && nodes[0] ? nodes[0] : { kind: 'and', nodes };
}

function not(node: FilterNode): FilterNode {
  return { kind: 'not', node };
}

function inside(place: Place, key: string): Place {
  const position = place.position === '' ? key : `${place.position}.${key}`;
  return { ...place, position };
}

function deeper(place: Place): Place {
  return { ...place, depth: place.depth + 1 };
}

function count(place: Place, nodes = 1): void {
  place.budget.nodes += nodes;
  if (place.budget.nodes > maxNodes) {
    throw mistake(place, `the filter has more than ${maxNodes} conditions`, shorten);
  }
  if (place.depth > maxDepth) {
    const hint = 'Write it flatter: $and and $or take lists, and $not of $not says nothing.';
    throw mistake(place, `the filter is nested deeper than ${maxDepth} levels`, hint);
  }
}

function unknownOperator(operator: string, place: Place): FilterError {
  const isOperator = operator.startsWith('$');
  const nearest = nearestName(operator, operators);
  if (isOperator) {
    const hint = nearest ? `Did you mean ${nearest}?` : `Known operators: ${operators.join(' ')}.`;
    return mistake(place, `${operator} is not an operator`, hint);
  }
  return mistake(
    place,
    `${operator} stands where an operator must stand`,
    'Fields are flat: write one name, such as "metadata.client", and its condition.',
  );
}

function mistake(place: Place, message: string, hint?: string): FilterError {
  const position = place.position === '' ? '(top)' : place.position;
  return new FilterError(`The filter is wrong at ${position}: ${message}.`, {
    hint,
    context: { position: place.position },
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : String(typeof value);
}

export { parseNear, parseRegion, parseWhereDocument } from './parse-constraint.ts';
