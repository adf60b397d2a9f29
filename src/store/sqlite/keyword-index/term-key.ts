import { byteString, textOfBytes } from '../../../util/byte-string.ts';

/**
 * A term as a string of its UTF-8 bytes, one character a byte: such strings compare as the engine compares the
 * bytes, and hold any character.
 */
export const termKey = byteString;

/** The inverse of `termKey`. */
export const keyTerm = textOfBytes;

export function keyBytes(key: string): Uint8Array {
  return Buffer.from(key, 'latin1');
}

export function bytesKey(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
