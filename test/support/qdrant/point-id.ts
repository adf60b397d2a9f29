/** A number, or a UUID in small letters with hyphens. */
export type PointId = number | string;

const plain = /^[\da-f]{32}$/;
const hyphened = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Reads a UUID in each form that Qdrant takes: with or without hyphens, in braces, as a URN. */
export function parseUuid(text: string): string | undefined {
  const small = text.toLowerCase().replace(/^urn:uuid:/, '');
  const bare = small.startsWith('{') && small.endsWith('}') ? small.slice(1, -1) : small;
  if (hyphened.test(bare)) return bare;
  return plain.test(bare) ? bare.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : undefined;
}

export const readId = (id: number | string): PointId => (typeof id === 'number' ? id : parseUuid(id)!);

/** Numbers before UUIDs, each ascending. */
export function compareIds(a: PointId, b: PointId): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
