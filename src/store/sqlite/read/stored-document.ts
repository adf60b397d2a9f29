/** The description of a document: its title, metadata and all else of its record, with a CRC-32 that is compared whenever it is read. */
import { crc32 } from 'node:zlib';
import type { Document } from '../../../types.ts';
import { damaged } from '../database/damage.ts';
import type { SqlDatabase } from '../database/driver.ts';
import { parseStored, toBytes } from '../database/text-bytes.ts';

export interface RecordRow {
  /** JSON of the document. */
  readonly record: Uint8Array;
  readonly record_checksum: number | null;
}

/** The checksum of the row `d` of `documents`. */
export const recordChecksum = '(SELECT record FROM content_checksums WHERE document = d.id)';

/** The columns of `documents d` that make a `RecordRow`. */
export const recordColumns = `d.record, ${recordChecksum} AS record_checksum`;

/** @throws StoreError when what is stored is damaged. */
export function parseDocument({ record, record_checksum }: RecordRow): Document {
  if (!(record instanceof Uint8Array) || crc32(record) !== record_checksum) {
    throw damaged('The stored description of a document', { record: describe(record) });
  }
  return parseStored<Document>(record);
}

/** Enough to tell which document it is, as far as damage has left that. */
function describe(record: unknown): string {
  return record instanceof Uint8Array ? Buffer.from(record.subarray(0, 200)).toString('latin1') : 'none';
}

/** Notes the checksum of a record that is being written. */
export function keepRecordChecksum(database: SqlDatabase, owner: number, record: string): void {
  database
    .prepare('UPDATE content_checksums SET record = ? WHERE document = ?')
    .run([crc32(toBytes(record)), owner]);
}
