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
  return deflateSync(JSON.stringify(structure, rounded));
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
