import type { Where } from 'chromadb';
import type { FilterNode, FilterValue } from '../filter.ts';
import { isoInstant } from '../instant.ts';
import { keyOf, listKey, wellFormed } from './flat-metadata.ts';

/**
 * What Chroma can say of a filter: it lets every chunk through that the filter does, and may let others through. Dates,
 * which it compares as text, and negations are left to us.
 *
 * @returns `undefined` when it can say nothing.
 */
export function compileWhere(node: FilterNode): Where | undefined {
  switch (node.kind) {
    case 'and':
      return allOf(node.nodes.map(compileWhere).filter((where) => where !== undefined));
    case 'or':
      return anyOf(node.nodes.map(compileWhere));
    case 'compare':
      return node.operator === '$eq' ? oneOf(node.field, [node.value]) : compareNumbers(node);
    case 'in':
      return oneOf(node.field, node.values);
    default:
      return undefined;
  }
}

function allOf(conditions: readonly Where[]): Where | undefined {
  return conditions.length > 1 ? { $and: [...conditions] } : conditions[0];
}

function anyOf(conditions: readonly (Where | undefined)[]): Where | undefined {
  if (conditions.length === 0 || conditions.includes(undefined)) return undefined;
  const known = conditions as readonly Where[];
  return known.length > 1 ? { $or: [...known] } : known[0];
}

function oneOf(field: string, values: readonly FilterValue[]): Where | undefined {
  if (values.some((value) => typeof value === 'string' && isoInstant(value) !== undefined)) return undefined;
  const strings = values.filter((value) => typeof value === 'string').map(wellFormed);
  const numbers = values.filter((value) => typeof value === 'number');
  const booleans = values.filter((value) => typeof value === 'boolean');
  const lists = [strings, numbers, booleans].filter((list) => list.length > 0); // Chroma wants one type in each
  return orList(field, (key) => lists.map((list) => ({ [key]: { $in: list } }) as Where));
}

function compareNumbers({
  field,
  operator,
  value,
}: FilterNode & { readonly kind: 'compare' }): Where | undefined {
  if (typeof value !== 'number') return undefined;
  return orList(field, (key) => [{ [key]: { [operator]: value } } as Where]);
}

/** Of a list, joined with commas, Chroma cannot tell the elements: each may match. */
function orList(field: string, conditionsOn: (key: string) => Where[]): Where | undefined {
  const key = keyOf(field);
  if (key === undefined) return undefined;
  return anyOf([...conditionsOn(wellFormed(key)), { [wellFormed(listKey(key))]: { $gt: 0 } }]);
}
