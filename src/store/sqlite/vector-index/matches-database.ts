import type { SqlDatabase } from '../driver.ts';
import { unpackVector } from '../vectors.ts';
import type { VectorMatrix } from './matrix.ts';
import { quantizeRow } from './quantize.ts';
import type { Segment } from './segment.ts';

const sampledRows = 32;

/**
 * Whether some rows of each segment, its first and last among them, are what the database has of their chunks: not so
 * when the database was put back to an earlier state and went on from there.
 */
export function matchesDatabase(database: SqlDatabase, matrix: VectorMatrix): boolean {
  return matrix.segments.every((segment) =>
    sampleOf(segment.count).every((row) => isStored(database, segment, row)),
  );
}

function sampleOf(count: number): number[] {
  const last = count - 1;
  const rows = Array.from({ length: sampledRows }, (_, index) =>
    Math.round((index / (sampledRows - 1)) * last),
  );
  return [...new Set(rows)];
}

function isStored(database: SqlDatabase, segment: Segment, row: number): boolean {
  if (segment.isGone(row)) return true;
  const stored = database
    .prepare('SELECT vector FROM vectors WHERE chunk = ?')
    .get<{ vector: Uint8Array }>([segment.rowIds[row] as number]);
  if (!stored) return false;
  const half = segment.stride / 2;
  const expected = { high: new Uint8Array(half), low: new Uint8Array(half) };
  const quantized = quantizeRow(unpackVector(stored.vector), expected);
  const { high, low } = segment.planesOf(row);
  return (
    quantized?.scale === segment.scales[row] &&
    quantized?.error === segment.errors[row] &&
    expected.high.every((byte, index) => byte === high[index]) &&
    expected.low.every((byte, index) => byte === low[index])
  );
}
