import type { FilterNode } from '../../store/filter/filter.ts';

/** The fields that a filter names, as often as it does. */
export function fieldsIn(node: FilterNode): string[] {
  if (node.kind === 'and' || node.kind === 'or') return node.nodes.flatMap(fieldsIn);
  return node.kind === 'not' ? fieldsIn(node.node) : [node.field];
}
