/**
 * A static table as bytes, little-endian:
 *
 *   "PCST" │ tokens: u32 │ dimensions: u32 │ 0: u32 │ scale of each token: f32 │ `dimensions` signed bytes a token
 *
 * The vector of a token is its scale times its bytes. A token with scale 0 says nothing.
 */
import { EmbeddingError } from '../../errors.ts';
import { littleEndian } from '../../util/little-endian.ts';

export interface TableParts {
  readonly dimensions: number;
  /** One a token. */
  readonly scales: Float32Array;
  /** −127…127, `dimensions` a token. */
  readonly bytes: Int8Array;
}

const mark = Buffer.from('PCST');
const headerBytes = 16;

/** @throws EmbeddingError when the bytes are no table. */
export function parseTable(file: Uint8Array): TableParts {
  const header = Buffer.from(file.buffer, file.byteOffset, Math.min(file.byteLength, headerBytes));
  const isTable = header.length === headerBytes && header.subarray(0, 4).equals(mark);
  const tokens = isTable ? header.readUInt32LE(4) : 0;
  const dimensions = isTable ? header.readUInt32LE(8) : 0;
  if (!isTable || file.byteLength !== headerBytes + tokens * (4 + dimensions)) {
    throw new EmbeddingError('An embedding table is damaged', {
      hint: 'Install the package again; a collection’s own table is made anew by `adapt` with `force`.',
      context: { bytes: file.byteLength },
    });
  }
  const scales = littleEndian(file.subarray(headerBytes, headerBytes + 4 * tokens));
  const start = file.byteOffset + headerBytes + 4 * tokens;
  return {
    dimensions,
    scales: new Float32Array(scales.buffer),
    bytes: new Int8Array(file.buffer, start, tokens * dimensions),
  };
}

/** The inverse of `parseTable`. */
export function writeTable({ dimensions, scales, bytes }: TableParts): Uint8Array {
  const header = Buffer.alloc(headerBytes);
  mark.copy(header);
  header.writeUInt32LE(scales.length, 4);
  header.writeUInt32LE(dimensions, 8);
  const factors = littleEndian(new Uint8Array(scales.slice().buffer));
  return Buffer.concat([header, factors, new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)]);
}

/** Rounds each row to 8 bits with a scale of its own: an error of at most half a step of |largest| / 127. */
export function quantizeRows(rows: Float32Array, dimensions: number): TableParts {
  const scales = new Float32Array(rows.length / dimensions);
  const bytes = new Int8Array(rows.length);
  for (const token of scales.keys()) {
    const row = rows.subarray(token * dimensions, (token + 1) * dimensions);
    const largest = row.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const scale = Math.fround(largest / 127);
    scales[token] = scale;
    if (scale === 0) continue;
    for (let index = 0; index < dimensions; index += 1)
      bytes[token * dimensions + index] = Math.round(row[index]! / scale);
  }
  return { dimensions, scales, bytes };
}
