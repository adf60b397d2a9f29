import { collectionRows } from '../collections.ts';
import { readTransaction } from '../connection.ts';
import type { SqlDatabase } from '../driver.ts';
import { checkKeywordIndex } from '../keyword-index/check.ts';
import { rebuildKeywordIndex } from '../keyword-index/rebuild.ts';
import { toText } from '../text-bytes.ts';
import type { Finding } from './finding.ts';

/** Whether the keyword index of each collection has the terms of its texts; healed by making it anew. */
export function checkKeywords(database: SqlDatabase): Finding[] {
  return readTransaction(database, () =>
    collectionRows(database).flatMap((row) =>
      checkKeywordIndex(database, row).map((message) => ({
        collection: toText(row.name),
        message,
        heal: () => rebuildKeywordIndex(database, row.id),
      })),
    ),
  );
}
