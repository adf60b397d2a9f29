import { byText } from '../read/orders.ts';
import type { FieldLookup, FieldValue } from './fields.ts';
import type { ComparisonOperator, FilterNode, FilterValue } from './filter.ts';
import { isoInstant } from './instant.ts';
import { likeTest } from './like-pattern.ts';

/**
 * The meaning of the filter language, evaluated on one document or chunk: every store's translation agrees
 * with it. Text compares by code points, ISO dates as instants, `false` before `true`.
 */
export function matchesFilter(node: FilterNode, fields: FieldLookup): boolean {
  switch (node.kind) {
    case 'and':
      return node.nodes.every((inner) => matchesFilter(inner, fields));
    case 'or':
      return node.nodes.some((inner) => matchesFilter(inner, fields));
    case 'not':
      return !matchesFilter(node.node, fields);
    case 'exists':
      return fields(node.field) !== undefined;
    case 'contains':
      return contains(fields(node.field), node.value);
    case 'like': {
      const isLike = likeTest(node.pattern);
      return elements(fields(node.field)).some((element) => typeof element === 'string' && isLike(element));
    }
    case 'in':
      return elements(fields(node.field)).some((element) =>
        node.values.some((value) => compares(element, '$eq', value)),
      );
    case 'compare':
      return elements(fields(node.field)).some((element) => compares(element, node.operator, node.value));
  }
}

function elements(value: FieldValue | undefined): readonly FilterValue[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value as FilterValue];
}

function contains(field: FieldValue | undefined, value: FilterValue): boolean {
  if (typeof field === 'string') return typeof value === 'string' && field.includes(value);
  return Array.isArray(field) && elements(field).some((element) => compares(element, '$eq', value));
}

function compares(left: FilterValue, operator: ComparisonOperator, right: FilterValue): boolean {
  if (typeof left !== typeof right) return false;
  const order = compareValues(left, right);
  if (operator === '$eq') return order === 0;
  if (operator === '$gt') return order > 0;
  if (operator === '$gte') return order >= 0;
  return operator === '$lt' ? order < 0 : order <= 0;
}

/** Negative, 0 or positive, for two values of one type. */
function compareValues(left: FilterValue, right: FilterValue): number {
  if (typeof left !== 'string' || typeof right !== 'string') return Number(left) - Number(right);
  const leftInstant = isoInstant(left);
  const rightInstant = isoInstant(right);
  if (leftInstant !== undefined && rightInstant !== undefined) return leftInstant - rightInstant;
  return byText(left, right);
}
