import { StoreError } from '../../errors.ts';

const strictly = new TextDecoder('utf-8', { fatal: true });

/** A string as the engine keeps it: UTF-8 bytes, which may hold NUL and compare by code points. */
export function toBytes(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}

/** The inverse of `toBytes`. */
export function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/** Reads texts that lie one after the other; each call takes the length of the next one in bytes. */
export function textsIn({ buffer, byteOffset, byteLength }: Uint8Array): (length: number) => string {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  let end = 0;
  return (length) => bytes.toString('utf8', end, (end += length));
}

/**
 * What is stored as JSON. It is read as bytes (`CAST(… AS BLOB)`): text that damage has made invalid UTF-8 aborts the
 * process inside the engine.
 *
 * @throws StoreError when the stored text is damaged.
 */
export function parseStored<Value>(json: Uint8Array): Value {
  try {
    return JSON.parse(strictly.decode(json)) as Value;
  } catch (cause) {
    throw new StoreError(`A stored record is damaged: ${(cause as Error).message}`, {
      hint: 'Restore a backup, or add the document again; `pincite doctor --deep` says which it is.',
      context: { engineCode: 'SQLITE_CORRUPT' },
      cause,
    });
  }
}
