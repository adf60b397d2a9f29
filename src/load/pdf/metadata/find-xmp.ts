/**
 * Finds the XMP packet of a PDF in its bytes, since neither parser gives it away cheaply: streams of metadata stand
 * in the file as objects of their own, at most deflated. What is encrypted looks like none.
 */
import { inflateSync } from 'node:zlib';

const maxPacketBytes = 4 * 1024 * 1024;
/** An object's dictionary is this long at most, before and after a place in it. */
const reach = 4096;

/** The packet that the catalog names; where that is out of sight, the only one or the last that says it is of a PDF. */
export function findXmp(bytes: Uint8Array): Uint8Array | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const catalogs = placesOf(file, '/Catalog');
  if (catalogs.length > 0) {
    return lastPacket(file, new Set(catalogs.toReversed().flatMap((at) => metadataName(file, at))));
  }
  const packets = placesOf(file, '/Metadata')
    .filter((at) => /\/Type\s*$/.test(around(file, at, -16)))
    .flatMap((at) => packetAt(file, at) ?? []);
  return packets.length === 1 ? packets[0] : packets.findLast((packet) => packet.includes('application/pdf'));
}

/** How the object begins that the catalog around a place names as its metadata. */
function metadataName(file: Buffer, at: number): string[] {
  const before = around(file, at, -reach)
    .split(/\bobj\b/)
    .at(-1)!;
  const after = around(file, at, reach).split('endobj')[0]!;
  const reference = /\/Metadata\s+(\d+)\s+(\d+)\s+R\b/.exec(`${before}${after}`);
  return reference ? [`${reference[1]} ${reference[2]} obj`] : [];
}

/** Of the first object that has one, in its last state: a file that was saved often has many, and all are long. */
function lastPacket(file: Buffer, names: Iterable<string>): Buffer | undefined {
  for (const name of names) {
    for (const at of objectsNamed(file, name).toReversed()) {
      const packet = packetAt(file, at);
      if (packet !== undefined) return packet;
    }
  }
  return undefined;
}

/** A later state of an object stands further down. */
function objectsNamed(file: Buffer, name: string): number[] {
  return placesOf(file, name).filter((at) => !/\d$/.test(around(file, at, -1)));
}

function placesOf(file: Buffer, text: string): number[] {
  const places: number[] = [];
  for (let at = file.indexOf(text); at >= 0; at = file.indexOf(text, at + text.length)) places.push(at);
  return places;
}

/** So many bytes after a place or, with a negative number, before it. */
function around(file: Buffer, at: number, bytes: number): string {
  return file.toString('latin1', Math.max(0, Math.min(at, at + bytes)), Math.max(at, at + bytes));
}

/** The packet in the stream of the object that a place is in. */
function packetAt(file: Buffer, at: number): Buffer | undefined {
  const head = /^[^]*?\bstream\r?\n/.exec(around(file, at, reach))?.[0];
  if (head === undefined || head.includes('endobj')) return undefined;
  const start = at + head.length;
  const end = file.indexOf('endstream', start);
  if (end < 0 || end - start > maxPacketBytes) return undefined;
  const before = around(file, at, -reach)
    .split(/\bobj\b/)
    .at(-1)!;
  const packet = decoded(file.subarray(start, end), `${before}${head}`);
  return packet?.includes('RDF') ? packet : undefined;
}

function decoded(data: Buffer, dictionary: string): Buffer | undefined {
  if (!dictionary.includes('/Filter')) return data;
  if (!dictionary.includes('/FlateDecode')) return undefined;
  try {
    return inflateSync(data, { maxOutputLength: maxPacketBytes });
  } catch {
    return undefined; // damaged, encrypted or too long
  }
}
