import { endianness } from 'node:os';

const isBigEndian = endianness() === 'BE';

/** Little-endian 32-bit floats. */
export function packVector(vector: Float32Array): Uint8Array {
  return littleEndian(Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength));
}

/** The inverse of `packVector`, in the memory of the bytes where that can be. */
export function unpackVector(bytes: Uint8Array): Float32Array {
  const own = isBigEndian || bytes.byteOffset % 4 > 0 ? littleEndian(bytes) : bytes;
  return new Float32Array(own.buffer, own.byteOffset, Math.floor(own.byteLength / 4));
}

/** A copy with memory of its own, from or into this machine's byte order. */
function littleEndian(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes);
  if (isBigEndian) Buffer.from(copy.buffer).swap32();
  return copy;
}
