import { StoreError } from '../../../errors.ts';
import { lowerBound } from '../ascending.ts';
import { quantizeRow, strideOf } from './quantize.ts';

/** As in assembly/vector-scan.ts. */
export const blockRows = 2048;
/** The heap of a thread holds so many scores; a search for more has no threshold. */
export const mostWanted = 1024;
export const mostThreads = 4;
export const room = 4 * blockRows;
const pageBytes = 65_536;
const largestBytes = 2 ** 26;
/** Every segment has room for so many rows. Memory that is not used costs nothing. */
export const pieceRows = 4096;

/** Where a thread keeps its thresholds and its finds. */
export interface Scratch {
  readonly scratch: number;
  readonly finds: number;
}

/** Where things stand in the memory of a segment, in bytes. */
interface Layout {
  readonly job: number;
  readonly query: number;
  readonly states: number;
  readonly scales: number;
  readonly errors: number;
  readonly list: number;
  /** A thread's own. */
  readonly scratches: readonly Scratch[];
  readonly rows: number;
  readonly end: number;
}

/** Rows that a segment of `stride` bytes a row has at most. */
function largestCapacity(stride: number): number {
  return Math.max(pieceRows, Math.floor(largestBytes / (stride + 12) / blockRows) * blockRows);
}

/**
 * A stretch of a collection's vectors in memory that threads share, in order of their chunks' row ids: `stride` + 20
 * bytes a row. Rows are added at the end; one that has gone is left out of searches, and `compact` takes its place back.
 */
export class Segment {
  readonly memory: WebAssembly.Memory;
  readonly layout: Layout;
  readonly capacity: number;
  readonly stride: number;
  /** Rows in use, those that have gone included. */
  count = 0;
  /** Rows that have gone: their error is −∞. */
  gone = 0;
  /** The number of the last job of a scan, and its blocks. */
  job = 0;
  blocks = 0;
  readonly rowIds: Float64Array<ArrayBuffer>;
  readonly rows: Int8Array<ArrayBuffer>;
  readonly scales: Float32Array<ArrayBuffer>;
  readonly errors: Float32Array<ArrayBuffer>;

  constructor(dimensions: number, wantedRows: number) {
    this.stride = strideOf(dimensions);
    const rows = Math.min(largestCapacity(this.stride), Math.max(pieceRows, wantedRows));
    this.capacity = Math.ceil(rows / 4) * 4;
    this.layout = layoutOf(this.capacity, this.stride);
    const pages = Math.ceil(this.layout.end / pageBytes);
    this.memory = allocate(pages);
    const { buffer } = this.memory;
    this.rowIds = new Float64Array(this.capacity);
    this.rows = new Int8Array(buffer, this.layout.rows, this.capacity * this.stride);
    this.scales = new Float32Array(buffer, this.layout.scales, this.capacity);
    this.errors = new Float32Array(buffer, this.layout.errors, this.capacity);
  }

  /** By row, ascending. */
  get ids(): Float64Array {
    return this.rowIds.subarray(0, this.count);
  }

  /** A vector that has no direction is not added, since no search finds it. */
  append(id: number, vector: Float32Array): void {
    const row = this.count;
    const start = row * this.stride;
    const quantized = quantizeRow(vector, this.rows.subarray(start, start + vector.length));
    if (!quantized) return;
    this.rowIds[row] = id;
    this.scales[row] = quantized.scale;
    this.errors[row] = quantized.error;
    this.count += 1;
  }

  /** Adds rows: their ids, scales, errors and numbers, one after the other. */
  load(count: number, bytes: Uint8Array): void {
    const { buffer } = bytes;
    const from = this.count;
    let start = bytes.byteOffset;
    const next = (size: number) => (start += size) - size;
    this.rowIds.set(new Float64Array(buffer, next(8 * count), count), from);
    this.scales.set(new Float32Array(buffer, next(4 * count), count), from);
    const errors = new Float32Array(buffer, next(4 * count), count);
    this.errors.set(errors, from);
    this.rows.set(new Int8Array(buffer, next(this.stride * count), this.stride * count), from * this.stride);
    for (const error of errors) if (error === -Infinity) this.gone += 1;
    this.count += count;
  }

  /** The row of a chunk, or of the next one: `count` when there is none. */
  rowOf(id: number): number {
    return lowerBound(this.ids, id);
  }

  /** Blocks of the last job that no thread has finished. */
  unfinished(): number[] {
    const states = new Uint32Array(this.memory.buffer, this.layout.states, this.blocks);
    return [...states.keys()].filter((block) => Atomics.load(states, block) !== this.job);
  }

  isGone(row: number): boolean {
    return this.errors[row] === -Infinity;
  }

  /** From now on no search finds the row, and nothing is left of its vector. */
  remove(row: number): void {
    if (!this.isGone(row)) this.gone += 1;
    this.errors[row] = -Infinity;
    this.rows.fill(0, row * this.stride, (row + 1) * this.stride);
  }

  /** Closes the gaps. Rows get other numbers. */
  compact(): void {
    let to = 0;
    for (let from = 0; from < this.count; from += 1) {
      if (this.isGone(from)) continue;
      this.rows.copyWithin(to * this.stride, from * this.stride, (from + 1) * this.stride);
      this.rowIds[to] = this.rowIds[from] as number;
      this.scales[to] = this.scales[from] as number;
      this.errors[to] = this.errors[from] as number;
      to += 1;
    }
    this.count = to;
    this.gone = 0;
  }
}

function allocate(pages: number): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  } catch (error) {
    throw new StoreError('There is not enough memory for the vectors of the collection.', {
      hint: 'Give the process more memory, or divide the collection.',
      context: { bytes: pages * pageBytes },
      cause: error,
    });
  }
}

function layoutOf(capacity: number, stride: number): Layout {
  const blocks = Math.ceil(capacity / blockRows);
  let end = 0;
  const take = (bytes: number) => {
    const start = end;
    end += Math.ceil(bytes / 16) * 16;
    return start;
  };
  return {
    job: take(80),
    query: take(2 * stride),
    states: take(4 * blocks),
    scales: take(4 * capacity),
    errors: take(4 * capacity),
    list: take(4 * capacity),
    scratches: Array.from({ length: mostThreads }, () => ({
      scratch: take(16 + 4 * mostWanted),
      finds: take(8 * room),
    })),
    rows: take(capacity * stride),
    end,
  };
}
