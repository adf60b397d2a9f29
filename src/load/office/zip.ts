import { constants } from 'node:buffer';
import { inflateRawSync } from 'node:zlib';
import { LimitExceededError, UnreadableDocumentError } from '../../errors.ts';
import { type ZipEntry, zipDirectory } from './zip-directory.ts';

export interface ZipOptions {
  /** For messages. */
  readonly name: string;
  /** Bytes that all parts read from the archive may have together. */
  readonly maxBytes: number;
}

/** A ZIP archive whose parts are inflated when they are asked for, and counted. */
export interface ZipArchive {
  /** Of files, as they stand in the archive, without a slash at the start. */
  readonly names: readonly string[];
  /** Names are looked up whatever their case; undefined where there is no such part. */
  read(name: string): Uint8Array | undefined;
}

const stored = 0;
const deflated = 8;
const encryptedFlag = 1;

/**
 * Opens an archive by its central directory, as office programs do. Sizes that it declares are not believed: inflating stops
 * at the limit. Archives inside the archive are parts like others.
 * @throws UnreadableDocumentError when it is damaged or has a password; LimitExceededError for too many parts, and when more is inflated
 * than `maxBytes`.
 */
export function openZip(bytes: Uint8Array, { name, maxBytes }: ZipOptions): ZipArchive {
  const entries = zipDirectory(bytes, name);
  const byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  let left = maxBytes;
  return {
    names: [...byName.values()].map((entry) => entry.name),
    read(part) {
      const entry = byName.get(part.toLowerCase());
      if (!entry) return undefined;
      const content = contentOf(bytes, entry, { document: name, left, maxBytes });
      left -= content.length;
      return content;
    },
  };
}

interface Budget {
  readonly document: string;
  readonly left: number;
  readonly maxBytes: number;
}

function contentOf(bytes: Uint8Array, entry: ZipEntry, budget: Budget): Uint8Array {
  if (entry.flags & encryptedFlag) throw encrypted(budget.document);
  const packed = packedBytes(bytes, entry);
  if (!packed) throw damaged(entry, budget.document);
  if (entry.method === stored) {
    if (packed.length > budget.left) throw tooLarge(budget);
    return packed;
  }
  if (entry.method !== deflated) throw damaged(entry, budget.document);
  return inflate(packed, entry, budget);
}

function inflate(packed: Uint8Array, entry: ZipEntry, budget: Budget): Uint8Array {
  if (budget.left <= 0) throw tooLarge(budget);
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.min(budget.left, constants.MAX_LENGTH) });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(budget);
    throw damaged(entry, budget.document, error);
  }
}

const localHeaderBytes = 30;

/** What stands after the entry's local header, whose names may be of other lengths than the directory's. */
function packedBytes(bytes: Uint8Array, { start, packedSize }: ZipEntry): Uint8Array | undefined {
  if (start + localHeaderBytes > bytes.length) return undefined;
  const header = new DataView(bytes.buffer, bytes.byteOffset + start, localHeaderBytes);
  if (header.getUint32(0, true) !== 0x04034b50) return undefined;
  const from = start + localHeaderBytes + header.getUint16(26, true) + header.getUint16(28, true);
  return from + packedSize <= bytes.length ? bytes.subarray(from, from + packedSize) : undefined;
}

function tooLarge({ document, maxBytes }: Budget): LimitExceededError {
  return new LimitExceededError(`${document} inflates to more than ${maxBytes} bytes.`, {
    hint: 'Raise `loading.maxBytes` if you trust the file.',
    context: { document, limit: 'maxBytes', maxBytes },
  });
}

function encrypted(document: string): UnreadableDocumentError {
  return new UnreadableDocumentError(`${document} is a ZIP archive with a password.`, {
    hint: 'Unpack it and add the files inside.',
    context: { document },
  });
}

function damaged(entry: ZipEntry, document: string, cause?: unknown): UnreadableDocumentError {
  return new UnreadableDocumentError(`${document} is damaged: its part ${entry.name} cannot be unpacked.`, {
    hint: 'Get the file again, or open it in the program that it is from and save it anew.',
    context: { document, part: entry.name },
    ...(cause === undefined ? {} : { cause }),
  });
}
