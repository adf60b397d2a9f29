import { isDeepStrictEqual } from 'node:util';

/** 1 when exactly the expected collections were searched, in any order, else 0. */
export function routingAccuracy(searched: readonly string[], expected: readonly string[]): number {
  return isDeepStrictEqual(new Set(searched), new Set(expected)) ? 1 : 0;
}

/** 1 when the applied filter equals the expected one, keys in any order, else 0. */
export function filterAccuracy(applied: unknown, expected: unknown): number {
  return isDeepStrictEqual(applied, expected) ? 1 : 0;
}
