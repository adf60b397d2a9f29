/** A string as the engine keeps it: UTF-8 bytes, which may hold NUL and compare by code points. */
export function toBytes(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}

/** The inverse of `toBytes`. */
export function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
