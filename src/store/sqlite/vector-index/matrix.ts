import { Segment } from './segment.ts';

/** A segment is compacted when this part of its rows has gone. */
const mostGone = 0.25;

/** The vectors of a collection as int8 rows, in segments, in order of their chunks' row ids. */
export class VectorMatrix {
  readonly dimensions: number;
  /** No row is above the next segment's. */
  readonly segments: Segment[] = [];
  /** Row id of the last chunk that was added, whether its vector has a direction or not. */
  lastId = 0;
  /** Another number when rows have other places. */
  arrangement = 0;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
  }

  /** Rows that can be found. */
  get count(): number {
    return this.segments.reduce((sum, segment) => sum + segment.count - segment.gone, 0);
  }

  /** @param id above `lastId` */
  append(id: number, vector: Float32Array): void {
    // As many again, so that a growing collection has few segments.
    if (vector.length === this.dimensions) this.roomFor(1, this.count).append(id, vector);
    this.lastId = id;
  }

  /** The segment that takes `rows` more, which are followed by others: `expected` rows in all. */
  roomFor(rows: number, expected: number): Segment {
    const last = this.segments.at(-1);
    return last && last.count + rows <= last.capacity ? last : this.addSegment(expected);
  }

  private addSegment(rows: number): Segment {
    const segment = new Segment(this.dimensions, rows);
    this.segments.push(segment);
    return segment;
  }

  /** Ids that are not there are ignored; gives the number that were. */
  remove(ids: Iterable<number>): number {
    const before = this.count;
    for (const id of ids) {
      const segment = this.segments.find(({ ids: rowIds }) => (rowIds.at(-1) ?? 0) >= id);
      const row = segment?.rowOf(id) ?? 0;
      if (segment?.rowIds[row] === id) segment.remove(row);
    }
    return before - this.count;
  }

  /** Removes those with `after` < id ≤ `to` that are not among `ids`, which ascend; gives their number. */
  keepOnly(ids: Float64Array, { after, to }: { readonly after: number; readonly to: number }): number {
    const before = this.count;
    for (const segment of this.segments) {
      let next = 0;
      for (let row = segment.rowOf(after + 1); row < segment.count; row += 1) {
        const id = segment.rowIds[row] as number;
        if (id > to) break;
        while (next < ids.length && (ids[next] as number) < id) next += 1;
        if (ids[next] !== id) segment.remove(row);
      }
    }
    return before - this.count;
  }

  /** Takes back the place of rows that have gone, a segment a call; tells whether one was compacted. */
  compact(): boolean {
    const segment = this.segments.find(({ gone, count }) => gone > mostGone * count);
    if (!segment) return false;
    segment.compact();
    this.arrangement += 1;
    return true;
  }
}
