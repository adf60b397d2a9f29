import { existsSync } from 'node:fs';
import { StoreError } from '../../../errors.ts';
import { openDriver } from '../driver.ts';
import { isDamage } from '../engine-errors.ts';
import { refuseForeign } from '../schema.ts';

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
    throw new StoreError(`The file ${file} is no database of Pincite, or its beginning is damaged.`, {
      hint: 'It is left as it is. Move it away if it is not needed.',
      context: { location: file },
      cause,
    });
  } finally {
    database.close();
  }
}
