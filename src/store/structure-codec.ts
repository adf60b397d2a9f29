import { deflateSync, inflateSync } from 'node:zlib';
import type { DocumentStructure } from '../types.ts';
import type { DocumentContent } from './store.ts';

/** Steps to a point: coordinates are kept to 1/100 point, as those of words are. */
const stepsPerPoint = 100;

/** Bytes of JSON that are kept as they are: of a short text, setting up the compression takes longer than all else. */
const mostStored = 512;

/**
 * Packs blocks, tables, links and pictures: JSON, compressed; about an eighth of what the layout takes. Offsets come back
 * exactly, coordinates within 1/200 point; packing what was unpacked changes nothing.
 */
export function packStructure(structure: DocumentStructure): Uint8Array {
  const json = Buffer.from(JSON.stringify(structure, rounded));
  return json.length <= mostStored ? storedStream(json) : deflateSync(json);
}

/**
 * A zlib stream of one block that is not compressed.
 *
 * @see https://www.rfc-editor.org/rfc/rfc1950 and 1951, 3.2.4
 */
function storedStream(bytes: Uint8Array): Uint8Array {
  const stream = Buffer.alloc(bytes.length + 11);
  stream.set([0x78, 0x01, 0x01]);
  stream.writeUInt16LE(bytes.length, 3);
  stream.writeUInt16LE(~bytes.length & 0xffff, 5);
  stream.set(bytes, 7);
  stream.writeUInt32BE(adler32(bytes), bytes.length + 7);
  return stream;
}

/** Of fewer bytes than make the second sum overflow. */
function adler32(bytes: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (const byte of bytes) {
    low += byte;
    high += low;
  }
  return (high % 65_521) * 65_536 + (low % 65_521);
}

/** Offsets and counts are whole already. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * stepsPerPoint) / stepsPerPoint : value;
}

/** What was packed, as a part of the content, unpacked when it is first asked for: mostly it never is. */
export function withStructure(
  content: Omit<DocumentContent, 'structure'>,
  packed: Uint8Array | null | undefined,
): DocumentContent {
  if (!packed) return content;
  let structure: DocumentStructure | undefined;
  return {
    ...content,
    get structure() {
      structure ??= JSON.parse(inflateSync(packed).toString()) as DocumentStructure;
      return structure;
    },
  };
}
