import type { SqlDatabase } from '../driver.ts';
import { toText } from '../text-bytes.ts';

/** The language of most documents; `undefined`, which the analyser reads as English, when none is known. */
export function dominantLanguage(database: SqlDatabase, collectionId: number): string | undefined {
  const row = database
    .prepare(
      `SELECT language FROM document_languages WHERE collection_id = ? AND documents > 0
       ORDER BY documents DESC, language LIMIT 1`,
    )
    .get<{ language: Uint8Array }>([collectionId]);
  return row && toText(row.language);
}
