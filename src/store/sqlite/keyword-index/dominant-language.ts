import type { SqlDatabase } from '../driver.ts';

/** The language of most documents; `undefined`, which the analyser reads as English, when none is known. */
export function dominantLanguage(database: SqlDatabase, collectionId: number): string | undefined {
  const row = database
    .prepare(
      `SELECT language FROM document_languages WHERE collection_id = ? AND documents > 0
       ORDER BY documents DESC, language LIMIT 1`,
    )
    .get<{ language: string }>([collectionId]);
  return row?.language;
}
