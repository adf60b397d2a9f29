/**
 * Where a hit stands, as an id: a document's id for a whole document, and `document@start-end` for a part of one, in
 * characters or in pages, `end` not included.
 */
import type { Chunk } from '../../src/index.ts';

interface Part {
  readonly documentId: string;
  readonly start: number;
  readonly end: number;
}

export const placeOf = ({ documentId, start, end }: Part) => `${documentId}@${start}-${end}`;

/** By its pages where it has some. */
export function placeOfChunk({ documentId, pageNumbers, charStart, charEnd }: Chunk): string {
  const [first] = pageNumbers;
  return first === undefined
    ? placeOf({ documentId, start: charStart, end: charEnd })
    : placeOf({ documentId, start: first, end: pageNumbers.at(-1)! + 1 });
}

/** What a hit counts as: the judged places that it touches, itself where it touches none. */
export function judgedAs(hit: string, judged: Iterable<string>): string[] {
  const part = partOf(hit);
  if (part === undefined) return [hit];
  const touched = [...judged].filter((place) => touches(part, partOf(place)));
  return touched.length > 0 ? touched : [hit];
}

function partOf(place: string): Part | undefined {
  const [, documentId, start, end] = /^(.*)@(\d+)-(\d+)$/s.exec(place) ?? [];
  return documentId === undefined ? undefined : { documentId, start: Number(start), end: Number(end) };
}

const touches = (one: Part, other: Part | undefined) =>
  other?.documentId === one.documentId && other.start < one.end && one.start < other.end;
