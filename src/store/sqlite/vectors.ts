import { endianness } from 'node:os';

const isBigEndian = endianness() === 'BE';

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
  if (isBigEndian) Buffer.from(copy.buffer).swap32();
  return copy;
}
