import { endianness } from 'node:os';
import type { MirrorColumn } from './chunk-mirror.ts';
import { normOf } from './cosine.ts';

interface VectorRow {
  readonly id: number;
  readonly vector: Uint8Array;
}

/** Vectors of a collection, row by row in one array, in the order of a mirror's positions. */
export class VectorMatrix implements MirrorColumn<VectorRow> {
  readonly sql = `SELECT c.id, v.vector FROM chunks c JOIN vectors v ON v.chunk = c.id
    WHERE c.collection_id = ?1 AND c.id > ?2 ORDER BY c.id LIMIT ?3`;
  readonly dimensions: number;
  private rowNorms: number[] = [];
  private rows = new Float32Array(0);

  constructor(dimensions: number) {
    this.dimensions = dimensions;
  }

  /** Euclidean length of each row. */
  get norms(): readonly number[] {
    return this.rowNorms;
  }

  /** `dimensions` numbers a row. */
  get data(): Float32Array {
    return this.rows.subarray(0, this.norms.length * this.dimensions);
  }

  append(row: VectorRow): void {
    const vector = unpackVector(row.vector);
    const start = this.norms.length * this.dimensions;
    if (start + this.dimensions > this.rows.length) this.grow(start + this.dimensions);
    this.rows.set(vector, start);
    this.rowNorms.push(normOf(vector));
  }

  keep(positions: readonly number[]): void {
    const { dimensions, rows } = this;
    const norms = positions.map((position) => this.norms[position] ?? 0);
    // In place, since a second matrix may not fit into memory; nothing from here on can fail.
    for (const [to, from] of positions.entries()) {
      rows.copyWithin(to * dimensions, from * dimensions, (from + 1) * dimensions);
    }
    this.rowNorms = norms;
  }

  private grow(needed: number): void {
    const larger = new Float32Array(Math.max(needed, Math.ceil(this.rows.length * 1.5)));
    larger.set(this.rows);
    this.rows = larger;
  }
}

/** Little-endian 32-bit floats. */
export function packVector(vector: Float32Array): Uint8Array {
  return littleEndian(Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength));
}

/** The inverse of `packVector`. */
export function unpackVector(bytes: Uint8Array): Float32Array {
  return new Float32Array(littleEndian(bytes).buffer);
}

/** A copy with memory of its own, from or into this machine's byte order. */
function littleEndian(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes);
  if (endianness() === 'BE') Buffer.from(copy.buffer).swap32();
  return copy;
}
