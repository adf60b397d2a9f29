import { StoreError } from '../../../errors.ts';
import { lowerBound } from '../../../util/lists/ascending.ts';
import { quantizeRow, type RowPlanes, strideOf } from './quantize.ts';

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
  readonly coarseErrors: number;
  readonly list: number;
  /** A thread's own. */
  readonly scratches: readonly Scratch[];
  readonly high: number;
  readonly low: number;
  readonly end: number;
}

/** What is kept of each row: so many numbers, those of one row after those of another. */
interface Column {
  readonly values: Float64Array<ArrayBuffer> | Float32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;
  readonly width: number;
}

/** Rows that a segment of `stride` bytes a row has at most. */
function largestCapacity(stride: number): number {
  return Math.max(pieceRows, Math.floor(largestBytes / (stride + 16) / blockRows) * blockRows);
}

/**
 * A stretch of a collection's vectors in memory that threads share, in order of their chunks' row ids: `stride` + 24
 * bytes a row. Rows are added at the end; one that has gone is left out of searches, and `compact` takes its place back.
 */
export class Segment {
  readonly memory: WebAssembly.Memory;
  readonly layout: Layout;
  readonly capacity: number;
  readonly stride: number;
  /** Rows in use, those that have gone included. */
  count = 0;
  /** Rows that have gone: their errors are −∞. */
  gone = 0;
  /** The number of the last job of a scan, and its blocks. */
  job = 0;
  blocks = 0;
  readonly rowIds: Float64Array<ArrayBuffer>;
  readonly scales: Float32Array<ArrayBuffer>;
  readonly errors: Float32Array<ArrayBuffer>;
  readonly coarseErrors: Float32Array<ArrayBuffer>;
  private readonly high: Uint8Array<ArrayBuffer>;
  private readonly low: Uint8Array<ArrayBuffer>;
  private readonly columns: readonly Column[];

  constructor(dimensions: number, wantedRows: number) {
    this.stride = strideOf(dimensions);
    const rows = Math.min(largestCapacity(this.stride), Math.max(pieceRows, wantedRows));
    this.capacity = Math.ceil(rows / 4) * 4;
    this.layout = layoutOf(this.capacity, this.stride);
    const pages = Math.ceil(this.layout.end / pageBytes);
    this.memory = allocate(pages);
    const { buffer } = this.memory;
    const half = this.stride / 2;
    this.rowIds = new Float64Array(this.capacity);
    this.scales = new Float32Array(buffer, this.layout.scales, this.capacity);
    this.errors = new Float32Array(buffer, this.layout.errors, this.capacity);
    this.coarseErrors = new Float32Array(buffer, this.layout.coarseErrors, this.capacity);
    this.high = new Uint8Array(buffer, this.layout.high, this.capacity * half);
    this.low = new Uint8Array(buffer, this.layout.low, this.capacity * half);
    const numbers = [this.rowIds, this.scales, this.errors, this.coarseErrors];
    this.columns = [
      ...numbers.map((values) => ({ values, width: 1 })),
      ...[this.high, this.low].map((values) => ({ values, width: half })),
    ];
  }

  /** By row, ascending. */
  get ids(): Float64Array {
    return this.rowIds.subarray(0, this.count);
  }

  /** Bytes of a row, in `bytesOf` and `load`. */
  get rowBytes(): number {
    return this.columns.reduce((sum, { values, width }) => sum + width * values.BYTES_PER_ELEMENT, 0);
  }

  /** A vector that has no direction is not added, since no search finds it. */
  append(id: number, vector: Float32Array): void {
    const row = this.count;
    const quantized = quantizeRow(vector, this.planesOf(row));
    if (!quantized) return;
    this.rowIds[row] = id;
    this.scales[row] = quantized.scale;
    this.errors[row] = quantized.error;
    this.coarseErrors[row] = quantized.coarseError;
    this.count += 1;
  }

  /** The numbers of a row, which may be written. */
  planesOf(row: number): RowPlanes {
    const half = this.stride / 2;
    const [from, to] = [row * half, (row + 1) * half];
    return { high: this.high.subarray(from, to), low: this.low.subarray(from, to) };
  }

  /** A copy of the rows, column after column. */
  bytesOf(from: number, to: number): Buffer {
    return Buffer.concat(this.columns.map((column) => bytesOfColumn(column, from, to)));
  }

  /** Adds rows: what `bytesOf` gave. */
  load(count: number, bytes: Uint8Array): void {
    const from = this.count;
    let start = 0;
    for (const column of this.columns) {
      const target = bytesOfColumn(column, from, from + count);
      target.set(bytes.subarray(start, start + target.length));
      start += target.length;
    }
    this.count += count;
    for (let row = from; row < this.count; row += 1) if (this.isGone(row)) this.gone += 1;
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
    this.coarseErrors[row] = -Infinity;
    const { high, low } = this.planesOf(row);
    high.fill(0);
    low.fill(0);
  }

  /** Closes the gaps. Rows get other numbers. */
  compact(): void {
    let to = 0;
    for (let from = 0; from < this.count; from += 1) {
      if (this.isGone(from)) continue;
      for (const { values, width } of this.columns)
        values.copyWithin(to * width, from * width, (from + 1) * width);
      to += 1;
    }
    this.count = to;
    this.gone = 0;
  }
}

/** The rows' part of a column, not copied. */
function bytesOfColumn({ values, width }: Column, from: number, to: number): Uint8Array<ArrayBuffer> {
  const part = values.subarray(from * width, to * width);
  return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
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
    coarseErrors: take(4 * capacity),
    list: take(4 * capacity),
    scratches: Array.from({ length: mostThreads }, () => ({
      scratch: take(16 + 4 * mostWanted),
      finds: take(8 * room),
    })),
    high: take((capacity * stride) / 2),
    low: take((capacity * stride) / 2),
    end,
  };
}
