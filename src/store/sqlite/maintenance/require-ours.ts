import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { StoreError } from '../../../errors.ts';
import { openDriver } from '../database/driver.ts';
import { isDamage } from '../database/engine-errors.ts';
import { applicationId, refuseForeign } from '../database/schema.ts';

/**
 * Whether a file may be replaced by a store: it is not there, or it is the database of one, damaged or not.
 *
 * @throws StoreError for another program's database, and for a file that is no database.
 */
export async function requireOurs(file: string): Promise<void> {
  if (!existsSync(file)) return;
  const database = await openDriver(file, 0);
  try {
    refuseForeign(database);
  } catch (cause) {
    if (!isDamage(cause)) throw cause;
    if (await saysOurs(file)) return;
    throw new StoreError(`The file ${file} is no database of Pincite, or its beginning is damaged.`, {
      hint: 'It is left as it is. Move it away if it is not needed.',
      context: { location: file },
      cause,
    });
  } finally {
    database.close();
  }
}

/** Whether the header of a database, of 100 bytes, has our mark, whatever stands behind it. */
async function saysOurs(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(100), 0, 100, 0);
    return (
      bytesRead === 100 &&
      buffer.toString('latin1', 0, 16) === 'SQLite format 3\0' &&
      buffer.readUInt32BE(68) === applicationId
    );
  } finally {
    await handle.close();
  }
}
