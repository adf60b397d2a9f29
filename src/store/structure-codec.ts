import { deflateSync, inflateSync } from 'node:zlib';
import type { DocumentStructure } from '../types.ts';
import type { DocumentContent } from './store.ts';

/** Steps to a point: coordinates are kept to 1/100 point, as those of words are. */
const stepsPerPoint = 100;

/**
 * Packs blocks, tables, links and pictures: JSON, compressed; about an eighth of what the layout takes. Offsets come back
 * exactly, coordinates within 1/200 point; packing what was unpacked changes nothing.
 */
export function packStructure(structure: DocumentStructure): Uint8Array {
  const exact = JSON.stringify(structure);
  const json = Buffer.from(hasFraction.test(exact) ? JSON.stringify(structure, rounded) : exact);
  return json.length > longestStored ? deflateSync(json) : stored(json);
}

/** Of a number, or something like it in a text. */
const hasFraction = /\d(?:\.\d|e-)/;

/** In bytes: what takes longer to compress than it gains, as that of a document of one paragraph. */
const longestStored = 200;

/** The same format with the bytes as they are: head of the stream, one last block that is not compressed, Adler-32. */
function stored(bytes: Buffer): Buffer {
  const packed = Buffer.alloc(bytes.length + 11);
  packed.writeUInt16BE(0x7801, 0);
  packed.writeUInt8(1, 2);
  packed.writeUInt16LE(bytes.length, 3);
  packed.writeUInt16LE(~bytes.length & 0xffff, 5);
  bytes.copy(packed, 7);
  packed.writeUInt32BE(adler32(bytes), bytes.length + 7);
  return packed;
}

/** @param bytes so few that the sums need no division before their end. */
function adler32(bytes: Uint8Array): number {
  let [low, high] = [1, 0];
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
