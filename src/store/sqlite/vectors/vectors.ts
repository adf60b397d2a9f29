import { isBigEndian, littleEndian } from '../../../util/little-endian.ts';

/** Little-endian 32-bit floats. */
export function packVector(vector: Float32Array): Uint8Array {
  return littleEndian(Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength));
}

/** The inverse of `packVector`, in the memory of the bytes where that can be. */
export function unpackVector(bytes: Uint8Array): Float32Array {
  const own = isBigEndian || bytes.byteOffset % 4 > 0 ? littleEndian(bytes) : bytes;
  return new Float32Array(own.buffer, own.byteOffset, Math.floor(own.byteLength / 4));
}
