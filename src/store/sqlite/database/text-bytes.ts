import { isUtf8 } from 'node:buffer';
import { StoreError } from '../../../errors.ts';
import { damaged } from './damage.ts';

/** A string as the engine keeps it: UTF-8 bytes, which may hold NUL and compare by code points. */
export function toBytes(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}

/** The inverse of `toBytes`. @throws StoreError when the bytes are damaged: they are no UTF-8. */
export function toText(bytes: Uint8Array): string {
  return undamaged(bytes).toString('utf8');
}

/**
 * Reads texts that lie one after the other; each call takes the length of the next one in bytes.
 *
 * @throws StoreError when the bytes are damaged: they are no UTF-8.
 */
export function textsIn(texts: Uint8Array): (length: number) => string {
  const bytes = undamaged(texts);
  let end = 0;
  return (length) => bytes.toString('utf8', end, (end += length));
}

function undamaged(bytes: Uint8Array): Buffer {
  // Damage may have made a number of it, too.
  if (!(bytes instanceof Uint8Array) || !isUtf8(bytes)) throw damaged('A stored text');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * What is stored as JSON.
 *
 * @throws StoreError when the stored text is damaged.
 */
export function parseStored<Value>(json: Uint8Array): Value {
  try {
    return JSON.parse(toText(json)) as Value;
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw damaged('A stored record', {}, cause);
  }
}
