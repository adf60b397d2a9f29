import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { regionOf, type Region } from './icdar.ts';

/** What tabula wrote for the first page of a file. */
export function readTabulaCsv(file: string): Region {
  return regionOf(1, parse(readFileSync(file, 'utf8'), { relax_column_count: true }));
}
