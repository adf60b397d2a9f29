import type { Session } from './connection.ts';
import { toPg } from './pg-text.ts';

/** Documents by language as `toPg` has it, earlier versions among them; those of no known language are left out. */
export type LanguageCounts = Readonly<Record<string, number>>;

export interface CountedDocument {
  readonly chunks: number;
  /** Of all chunks together. */
  readonly terms: number;
  readonly language: string | null;
}

/** What documents that come and go change about the counts in a collection's row, which keyword search rests on. */
export class CountChange {
  private chunks = 0;
  private terms = 0;
  private readonly languages = new Map<string, number>();

  /** @param times 1 for a document that comes, −1 for one that goes. */
  count({ chunks, terms, language }: CountedDocument, times: 1 | -1): void {
    this.chunks += times * chunks;
    this.terms += times * terms;
    if (language !== null) this.languages.set(language, (this.languages.get(language) ?? 0) + times);
  }

  /** Under the lock of the collection. */
  async apply(session: Session, collectionId: number): Promise<void> {
    const languages = [...this.languages];
    await session.all(
      `UPDATE pincite.collections SET chunk_count = chunk_count + $2, term_count = term_count + $3, languages = (
         SELECT coalesce(json_object_agg(language, documents), '{}') FROM (
           SELECT language, sum(documents) AS documents FROM (
             SELECT key AS language, value::bigint AS documents FROM json_each_text(languages)
             UNION ALL SELECT * FROM unnest($4::text[], $5::bigint[])
           ) AS counted GROUP BY language
         ) AS sums WHERE documents > 0)
       WHERE id = $1`,
      [
        collectionId,
        this.chunks,
        this.terms,
        languages.map(([language]) => toPg(language)),
        languages.map(([, documents]) => documents),
      ],
    );
  }
}
