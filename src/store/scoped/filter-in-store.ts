import { metadataPrefix, resolveField } from '../filter/fields.ts';
import type { FilterNode, FilterValue } from '../filter/filter.ts';
import { absentKey, isReserved } from './tenant.ts';

/** What stands before names in the store, and whether documents are stamped. */
export interface StoredNames {
  readonly collection: string;
  readonly id: string;
  readonly isStamped: boolean;
}

const idFields: ReadonlySet<string> = new Set([
  'documentId',
  'chunkId',
  'prevChunkId',
  'nextChunkId',
  'parentChunkId',
]);

/** What stands before the values of a field in the store: nothing before those of most. */
function prefixOfField(field: string, { collection, id }: StoredNames): string {
  const { level, name } = resolveField(field);
  if (level === 'metadata') return '';
  return name === 'collection' ? collection : idFields.has(name) ? id : '';
}

/** A field that nothing has in place of one that the scope does not show. */
export function shownField(field: string, { isStamped }: StoredNames): string {
  const { level, name } = resolveField(field);
  return isStamped && level === 'metadata' && isReserved(name) ? `${metadataPrefix}${absentKey}` : field;
}

/** The filter with names as the store has them. */
export function filterInStore(node: FilterNode, names: StoredNames): FilterNode {
  switch (node.kind) {
    case 'and':
    case 'or':
      return { kind: node.kind, nodes: node.nodes.map((inner) => filterInStore(inner, names)) };
    case 'not':
      return { kind: 'not', node: filterInStore(node.node, names) };
    case 'exists':
      return { ...node, field: shownField(node.field, names) };
    case 'in': {
      const { field, values } = node;
      return { kind: 'in', field: shownField(field, names), values: values.map(prefixed(field, names)) };
    }
    case 'contains':
      return { ...node, field: shownField(node.field, names) };
    case 'like': {
      const { field, pattern } = node;
      const prefix = prefixOfField(field, names).replaceAll(/[\\%_]/g, String.raw`\$&`);
      return { ...node, field: shownField(field, names), pattern: `${prefix}${pattern}` };
    }
    case 'compare': {
      const { field, value } = node;
      return { ...node, field: shownField(field, names), value: prefixed(field, names)(value) };
    }
  }
}

function prefixed(field: string, names: StoredNames): (value: FilterValue) => FilterValue {
  const prefix = prefixOfField(field, names);
  return (value) => (typeof value === 'string' ? `${prefix}${value}` : value);
}
