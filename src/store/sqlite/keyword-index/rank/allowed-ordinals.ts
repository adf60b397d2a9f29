import { eachCommon, lowerBound } from '../../../../util/lists/ascending.ts';
import type { SegmentIndex } from '../segments/segment-index.ts';

/** So many ordinals are scored at a time: their scores fit into the processor's nearest cache. */
export const windowSize = 4096;

/** Which chunks of a segment may be found. */
export interface AllowedOrdinals {
  /** By ordinal 1 where the chunk may be found, else 0. */
  readonly mask: Uint8Array;
  /** How many may be found in each window; absent where few are missing. */
  readonly counts?: Uint32Array;
}

/** Found for a list of ids that is used again: of each segment, and how many of its chunks were there then. */
const known = new WeakMap<
  Float64Array,
  WeakMap<SegmentIndex, { allowed: AllowedOrdinals; liveCount: number }>
>();

/**
 * The chunks of a segment that are there and, where ids are given, among them.
 *
 * @param ids row ids, ascending; a list is not changed once it has been given here
 */
export function allowedOrdinals(segment: SegmentIndex, ids: Float64Array | undefined): AllowedOrdinals {
  if (!ids) return { mask: segment.live };
  const bySegment = known.get(ids) ?? new WeakMap();
  known.set(ids, bySegment);
  const found = bySegment.get(segment);
  if (found?.liveCount === segment.liveCount) return found.allowed;
  const allowed = findAllowed(segment, ids);
  bySegment.set(segment, { allowed, liveCount: segment.liveCount });
  return allowed;
}

function findAllowed(segment: SegmentIndex, ids: Float64Array): AllowedOrdinals {
  const { live } = segment;
  const mask = new Uint8Array(live.length);
  const counts = new Uint32Array(Math.ceil(live.length / windowSize));
  const within = ids.subarray(lowerBound(ids, segment.row.first_chunk));
  eachCommon(segment.ids, within, (ordinal) => {
    if (live[ordinal] === 0) return;
    mask[ordinal] = 1;
    counts[Math.floor(ordinal / windowSize)]! += 1;
  });
  return { mask, counts };
}
