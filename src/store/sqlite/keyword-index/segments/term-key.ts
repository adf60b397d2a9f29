/**
 * A term as a string of its UTF-8 bytes, one character a byte, of ASCII the term itself: such strings compare as the engine
 * compares the bytes, and hold any character.
 */
export function termKey(term: string): string {
  return isAscii(term) ? term : Buffer.from(term, 'utf8').toString('latin1');
}

export function keyBytes(key: string): Uint8Array {
  return Buffer.from(key, 'latin1');
}

export function bytesKey(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}
