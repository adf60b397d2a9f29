import { LimitExceededError, UnreadableDocumentError } from '../../errors.ts';

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
const zip64EndBytes = 56;
const zip64LocatorBytes = 20;
const zip64Field = 1;
/** In place of a size that stands in the ZIP64 field of its entry. */
const elsewhere = 0xffffffff;

/**
 * The entries of a ZIP or ZIP64 archive's central directory, folders left out; of two with one name the last one counts, as for
 * most readers.
 * @throws UnreadableDocumentError when there is no directory or it is cut off; LimitExceededError when it has more than 50,000 entries.
 */
export function zipDirectory(bytes: Uint8Array, document: string): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const place = directoryPlace(view);
  if (place === undefined) throw damaged(document);
  const { count, start } = place;
  if (count > maxEntries) throw tooMany(document, count);
  const entries: ZipEntry[] = [];
  let at = start;
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
  const long = zip64Sizes(view, at);
  // In the order in which the ZIP64 field has them: the unpacked size, which is not believed, comes first.
  const [, packedSize = 0, start = 0] = [24, 20, 42].map((place) => {
    const size = view.getUint32(at + place, true);
    return size === elsewhere ? (long.shift() ?? size) : size;
  });
  return {
    flags: view.getUint16(at + 8, true),
    method: view.getUint16(at + 10, true),
    packedSize,
    start,
  };
}

/** The sizes of an entry that its ZIP64 field has, which has only those that do not stand in the entry itself. */
function zip64Sizes(view: DataView, at: number): number[] {
  let field = at + entryBytes + view.getUint16(at + 28, true);
  const end = Math.min(field + view.getUint16(at + 30, true), view.byteLength);
  while (field + 4 <= end) {
    const next = field + 4 + view.getUint16(field + 2, true);
    if (view.getUint16(field, true) === zip64Field) return longNumbers(view, field + 4, Math.min(next, end));
    field = next;
  }
  return [];
}

function longNumbers(view: DataView, start: number, end: number): number[] {
  const numbers: number[] = [];
  for (let at = start; at + 8 <= end; at += 8) numbers.push(longAt(view, at));
  return numbers;
}

const longAt = (view: DataView, at: number) => Number(view.getBigUint64(at, true));

/** How many entries the directory has, and where they begin: in the record at the end, or in the ZIP64 one before it. */
function directoryPlace(view: DataView): { readonly count: number; readonly start: number } | undefined {
  const end = endRecord(view);
  if (end === undefined) return undefined;
  const long = zip64EndRecord(view, end);
  if (long !== undefined) return { count: longAt(view, long + 32), start: longAt(view, long + 48) };
  return { count: view.getUint16(end + 10, true), start: view.getUint32(end + 16, true) };
}

/** A locator before the end record says where it is. */
function zip64EndRecord(view: DataView, end: number): number | undefined {
  const locator = end - zip64LocatorBytes;
  if (locator < 0 || view.getUint32(locator, true) !== 0x07064b50) return undefined;
  const at = longAt(view, locator + 8);
  return at + zip64EndBytes <= locator && view.getUint32(at, true) === 0x06064b50 ? at : undefined;
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

function damaged(document: string): UnreadableDocumentError {
  return new UnreadableDocumentError(
    `${document} is damaged or cut off: the directory of its ZIP archive is missing.`,
    {
      hint: 'Get the file again; it may not have been copied or downloaded completely.',
      context: { document },
    },
  );
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
