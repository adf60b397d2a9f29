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

/** The UTF-8 bytes of a text as a string, one character a byte; of ASCII the text itself. */
function byteString(text: string): string {
  return isAscii(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}

/** The inverse of `byteString`. */
function textOfBytes(bytes: string): string {
  return isAscii(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString('utf8');
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}
