import { describe, expect, it } from 'vitest';
import { parseFilter } from '../../store/filter/parse-filter.ts';
import { amongPassages } from './among-passages.ts';

const passages = { kind: 'compare', field: 'level', operator: '$gte', value: 3 };

describe('amongPassages', () => {
  it('keeps searches among passages and sentences, beside any other filter', () => {
    expect(amongPassages(undefined)).toEqual(passages);
    const filter = parseFilter({ format: 'pdf' })!;
    expect(amongPassages(filter)).toEqual({ kind: 'and', nodes: [filter, passages] });
  });

  it.each([
    { level: 2 },
    { $or: [{ format: 'pdf' }, { level: { $lte: 2 } }] },
    { $not: { level: { $in: [1, 2] } } },
    { parentChunkId: 'a#0001' },
  ])('leaves a filter as it is that names levels itself: %j', (filter) => {
    const node = parseFilter(filter)!;
    expect(amongPassages(node)).toBe(node);
  });
});
