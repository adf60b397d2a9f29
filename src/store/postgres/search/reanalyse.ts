import { analyserId } from '../../../text/terms/analyser.ts';
import { analyseChunk } from '../../chunk-terms.ts';
import type { CollectionRow } from '../collections.ts';
import type { Session } from '../database/connection.ts';
import { fromPg } from '../database/pg-text.ts';
import { addPostings } from './postings.ts';

const chunksPerBatch = 500;

/** Whether the postings are of another version of this program, which sees other terms. */
export const hasOtherTerms = ({ analyser }: CollectionRow): boolean => analyser !== analyserId;

interface TextRow {
  readonly id: number;
  readonly content: string;
  readonly context: string;
  readonly language: string | null;
}

/** Makes all postings of a collection anew, inside the caller's transaction. */
export async function reanalyse(session: Session, { id }: CollectionRow): Promise<void> {
  await session.all('DELETE FROM pincite.postings WHERE collection_id = $1', [id]);
  for (let after = 0; ;) {
    const rows = await session.all<TextRow>(
      `SELECT c.id, c.content, c.context, d.language FROM pincite.chunks c JOIN pincite.documents d ON d.id = c.document
       WHERE c.collection_id = $1 AND c.id > $2 ORDER BY c.id LIMIT ${chunksPerBatch}`,
      [id, after],
    );
    const last = rows.at(-1);
    if (last === undefined) break;
    const chunks = rows.map((row) => ({
      id: row.id,
      terms: analyseChunk(fromPg(row.context), fromPg(row.content), row.language ?? undefined),
    }));
    await addPostings(session, id, chunks);
    await session.all(
      `UPDATE pincite.chunks c SET term_count = given.count FROM unnest($1::bigint[], $2::int[]) AS given (id, count)
       WHERE c.id = given.id`,
      [chunks.map((chunk) => chunk.id), chunks.map((chunk) => chunk.terms.count)],
    );
    after = last.id;
  }
  await session.all(
    `UPDATE pincite.collections SET analyser = $2,
       term_count = (SELECT coalesce(sum(term_count), 0) FROM pincite.chunks WHERE collection_id = $1) WHERE id = $1`,
    [id, analyserId],
  );
}
