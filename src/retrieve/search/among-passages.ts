import type { FilterNode } from '../../store/filter/filter.ts';
import { type Chunk, levels } from '../../types.ts';

/** Whether a chunk stands over passages, as a section does: it is read with them, not found in their stead. */
export function isParent({ level }: Pick<Chunk, 'level'>): boolean {
  return level < levels.passage;
}

/** The filter, narrowed to passages and sentences; as it is where it names levels itself. */
export function amongPassages(filter: FilterNode | undefined): FilterNode {
  if (filter !== undefined && namesLevel(filter)) return filter;
  const passages: FilterNode = {
    kind: 'compare',
    field: 'level',
    operator: '$gte',
    value: levels.passage,
  };
  return filter === undefined ? passages : { kind: 'and', nodes: [filter, passages] };
}

/** Whether a filter says itself whether passages or what stands over them is wanted. */
export function namesLevel(node: FilterNode): boolean {
  if (node.kind === 'and' || node.kind === 'or') return node.nodes.some(namesLevel);
  return node.kind === 'not'
    ? namesLevel(node.node)
    : node.field === 'level' || node.field === 'parentChunkId';
}
