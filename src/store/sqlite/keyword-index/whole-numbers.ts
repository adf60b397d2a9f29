import { endianness } from 'node:os';

/** Four bytes a number, the lowest first. */
export function toLittleEndian(numbers: Uint32Array): Uint8Array {
  return swapped(Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength));
}

/** The inverse of `toLittleEndian`. */
export function fromLittleEndian(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(swapped(bytes).buffer);
}

/** A copy with memory of its own, from or into this machine's byte order. */
function swapped(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes);
  if (endianness() === 'BE') Buffer.from(copy.buffer).swap32();
  return copy;
}
