import { LimitExceededError, LoadError } from '../../errors.ts';

export interface ZipEntry {
  readonly name: string;
  readonly flags: number;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly packedSize: number;
  /** Of its local header. */
  readonly start: number;
}

const maxEntries = 50_000;
const endBytes = 22;
/** The end record stands before a comment of at most so many bytes. */
const maxCommentBytes = 65_535;
const entryBytes = 46;

/**
 * The entries of a ZIP archive's central directory, folders left out; of two with one name the last one counts, as for
 * most readers.
 * @throws LoadError when there is no directory or it is cut off; LimitExceededError when it has more than 50,000 entries.
 */
export function zipDirectory(bytes: Uint8Array, document: string): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endRecord(view);
  if (end === undefined) throw damaged(document);
  const count = view.getUint16(end + 10, true);
  if (count > maxEntries) throw tooMany(document, count);
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    if (at + entryBytes > bytes.length || view.getUint32(at, true) !== 0x02014b50) throw damaged(document);
    const nameEnd = at + entryBytes + view.getUint16(at + 28, true);
    const name = nameOf(bytes.subarray(at + entryBytes, nameEnd));
    if (!name.endsWith('/')) entries.push({ name, ...factsOf(view, at) });
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function factsOf(view: DataView, at: number): Omit<ZipEntry, 'name'> {
  return {
    flags: view.getUint16(at + 8, true),
    method: view.getUint16(at + 10, true),
    packedSize: view.getUint32(at + 20, true),
    start: view.getUint32(at + 42, true),
  };
}

/** Where the record that ends the archive begins, looked for from the back. */
function endRecord(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - endBytes - maxCommentBytes);
  for (let at = view.byteLength - endBytes; at >= first; at--) {
    if (view.getUint32(at, true) === 0x06054b50) return at;
  }
  return undefined;
}

/** Some programs write backslashes, or a slash at the start. */
function nameOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replaceAll('\\', '/').replace(/^\/+/, '');
}

function damaged(document: string): LoadError {
  return new LoadError(`${document} is damaged or cut off: the directory of its ZIP archive is missing.`, {
    hint: 'Get the file again; it may not have been copied or downloaded completely.',
    context: { document },
  });
}

function tooMany(document: string, found: number): LimitExceededError {
  return new LimitExceededError(
    `${document} is a ZIP archive of ${found} parts; the limit is ${maxEntries}.`,
    {
      hint: 'Unpack it and add the files inside.',
      context: { document, limit: 'maxEntries', maxEntries, found },
    },
  );
}
