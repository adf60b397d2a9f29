import type { FilterNode } from '../../store/filter/filter.ts';
import { type Chunk, levels } from '../../types.ts';
import { fieldsIn } from '../understand/fields-in.ts';

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
  return both(filter, passages);
}

/** A filter with one more condition. */
export const both = (filter: FilterNode | undefined, condition: FilterNode): FilterNode =>
  filter === undefined ? condition : { kind: 'and', nodes: [filter, condition] };

/** Whether a filter says itself whether passages or what stands over them is wanted. */
export function namesLevel(filter: FilterNode): boolean {
  return fieldsIn(filter).some((field) => field === 'level' || field === 'parentChunkId');
}
