import { endianness } from 'node:os';

export const isBigEndian = endianness() === 'BE';

/** Numbers of four bytes, the lowest first: a copy with memory of its own, from or into this machine's byte order. */
export function littleEndian(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes);
  if (isBigEndian) Buffer.from(copy.buffer).swap32();
  return copy;
}
